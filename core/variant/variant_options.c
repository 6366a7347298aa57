/* SPDX-License-Identifier: MIT */
/* The options of a definition, the values chosen, and conditions that depend on them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

/* The options that rules have, with their values (NULL: the definition lists them). */
static const struct rule_option {
	const char *key;
	const char *values[8];
	bool of_cards; /* has no effect without cards */
} rule_options[] = {
	{"beaten",
	 {"role", "kingdom", "dead", "inert", "obstacles", "removed"},
	 false},				/* [beaten-armies] */
	{"stalemate", {"pass", "draw"}, false}, /* [stalemate-passes] */
	{"absent", {NULL}, false},		/* [absent-seat] */
	{"first", {NULL}, false},		/* [who-begins] */
	/* Options of cards. Numbers are given as patterns. */
	{"cards", {"on", "off"}, false}, /* [where-cards-are-played] */
	{"deck", {"auto", "split", "personal", "common"}, true},
	{"points", {NULL}, true},
	{"points.", {NULL}, true},
	{"copies", {NULL}, true},
	{"extra-discards", {NULL}, true},
	{"order", {"shuffled", "stacked"}, true},
	{"discards", {"on", "off"}, true},
	{"hand", {"full", "growing"}, true},
	{"hand.", {NULL}, true},
	{"bishops", {"drop", "redraw", "queen"}, true}, /* [without-bishops] */
	{"abduction", {"off", "honour"}, true},
	{"panic", {NULL}, true},
	{"window", {NULL}, true}, /* [window-hours] */
	{"public-words", {NULL}, true},
	{"words", {"none", "ask"}, true},      /* [fair-shuffles] */
	{"seats", {NULL}, false},	       /* of a ring */
	{"sets", {"strict", "social"}, false}, /* of a ring */
	{"peterson.defense",
	 {"off", "on"},
	 false}, /* [several-moves], [new-attacks], [mate-by-one-move] */
	{"peterson.exchange",
	 {"off", "on"},
	 false}, /* [exchange-round], [debt-payment], [paid-by-queen], [pays-what-he-can] */
	{"peterson.capture", {"off", "on"}, false}, /* [frozen-seat] */
};

/* Reads a range of numbers, "2-6". */
static bool read_range(const char *pattern, size_t len, unsigned *low_out, unsigned *high_out)
{
	int used = 0;

	return sscanf(pattern, "%4u-%4u%n", low_out, high_out, &used) == 2 && (size_t)used == len;
}

/*
 * Reports whether a value consists of words with single spaces between them. Such values are
 * written in game files and hashed.
 */
static bool is_words(const char *value)
{
	for (const char *c = value; *c != '\0'; c++) {
		if (*c < ' ' || *c > '~' || *c == '|' ||
		    (*c == ' ' && (c == value || strchr(" ", c[1]) != NULL)))
			return false;
	}
	return *value != '\0';
}

/*
 * Reports whether the value has the form "first" or "first,second". Code that knows the cards
 * checks whether these sets exist.
 */
static bool is_set_names(const char *value)
{
	return *value != '\0' && *value != ',' && value[strlen(value) - 1] != ',' &&
	       strstr(value, ",,") == NULL &&
	       strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-,") == strlen(value);
}

/* Reports whether a value matches the pattern. Each part is a range or a word. */
static bool matches_pattern(const char *pattern, const char *value)
{
	if (strcmp(pattern, "*") == 0)
		return is_words(value);
	if (strcmp(pattern, SET_NAMES) == 0)
		return is_set_names(value);
	for (;;) {
		size_t pattern_len = strcspn(pattern, "/"), value_len = strcspn(value, "/");
		unsigned low, high;

		if (read_range(pattern, pattern_len, &low, &high)) {
			char part[6] = "";
			long number;

			if (value_len == 0 || value_len >= sizeof part ||
			    (value[0] == '0' && value_len > 1))
				return false;
			memcpy(part, value, value_len);
			number = strbuf_number(part, 9999);
			if (number < (long)low || number > (long)high)
				return false;
		} else if (pattern_len != value_len || memcmp(pattern, value, value_len) != 0) {
			return false;
		}
		pattern += pattern_len;
		value += value_len;
		if (*pattern != *value)
			return false;
		if (*pattern == '\0')
			return true;
		pattern++;
		value++;
	}
}

static bool allows_value(const struct variant_option *option, const char *value)
{
	for (unsigned i = 0; i < option->value_count; i++)
		if (matches_pattern(option->values[i], value))
			return true;
	return false;
}

static const struct variant_option *known_option(const struct variant *variant, const char *key)
{
	for (unsigned i = 0; i < variant->option_count; i++)
		if (strcmp(variant->options[i].key, key) == 0)
			return &variant->options[i];
	return NULL;
}

static struct variant_option *find_option(struct variant *variant, const char *key, size_t len)
{
	for (unsigned i = 0; i < variant->option_count; i++)
		if (strlen(variant->options[i].key) == len &&
		    strncmp(variant->options[i].key, key, len) == 0)
			return &variant->options[i];
	return NULL;
}

const char *variant_option(const struct variant *variant, const char *key)
{
	const struct variant_option *option = known_option(variant, key);

	return option != NULL ? option->value : NULL;
}

bool variant_can_have(const struct variant *variant, const char *key, const char *value)
{
	const struct variant_option *option = known_option(variant, key);

	return option != NULL && allows_value(option, value);
}

bool variant_option_is(const struct variant *variant, const char *key, const char *value)
{
	const char *chosen = variant_option(variant, key);

	return chosen != NULL && strcmp(chosen, value) == 0;
}

bool variant_has_teams(const struct variant *variant)
{
	for (unsigned side = 0; side < variant->side_count; side++)
		if (variant->sides[side].team != side)
			return true;
	return false;
}

void variant_drop_option(struct variant *variant, const char *key)
{
	struct variant_option *option = find_option(variant, key, strlen(key));

	if (option != NULL)
		*option = variant->options[--variant->option_count];
}

/* Reports whether the key is that of the table, or begins with it if it ends with a dot. */
static bool is_key(const char *known, const char *key)
{
	size_t len = strlen(known);

	return known[len - 1] == '.' ? strncmp(known, key, len) == 0 : strcmp(known, key) == 0;
}

/*
 * Reports whether the option is about cards. In rings "sets" is another option than sets of cards.
 */
static bool is_about_cards(const struct variant_option *option)
{
	for (unsigned i = 0; i < option->value_count; i++)
		if (strcmp(option->values[i], SET_NAMES) == 0)
			return true;
	for (size_t i = 0; i < ARRAY_LEN(rule_options); i++)
		if (rule_options[i].of_cards && is_key(rule_options[i].key, option->key))
			return true;
	return false;
}

static int add_value(struct variant_option *option, const char *value, struct reason *reason)
{
	const char *const *known = NULL;

	for (size_t i = 0; i < ARRAY_LEN(rule_options); i++) {
		if (!is_key(rule_options[i].key, option->key))
			continue;
		known = rule_options[i].values;
		option->used = true;
	}
	if (known != NULL && *known == NULL)
		known = NULL;
	for (; known != NULL && *known != NULL; known++)
		if (strcmp(*known, value) == 0)
			break;
	if (known != NULL && *known == NULL)
		return reason_fail(reason, "no rule has an option '%s' that can be '%s'",
				   option->key, value);
	strcpy(option->values[option->value_count++], value);
	return 0;
}

/* Adds an option with the requested value, or else its first. */
static void add_option(struct variant *variant, struct variant_option *option)
{
	strcpy(option->value, option->values[0]);
	for (size_t i = 0; i < variant->wanted_count; i++)
		if (strcmp(variant->wanted[i].key, option->key) == 0 &&
		    allows_value(option, variant->wanted[i].value))
			strcpy(option->value, variant->wanted[i].value);
	variant->options[variant->option_count++] = *option;
}

int variant_read_option(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct variant_option option = {.used = false};

	if (variant->option_count == MAX_VARIANT_OPTIONS || line->count > MAX_OPTION_VALUES)
		return reason_fail(reason, "at most %d options of %d values", MAX_VARIANT_OPTIONS,
				   MAX_OPTION_VALUES - 2);
	for (size_t i = 1; i < line->count; i++) {
		if (strlen(line->words[i]) > NAME_MAX_LEN)
			return reason_fail(reason, "'%s' has more than %d letters", line->words[i],
					   NAME_MAX_LEN);
	}
	strcpy(option.key, line->words[1]);
	if (variant_option(variant, option.key) != NULL)
		return reason_fail(reason, "option '%s' stands there twice", option.key);
	for (size_t i = 2; i < line->count; i++)
		if (add_value(&option, line->words[i], reason) < 0)
			return -1;
	add_option(variant, &option);
	return 0;
}

int variant_read_sets(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct variant_option option = {.key = "sets", .used = true, .value_count = 2};
	struct strbuf names;
	bool fits;

	strbuf_init(&names, 0);
	for (size_t i = 1; i < line->count; i++)
		strbuf_addf(&names, "%s%s", i > 1 ? "," : "", line->words[i]);
	fits = names.len <= NAME_MAX_LEN && is_set_names(names.bytes);
	if (fits)
		strcpy(option.values[0], names.bytes);
	strbuf_done(&names);
	strcpy(option.values[1], SET_NAMES);
	if (!fits)
		return reason_fail(reason,
				   "expected names of folders of cards, " SET_LETTERS
				   ", all together at most %d letters",
				   NAME_MAX_LEN);
	if (variant->option_count == MAX_VARIANT_OPTIONS || variant_option(variant, "sets") != NULL)
		return reason_fail(reason, variant_option(variant, "sets") != NULL
						   ? "option 'sets' stands there twice"
						   : "too many options");
	add_option(variant, &option);
	return 0;
}

int variant_condition(void *target, const char *condition, struct reason *reason)
{
	size_t len = strcspn(condition, "!=");
	bool negated = condition[len] == '!';
	const char *value = condition + len + (negated ? 2 : 1);
	struct variant_option *option = find_option(target, condition, len);

	if (option == NULL || (negated && condition[len + 1] != '='))
		return reason_fail(
			reason,
			"'%s': expected KEY=VALUE or KEY!=VALUE, KEY of a line 'option' above",
			condition);
	option->used = true;
	if (!allows_value(option, value))
		return reason_fail(reason, "'%s': option '%s' can't be '%s'", condition,
				   option->key, value);
	return (strcmp(option->value, value) == 0) != negated;
}

int variant_option_number(struct variant *variant, const char *word, unsigned *number_out,
			  struct reason *reason)
{
	const char *dot = strchr(word, '.');
	struct variant_option *option =
		dot ? find_option(variant, word, (size_t)(dot - word)) : NULL;
	const char *part = option ? option->value : NULL;
	char digits[4] = "";

	if (option != NULL && strcmp(dot, ".2") == 0) {
		part = strchr(option->value, '/');
		part = part ? part + 1 : NULL;
	} else if (option != NULL && strcmp(dot, ".1") != 0) {
		part = NULL;
	}
	if (part != NULL)
		snprintf(digits, sizeof digits, "%.*s", (int)strcspn(part, "/"), part);
	if (part == NULL || strbuf_number(digits, 99) < 0)
		return reason_fail(
			reason,
			"'%s': expected a number, or OPTION.1 or OPTION.2 of an option such as 3/4",
			word);
	option->used = true;
	*number_out = (unsigned)strbuf_number(digits, 99);
	return 0;
}

int variant_option_counted(struct variant *variant, const char *key, struct reason *reason)
{
	struct variant_option *option = find_option(variant, key, strlen(key));
	long number;

	if (option == NULL)
		return reason_fail(reason, "no line 'option' above has %s", key);
	number = strcmp(option->value, OPTION_LOT) == 0 ? 0 : strbuf_number(option->value, 9999);
	if (number < 0)
		return reason_fail(reason, "option '%s' is '%s', which is no number", key,
				   option->value);
	option->used = true;
	variant->row_option = option;
	return (int)number;
}

bool variant_option_range(const struct variant *variant, const char *key, unsigned *low_out,
			  unsigned *high_out)
{
	const struct variant_option *option = known_option(variant, key);

	if (option == NULL || !allows_value(option, OPTION_LOT))
		return false;
	for (unsigned i = 0; i < option->value_count; i++)
		if (read_range(option->values[i], strlen(option->values[i]), low_out, high_out))
			return true;
	return false;
}

bool variant_option_drawn(const struct variant *variant, const struct variant_option **option_out,
			  unsigned *low_out, unsigned *high_out)
{
	for (unsigned i = 0; i < variant->option_count; i++) {
		*option_out = &variant->options[i];
		if (strcmp((*option_out)->value, OPTION_LOT) == 0 &&
		    variant_option_range(variant, (*option_out)->key, low_out, high_out))
			return true;
	}
	return false;
}

void variant_check_options(const struct variant *variant, const char *path,
			   struct deffile_faults *faults)
{
	for (unsigned i = 0; i < variant->option_count; i++)
		if (!variant->options[i].used)
			deffile_faults_add(faults, path, 1,
					   "no rule and no line depends on option '%s'",
					   variant->options[i].key);
}

void variant_values(const struct variant_option *option, struct strbuf *out)
{
	for (unsigned i = 0; i < option->value_count; i++)
		strbuf_addf(out, "%s%s", i > 0 ? ", " : "",
			    strcmp(option->values[i], "*") == 0 ? "any words"
			    : strcmp(option->values[i], SET_NAMES) == 0
				    ? "others, with commas between them"
				    : option->values[i]);
}

int variant_options_idle(const struct variant *variant, const struct option *options,
			 size_t option_count, struct reason *reason)
{
	for (size_t i = 0; !variant->cards && i < option_count; i++) {
		const struct variant_option *option = known_option(variant, options[i].key);

		if (option != NULL && is_about_cards(option))
			return reason_fail(reason,
					   "option '%s' is about cards, and without cards=on "
					   "there are none: leave it out, or add cards=on",
					   option->key);
	}
	return 0;
}
