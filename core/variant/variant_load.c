/* SPDX-License-Identifier: MIT */
/* Loads a definition file into a struct variant. Each keyword has its function. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_internal.h"

/* The options of a definition, the values chosen, and conditions that depend on them. */

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

static int variant_read_option(void *target, const struct deffile_line *line, struct reason *reason)
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

static int variant_read_sets(void *target, const struct deffile_line *line, struct reason *reason)
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

static int variant_condition(void *target, const char *condition, struct reason *reason)
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

/*
 * Returns the number of the arrangement of pieces that option `key` chooses among the lines
 * `arrays`. Returns -1 with the reason if there is no such option, or its value is neither a number
 * nor a lot.
 */
static int variant_option_counted(struct variant *variant, const char *key, struct reason *reason)
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

static int read_title(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct strbuf title;

	(void)reason;
	strbuf_init(&title, sizeof variant->title - 1);
	for (size_t i = 1; i < line->count; i++)
		strbuf_addf(&title, "%s%s", i > 1 ? " " : "", line->words[i]);
	strcpy(variant->title, title.bytes);
	strbuf_done(&title);
	return 0;
}

static int read_board(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	unsigned width, height;
	char rest;

	if (sscanf(line->words[1], "%2ux%2u%c", &width, &height, &rest) != 2 || width < 1 ||
	    width > 20 || height < 1 || height > 20)
		return reason_fail(reason, "expected: board WIDTHxHEIGHT, each from 1 to 20");
	board_init(&variant->board, width, height);
	return 0;
}

int variant_find_square(const struct variant *variant, const char *name, square *at_out,
			struct reason *reason)
{
	square at = board_square_named(&variant->board, name);

	if (at == NO_SQUARE)
		return reason_fail(reason, "no square %s", name);
	*at_out = at;
	return 0;
}

int variant_each_square(struct variant *variant, const char *word, each_square *each, void *context,
			struct reason *reason)
{
	char *first = base_strdup(word), *dash = strchr(first, '-');
	const struct board *board = &variant->board;
	square a = 0, b = 0;
	int result;

	if (dash != NULL)
		*dash = '\0';
	result = variant_find_square(variant, first, &a, reason);
	if (result == 0)
		result = variant_find_square(variant, dash ? dash + 1 : first, &b, reason);
	for (square at = 0; result == 0 && at < board->squares; at++) {
		unsigned file = board_file(board, at), rank = board_rank(board, at);
		unsigned af = board_file(board, a), bf = board_file(board, b);
		unsigned ar = board_rank(board, a), br = board_rank(board, b);

		if (file >= (af < bf ? af : bf) && file <= (af < bf ? bf : af) &&
		    rank >= (ar < br ? ar : br) && rank <= (ar < br ? br : ar) && !board->hole[at])
			result = each(variant, at, context, reason);
	}
	free(first);
	return result;
}

static int make_hole(struct variant *variant, square at, void *context, struct reason *reason)
{
	(void)context;
	(void)reason;
	board_make_hole(&variant->board, at);
	return 0;
}

static int read_hole(void *target, const struct deffile_line *line, struct reason *reason)
{
	for (size_t i = 1; i < line->count; i++)
		if (variant_each_square(target, line->words[i], make_hole, NULL, reason) < 0)
			return -1;
	return 0;
}

static int read_block(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	for (size_t i = 1; i < line->count; i++) {
		const char *word = line->words[i];
		size_t used = 0;
		square a = board_square_at(&variant->board, word, &used), b = NO_SQUARE;

		if (a != NO_SQUARE && word[used] == '-')
			b = board_square_named(&variant->board, word + used + 1);
		if (b == NO_SQUARE || !board_block(&variant->board, a, b))
			return reason_fail(
				reason, "'%s' isn't two neighbouring squares, as in d1-e1", word);
	}
	return 0;
}

static int read_equator(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	long rank = strbuf_number(line->words[1], variant->board.height - 1);

	if (rank < 1)
		return reason_fail(reason, "expected: equator RANK, the rank below it");
	variant->equator = (uint8_t)rank;
	return 0;
}

static int read_midline(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	const char *file = line->words[1];

	if (file[0] < 'a' || file[0] >= 'a' + variant->board.width - 1 || file[1] != '\0')
		return reason_fail(reason, "expected: midline FILE, the file left of it");
	variant->midline = (uint8_t)(file[0] - 'a' + 1);
	return 0;
}

static int read_piece(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct piece_type *type = &variant->types[variant->type_count];
	const char *letter = line->words[1], *name = line->words[2];

	if (!isupper((unsigned char)letter[0]) || letter[1] != '\0')
		return reason_fail(reason, "'%s' isn't one capital letter", letter);
	if (variant_type_of_letter(variant, letter[0]) >= 0)
		return reason_fail(reason, "there is a piece %s already", letter);
	if (variant->type_count == MAX_TYPES || strlen(name) > PIECE_NAME_MAX)
		return reason_fail(reason,
				   "at most %d kinds of piece, names at most %d letters long",
				   MAX_TYPES, PIECE_NAME_MAX);
	memset(type, 0, sizeof *type);
	type->letter = letter[0];
	strcpy(type->name, name);
	for (size_t i = 3; i < line->count; i++)
		if (piece_read_gaits(type, line->words[i], reason) < 0)
			return -1;
	variant->type_count++;
	return 0;
}

int variant_find_type(const struct variant *variant, const char *word, uint8_t *type_out,
		      struct reason *reason)
{
	int type = word[1] == '\0' ? variant_type_of_letter(variant, word[0]) : -1;

	if (type < 0)
		return reason_fail(reason, "there is no piece %s", word);
	*type_out = (uint8_t)type;
	return 0;
}

static int read_royal(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	return variant_find_type(variant, line->words[1], &variant->royal, reason);
}

static int read_pawn(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	if (strcmp(line->words[2], "promotes") != 0)
		return reason_fail(reason, "expected: pawn LETTER promotes LETTER...");
	variant->promotion_count = 0;
	for (size_t i = 3; i < line->count; i++) {
		if (variant->promotion_count == MAX_TYPES ||
		    variant_find_type(variant, line->words[i],
				      &variant->promotions[variant->promotion_count], reason) < 0)
			return -1;
		variant->promotion_count++;
	}
	return variant_find_type(variant, line->words[1], &variant->pawn, reason);
}

static int read_worth(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	for (size_t i = 1; i < line->count; i += 2) {
		long worth = i + 1 < line->count ? strbuf_number(line->words[i + 1], 99) : -1;
		uint8_t type = NO_KIND;

		if (worth < 1)
			return reason_fail(
				reason,
				"expected: worth LETTER NUMBER..., each number from 1 to 99");
		if (variant_find_type(variant, line->words[i], &type, reason) < 0)
			return -1;
		variant->worth[type] = (uint8_t)worth;
	}
	return 0;
}

static bool is_absent(const struct variant *variant, const char *title)
{
	const char *absent = variant_option(variant, "absent");

	return absent != NULL && strbuf_same(absent, title);
}

static int read_turn(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	const char *first = variant_option(variant, "first");

	for (size_t i = 1; i < line->count; i++) {
		struct side *side = &variant->sides[variant->side_count];
		const char *title = line->words[i];

		/* [who-begins]: if that seat is absent, the next one begins. */
		if (first != NULL && strbuf_same(first, title))
			variant->first_side = (uint8_t)variant->side_count;
		if (is_absent(variant, title))
			continue;
		if (strlen(title) > NAME_MAX_LEN || !isupper((unsigned char)title[0]))
			return reason_fail(reason,
					   "'%s' is no name of a side: a capital letter first, at "
					   "most %d letters",
					   title, NAME_MAX_LEN);
		if (variant_side_named(variant, title) >= 0)
			return reason_fail(reason, "%s stands there twice", title);
		strcpy(side->title, title);
		for (size_t j = 0; title[j] != '\0'; j++)
			side->name[j] = (char)tolower((unsigned char)title[j]);
		memset(side->starts, NO_KIND, sizeof side->starts);
		side->team = (uint8_t)variant->side_count;
		variant->side_count++;
	}
	if (variant->first_side == variant->side_count)
		variant->first_side = 0;
	return 0;
}

static int read_side(void *target, const struct deffile_line *line, struct reason *reason)
{
	if (variant_side_titled(target, line->words[1]) >= 0 || is_absent(target, line->words[1]))
		return 0;
	return reason_fail(reason, "there is no %s in the line 'turn'", line->words[1]);
}

static int read_team(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	int first = variant_side_titled(variant, line->words[1]);

	for (size_t i = 1; i < line->count; i++) {
		int side = variant_side_titled(variant, line->words[i]);

		if (side < 0)
			return reason_fail(reason, "there is no %s in the line 'turn'",
					   line->words[i]);
		variant->sides[side].team = variant->sides[first].team;
	}
	return 0;
}

/* Reads a line `truce` [pawn-truce]. */
static int read_truce(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	for (size_t i = 0; i < ARRAY_LEN(variant->truce); i++)
		if (variant_find_square(variant, line->words[i + 1], &variant->truce[i], reason) <
		    0)
			return -1;
	if (variant->equator == 0 || variant->midline == 0)
		return reason_fail(reason, "expected lines 'equator' and 'midline' in this "
					   "definition, on which the rule depends");
	return 0;
}

static int read_corner(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	variant->corner_count = 0;
	for (size_t i = 1; i < line->count; i++)
		if (variant_find_square(variant, line->words[i],
					&variant->corners[variant->corner_count++], reason) < 0)
			return -1;
	return 0;
}

static int read_ring(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	const char *seats = variant_option(variant, line->words[1]);
	long count = seats ? strbuf_number(seats, MAX_SEATS) : -1;

	if (count < MIN_RING)
		return reason_fail(reason,
				   "expected: ring OPTION, of a line 'option' above that says how "
				   "many sit in the ring: %d to %d",
				   MIN_RING, MAX_SEATS);
	for (long i = 0; i < count; i++) {
		variant->ring_seats[i].title[0] = (char)('A' + i);
		variant->ring_seats[i].name[0] = (char)('a' + i);
	}
	variant->ring_seat_count = (unsigned)count;
	return 0;
}

static int read_expect(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	long depth = strbuf_number(line->words[2], 20);
	int64_t nodes = strbuf_large_number(line->words[3], INT64_C(1000000000000));

	if (strcmp(line->words[1], "perft") != 0 || depth < 1 || nodes < 0 ||
	    variant->expect_count == MAX_EXPECTS)
		return reason_fail(reason,
				   "expected: expect perft DEPTH COUNT, on at most %d lines",
				   MAX_EXPECTS);
	variant->expects[variant->expect_count++] = (struct expect){
		.depth = (unsigned)depth,
		.nodes = (uint64_t)nodes,
		.conditional = line->condition_count > 0,
		.path = base_strdup(line->path),
		.line = line->number,
	};
	return 0;
}

/* Reads "arrays position BBQNNRKR ...". Arrangements are numbered from 0 through all such lines. */
static int read_arrays(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	int wanted = variant_option_counted(variant, line->words[1], reason);

	if (wanted < 0)
		return -1;
	for (size_t i = 2; i < line->count; i++, variant->row_count++) {
		const char *row = line->words[i];

		if (strlen(row) > MAX_ROW)
			return reason_fail(reason, "'%s' is more than %d pieces", row, MAX_ROW);
		if (variant->row_count == (unsigned)wanted)
			strcpy(variant->row, row);
	}
	return 0;
}

/* Lines are read in this order. A keyword comes after those it depends on. */
static const struct deffile_keyword keywords[] = {
	{"option", "option KEY VALUE...", 2, DEF_MANY, .named = true, .read = variant_read_option},
	{"sets", "sets NAME...", 1, MAX_OPTION_VALUES, .for_people = true,
	 .read = variant_read_sets},
	{"title", "title TEXT", 1, DEF_MANY, .required = true, .for_people = true,
	 .read = read_title},
	{"board", "board WIDTHxHEIGHT", 1, 1,
	 .replaces = "hole block side equator midline corner truce", .required = true,
	 .read = read_board},
	{"hole", "hole SQUARE...", 1, DEF_MANY, .read = read_hole},
	{"block", "block SQUARE-SQUARE...", 1, DEF_MANY, .read = read_block},
	{"arrays", "arrays OPTION LETTERS...", 2, DEF_MANY, .read = read_arrays},
	{"equator", "equator RANK", 1, 1, .read = read_equator},
	{"midline", "midline FILE", 1, 1, .read = read_midline},
	{"piece", "piece LETTER NAME GAIT...", 3, 10, .named = true, .required = true,
	 .read = read_piece},
	{"royal", "royal LETTER", 1, 1, .required = true, .read = read_royal},
	{"pawn", "pawn LETTER promotes LETTER...", 3, 2 + MAX_TYPES, .read = read_pawn},
	{"worth", "worth LETTER NUMBER...", 2, 2 * MAX_TYPES, .read = read_worth},
	{"turn", "turn NAME NAME...", 2, MAX_SIDES, .replaces = "side team", .required = true,
	 .once = true, .read = read_turn},
	{"team", "team NAME NAME...", 2, MAX_SIDES, .named = true, .read = read_team},
	{"side", "side NAME, and lines indented under it", 1, 1, .named = true, .required = true,
	 .block = variant_side_keywords, .read = read_side},
	{"corner", "corner SQUARE...", 1, MAX_CORNERS, .read = read_corner},
	{"truce", "truce SQUARE SQUARE", 2, 2, .read = read_truce},
	{"ring", "ring OPTION", 1, 1, .replaces = "option sets expect", .read = read_ring},
	{"expect", "expect perft DEPTH COUNT", 3, 3, .for_people = true, .read = read_expect},
	{0},
};

struct variant *variant_load(const char *folder, const char *name, const struct option *options,
			     size_t option_count, struct deffile_faults *faults)
{
	struct deffile_kind kind = {folder, ".variant", "variant", keywords, variant_condition};
	struct deffile *file = deffile_load(&kind, name, faults);
	struct variant *variant;

	if (file == NULL)
		return NULL;
	variant = base_zalloc(1, sizeof *variant);
	variant->folder = base_strdup(folder);
	variant->keepsake = base_zalloc(1, sizeof *variant->keepsake);
	if (strlen(name) > NAME_MAX_LEN)
		deffile_faults_add(faults, deffile_path(file), 1, "a name longer than %d letters",
				   NAME_MAX_LEN);
	else
		strcpy(variant->name, name);
	variant->pawn = NO_KIND;
	variant->truce[0] = variant->truce[1] = NO_SQUARE;
	variant->wanted = options;
	variant->wanted_count = option_count;
	/*
	 * The largest board, so that a fault in the line `board` doesn't cause further faults for
	 * squares.
	 */
	board_init(&variant->board, 20, 20);
	deffile_read(file, variant, faults);
	deffile_digest(file, &variant->digest);
	variant->wanted = NULL;
	variant->wanted_count = 0;
	if (faults->count == 0)
		variant_compile(variant, deffile_path(file), faults);
	deffile_free(file);
	if (faults->count == 0)
		return variant;
	variant_free(variant);
	return NULL;
}

void variant_free(struct variant *variant)
{
	if (variant == NULL)
		return;
	for (unsigned i = 0; i < variant->expect_count; i++)
		free(variant->expects[i].path);
	if (variant->keepsake->made != NULL)
		variant->keepsake->release(variant->keepsake->made);
	free(variant->keepsake);
	free(variant->folder);
	free(variant);
}
