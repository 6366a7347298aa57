/* SPDX-License-Identifier: MIT */
/* The options a definition offers, what was chosen of them, and the lines that depend on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/deffile.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

/* The rules that have options, and what those may be (NULL: what the definition says). */
static const struct rule_option {
	const char *key;
	const char *values[8];
} rule_options[] = {
	{"beaten",
	 {"role", "kingdom", "dead", "inert", "obstacles", "removed"}}, /* [beaten-armies] */
	{"stalemate", {"pass", "draw"}},				/* [stalemate-passes] */
	{"absent", {NULL}},						/* [absent-seat] */
	/* Cards; the other values of numbers are patterns. */
	{"cards", {"on", "off"}}, /* [where-cards-are-played] */
	{"deck", {"auto", "split", "personal", "common"}},
	{"points", {NULL}},
	{"points.", {NULL}},
	{"copies", {NULL}},
	{"extra-discards", {NULL}},
	{"order", {"shuffled", "stacked"}},
	{"discards", {"on", "off"}},
	{"hand", {"full", "growing"}},
	{"bishops", {"drop", "redraw", "queen"}}, /* [without-bishops] */
	{"abduction", {"off", "honour"}},
	{"panic", {NULL}},
	{"window", {NULL}}, /* [window-hours] */
	{"public-words", {NULL}},
	{"words", {"none", "ask"}},	/* [fair-shuffles] */
	{"seats", {NULL}},		/* of a ring */
	{"sets", {"strict", "social"}}, /* of a ring */
	{"peterson.defense",
	 {"off", "on"}}, /* [several-moves], [new-attacks], [mate-by-one-move] */
	{"peterson.exchange",
	 {"off", "on"}}, /* [exchange-round], [debt-payment], [paid-by-queen], [pays-what-he-can] */
	{"peterson.capture", {"off", "on"}}, /* [frozen-seat] */
};

/* "2-6": a range of numbers. */
static bool read_range(const char *pattern, size_t len, unsigned *low_out, unsigned *high_out)
{
	int used = 0;

	return sscanf(pattern, "%4u-%4u%n", low_out, high_out, &used) == 2 && (size_t)used == len;
}

/* One word or several, a blank between them: it stands in game files, and is hashed. */
static bool is_words(const char *value)
{
	for (const char *c = value; *c != '\0'; c++) {
		if (*c < ' ' || *c > '~' || *c == '|' ||
		    (*c == ' ' && (c == value || strchr(" ", c[1]) != NULL)))
			return false;
	}
	return *value != '\0';
}

/* "first", "first,second": which of them there are is known where cards are. */
static bool is_set_names(const char *value)
{
	return *value != '\0' && *value != ',' && value[strlen(value) - 1] != ',' &&
	       strstr(value, ",,") == NULL &&
	       strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-,") == strlen(value);
}

/* Whether a value is what the pattern stands for: part by part, a range or the very word. */
static bool matches(const char *pattern, const char *value)
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
			number = text_number(part, 9999);
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

static bool allows(const struct variant_option *option, const char *value)
{
	for (unsigned i = 0; i < option->value_count; i++)
		if (matches(option->values[i], value))
			return true;
	return false;
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
	for (unsigned i = 0; i < variant->option_count; i++)
		if (strcmp(variant->options[i].key, key) == 0)
			return variant->options[i].value;
	return NULL;
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

/* Whether the key is the one of the table, or begins with it if that ends with a dot. */
static bool is_key(const char *known, const char *key)
{
	size_t len = strlen(known);

	return known[len - 1] == '.' ? strncmp(known, key, len) == 0 : strcmp(known, key) == 0;
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
	if (known != NULL && *known == NULL) {
		reason_set(reason, "no rule has an option '%s' that can be '%s'", option->key,
			   value);
		return -1;
	}
	strcpy(option->values[option->value_count++], value);
	return 0;
}

/* Adds an option, with the value that was asked for or else its first. */
static void add_option(struct variant *variant, struct variant_option *option)
{
	strcpy(option->value, option->values[0]);
	for (size_t i = 0; i < variant->wanted_count; i++)
		if (strcmp(variant->wanted[i].key, option->key) == 0 &&
		    allows(option, variant->wanted[i].value))
			strcpy(option->value, variant->wanted[i].value);
	variant->options[variant->option_count++] = *option;
}

int variant_read_option(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct variant_option option = {.used = false};

	if (variant->option_count == MAX_VARIANT_OPTIONS || line->count > MAX_OPTION_VALUES) {
		reason_set(reason, "at most %d options of %d values", MAX_VARIANT_OPTIONS,
			   MAX_OPTION_VALUES - 2);
		return -1;
	}
	for (size_t i = 1; i < line->count; i++) {
		if (strlen(line->words[i]) > NAME_MAX_LEN) {
			reason_set(reason, "'%s' has more than %d letters", line->words[i],
				   NAME_MAX_LEN);
			return -1;
		}
	}
	strcpy(option.key, line->words[1]);
	if (variant_option(variant, option.key) != NULL) {
		reason_set(reason, "option '%s' stands there twice", option.key);
		return -1;
	}
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
	struct text names;
	bool fits;

	text_init(&names, 0);
	for (size_t i = 1; i < line->count; i++)
		text_addf(&names, "%s%s", i > 1 ? "," : "", line->words[i]);
	fits = names.len <= NAME_MAX_LEN && is_set_names(names.bytes);
	if (fits)
		strcpy(option.values[0], names.bytes);
	text_done(&names);
	strcpy(option.values[1], SET_NAMES);
	if (!fits) {
		reason_set(reason,
			   "expected names of folders of cards, all together at most %d letters",
			   NAME_MAX_LEN);
		return -1;
	}
	if (variant->option_count == MAX_VARIANT_OPTIONS ||
	    variant_option(variant, "sets") != NULL) {
		reason_set(reason, variant_option(variant, "sets") != NULL
					   ? "option 'sets' stands there twice"
					   : "too many options");
		return -1;
	}
	add_option(variant, &option);
	return 0;
}

int variant_condition(void *target, const char *condition, struct reason *reason)
{
	size_t len = strcspn(condition, "!=");
	bool negated = condition[len] == '!';
	const char *value = condition + len + (negated ? 2 : 1);
	struct variant_option *option = find_option(target, condition, len);

	if (option == NULL || (negated && condition[len + 1] != '=')) {
		reason_set(reason,
			   "'%s': expected KEY=VALUE or KEY!=VALUE, KEY of a line 'option' "
			   "above",
			   condition);
		return -1;
	}
	option->used = true;
	if (!allows(option, value)) {
		reason_set(reason, "'%s': option '%s' can't be '%s'", condition, option->key,
			   value);
		return -1;
	}
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
	if (part == NULL || text_number(digits, 99) < 0) {
		reason_set(reason,
			   "'%s': expected a number, or OPTION.1 or OPTION.2 of an option such "
			   "as 3/4",
			   word);
		return -1;
	}
	option->used = true;
	*number_out = (unsigned)text_number(digits, 99);
	return 0;
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

void variant_values(const struct variant_option *option, struct text *out)
{
	for (unsigned i = 0; i < option->value_count; i++)
		text_addf(out, "%s%s", i > 0 ? ", " : "",
			  strcmp(option->values[i], "*") == 0 ? "any words"
			  : strcmp(option->values[i], SET_NAMES) == 0
				  ? "others, with commas between them"
				  : option->values[i]);
}

static int refuse_value(const struct variant_option *option, const char *value,
			struct reason *reason)
{
	struct text list;

	text_init(&list, 512);
	variant_values(option, &list);
	reason_set(reason, "option '%s' can't be '%s'; it can be: %s", option->key, value,
		   list.bytes);
	text_done(&list);
	return -1;
}

/* Why a game can't have an option of Peterson's [peterson-where]; NULL: it is none of his. */
static const char *peterson_barred(const struct variant *variant, const char *key)
{
	static const char *const keys[] = {"peterson.defense", "peterson.exchange",
					   "peterson.capture"};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		if (strcmp(keys[i], key) != 0)
			continue;
		if (variant->side_count <= 2)
			return "Peterson's rules are for one board with more than two sides";
		if (variant_has_teams(variant))
			return "in Peterson's rules every side plays for itself, and here sides "
			       "are "
			       "teams";
		if (variant_option(variant, "cards") != NULL &&
		    strcmp(variant_option(variant, "cards"), "on") == 0)
			return "Peterson's rules and cards don't go together";
		return "its definition doesn't offer Peterson's rules";
	}
	return NULL;
}

static int option_taken(const struct variant *variant, const struct option *option,
			struct reason *reason)
{
	const char *keys[MAX_VARIANT_OPTIONS + 1] = {NULL}, *nearest;
	struct text list;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *known = &variant->options[i];

		keys[i] = known->key;
		if (strcmp(known->key, option->key) != 0)
			continue;
		if (strcmp(known->value, option->value) == 0)
			return 0;
		return refuse_value(known, option->value, reason);
	}
	if (peterson_barred(variant, option->key) != NULL) {
		reason_set(reason, "%s can't have option '%s': %s", variant->name, option->key,
			   peterson_barred(variant, option->key));
		return -1;
	}
	nearest = deffile_nearest(option->key, keys);
	text_init(&list, 512);
	for (unsigned i = 0; i < variant->option_count; i++)
		text_addf(&list, "%s%s", i ? ", " : "", keys[i]);
	if (nearest != NULL)
		reason_set(reason, "%s has no option '%s'; did you mean '%s'?", variant->name,
			   option->key, nearest);
	else
		reason_set(reason, "%s has no option '%s'; it has: %s", variant->name, option->key,
			   list.len ? list.bytes : "none");
	text_done(&list);
	return -1;
}

/* Whether games of the variant can be played with cards. */
static bool offers_cards(const char *folder, const char *name)
{
	struct deffile_faults faults;
	struct variant *variant;
	bool offers;

	deffile_faults_init(&faults);
	variant = variant_load(folder, name, NULL, 0, &faults);
	offers = variant != NULL && variant_option(variant, "cards") != NULL;
	variant_free(variant);
	deffile_faults_done(&faults);
	return offers;
}

static int refuse_cards(const struct variant *variant, struct reason *reason)
{
	const struct deffile_kind kind = {.folder = variant->folder, .suffix = ".variant"};
	char **names = deffile_names(&kind);
	struct text list;

	text_init(&list, 512);
	for (char **name = names; *name != NULL; name++) {
		if (offers_cards(variant->folder, *name))
			text_addf(&list, "%s%s", list.len > 0 ? ", " : "", *name);
		free(*name);
	}
	free(names);
	reason_set(reason, "%s isn't played with cards; these are: %s", variant->name, list.bytes);
	text_done(&list);
	return -1;
}

/* [where-cards-are-played]: where there are cards, and with what they don't go together. */
static int cards_taken(const struct variant *variant, const struct option *option,
		       struct reason *reason)
{
	if (strcmp(option->key, "cards") == 0 && strcmp(option->value, "on") == 0 &&
	    variant_option(variant, "cards") == NULL)
		return refuse_cards(variant, reason);
	if (variant->cards && strncmp(option->key, "peterson.", 9) == 0 &&
	    strcmp(option->value, "on") == 0) {
		reason_set(reason, "%s=on: Peterson's rules and cards don't go together",
			   option->key);
		return -1;
	}
	return 0;
}

int variant_options_taken(const struct variant *variant, const struct option *options,
			  size_t option_count, struct reason *reason)
{
	for (size_t i = 0; i < option_count; i++)
		if (cards_taken(variant, &options[i], reason) < 0)
			return -1;
	for (size_t i = 0; i < option_count; i++)
		if (option_taken(variant, &options[i], reason) < 0)
			return -1;
	return 0;
}
