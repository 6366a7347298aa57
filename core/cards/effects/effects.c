/* SPDX-License-Identifier: MIT */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/continuous_table.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/effects/effects.h"
#include "core/cards/effects/effects_load.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"

#define EFFECTS_TABLE(name) effects_##name##_rules,
static const struct effect_rules *const tables[] = {EFFECTS_TABLES(EFFECTS_TABLE)};
#undef EFFECTS_TABLE

static const struct effect_rules *effects_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		for (const struct effect_rules *rules = tables[i]; rules->name != NULL; rules++)
			if (strcmp(rules->name, name) == 0)
				return rules;
	return NULL;
}

/*
 * effects_named returns the effect of that name, or NULL. effects_names writes all names, and NULL
 * after the last, for "did you mean".
 */
static void effects_names(const char *names_out[EFFECTS_NAMES_MAX + 1])
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		for (const struct effect_rules *rules = tables[i]; rules->name != NULL; rules++)
			if (count < EFFECTS_NAMES_MAX)
				names_out[count++] = rules->name;
	names_out[count] = NULL;
}

/* Returns which word of `form`, "a|b|c", the word is, from 0. If `form` is in capitals, every word
 * is word 0. Returns -1 for none. *count_out: the number of words in `form`. */
static int find_word(const char *word, const char *form, size_t len, unsigned *count_out)
{
	int found = isupper((unsigned char)*form) ? 0 : -1;
	unsigned count = 0;

	for (const char *at = form; at < form + len; count++) {
		const char *bar = memchr(at, '|', (size_t)(form + len - at));
		size_t part = (size_t)((bar ? bar : form + len) - at);

		if (part == strlen(word) && memcmp(at, word, part) == 0)
			found = (int)count;
		at += part + 1;
	}
	*count_out = count;
	return found;
}

static bool read_arguments(const struct card *card, const char *form, uint32_t *said_out)
{
	unsigned used = 0, first = 0, count;
	const char *word;
	size_t len;

	for (; form != NULL && strbuf_next_word(&form, &word, &len); first += count) {
		bool optional = *word == '[';
		int found = find_word(used < card->argument_count ? card->arguments[used] : "",
				      word + optional, len - 2 * optional, &count);

		if (found >= 0 && used < card->argument_count) {
			*said_out |= 1u << (first + (unsigned)found);
			used++;
		} else if (!optional) {
			return false;
		}
	}
	return used == card->argument_count;
}

/* Adds the forms of the card's targets: "s s?", "m+". */
static void write_forms(const struct card *card, struct strbuf *out)
{
	static const char letters[] = {
		[TARGET_SQUARE] = 's', [TARGET_MOVE] = 'm', [TARGET_CHAIN] = 'c',
		[TARGET_EDGE] = 'e',   [TARGET_KIND] = 'k', [TARGET_CARD] = 'a',
		[TARGET_SEAT] = 'S',   [TARGET_TURN] = 't', [TARGET_PROMOTION] = 'p',
	};

	for (unsigned i = 0; i < card->target_count; i++) {
		const struct target_rule *rule = &card->targets[i];

		strbuf_addf(out, "%s%c", i > 0 ? " " : "", letters[rule->form]);
		if (rule->repeats)
			strbuf_add_char(out, rule->optional ? '*' : '+');
		else if (rule->optional)
			strbuf_add_char(out, '?');
	}
}

/* Gives the card its own row, made from the row of the named effect and the card's words. Returns
 * -1 with what was expected if its arguments and targets don't fit the effect. The forms of targets
 * are letters: s square, m move, c chain, e edge, k kind, a card, S seat, t turn, p promotion. */
static int effects_fit(struct card *card, const struct effect_rules *named, struct reason *reason)
{
	struct effect_rules *rules = base_alloc(sizeof *rules);
	uint32_t said = 0;
	struct strbuf forms;
	int result = 0;

	*rules = *named;
	card->effect = rules;
	if (!read_arguments(card, rules->arguments, &said))
		return reason_fail(reason, "expected: effect %s%s%s", rules->name,
				   rules->arguments ? " " : "",
				   rules->arguments ? rules->arguments : "");
	if (named->words != NULL && said != 0)
		*rules = named->words[__builtin_ctz(said)];
	rules->name = named->name;
	rules->said = said;
	rules->laid = EFFECT_KINDS;
	if (rules->read != NULL && rules->read(card, rules, reason) < 0)
		return -1;
	strbuf_init(&forms, 0);
	strbuf_add(&forms, "");
	write_forms(card, &forms);
	if (rules->targets != NULL && strcmp(rules->targets, forms.bytes) != 0) {
		reason_set(reason, "the effect '%s' wants targets of the forms '%s', not '%s'",
			   rules->name, rules->targets, forms.bytes);
		result = -1;
	}
	strbuf_done(&forms);
	return result;
}

/* Reads card files: one function for each keyword of a card. */

/* Returns the words of the line from `first` on, separated by single spaces. The caller frees the
 * text. */
static char *join_words(const struct deffile_line *line, size_t first)
{
	struct strbuf joined;
	char *string;

	strbuf_init(&joined, 0);
	for (size_t i = first; i < line->count; i++)
		strbuf_addf(&joined, "%s%s", i > first ? " " : "", line->words[i]);
	string = base_strdup(joined.bytes);
	strbuf_done(&joined);
	return string;
}

static int unknown_word(const char *what, const char *word, const char *const *known,
			struct reason *reason)
{
	const char *nearest = deffile_nearest(word, known);

	return nearest != NULL ? reason_fail(reason, "unknown %s '%s'; did you mean '%s'?", what,
					     word, nearest)
			       : reason_fail(reason, "unknown %s '%s'", what, word);
}

/* Returns the index of a word in a list that ends with NULL, or -1. */
static int find_value(const char *word, const char *const *list)
{
	for (int i = 0; list[i] != NULL; i++)
		if (strcmp(list[i], word) == 0)
			return i;
	return -1;
}

static int read_name(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;
	char *name = join_words(line, 1);
	int result = 0;

	if (strpbrk(name, ",:") != NULL) {
		reason_set(reason, "a card's name has no comma and no colon: lists and game files "
				   "part by them");
		result = -1;
	} else if (strlen(name) > CARD_NAME_MAX) {
		reason_set(reason, "a card's name has at most %d letters", CARD_NAME_MAX);
		result = -1;
	} else {
		strcpy(card->name, name);
	}
	free(name);
	return result;
}

static int read_points(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;
	long points = strbuf_number(line->words[1], 999);

	if (points < 0 || (line->count > 2 && strcmp(line->words[2], "unique") != 0))
		return reason_fail(reason, "expected: points NUMBER [unique]");
	card->points = (uint16_t)points;
	card->unique = line->count > 2;
	return 0;
}

static int read_when(void *target, const struct deffile_line *line, struct reason *reason)
{
	static const char *const words[] = {"before", "instead", "after", "captured", "moved",
					    "turn",   "card",	 "any",	  "copied",   NULL};
	static const uint8_t bits[] = {WHEN_BEFORE,   WHEN_INSTEAD, WHEN_AFTER,
				       WHEN_CAPTURED, WHEN_MOVED,   WHEN_TURN,
				       WHEN_CARD,     WHEN_ANY,	    0};
	struct card *card = target;

	for (size_t i = 1; i < line->count; i++) {
		int found = find_value(line->words[i], words);

		if (found < 0)
			return unknown_word("moment", line->words[i], words, reason);
		card->when |= bits[found];
	}
	return 0;
}

static int read_lasts(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;

	(void)reason;
	card->continuing = true;
	card->lasts = join_words(line, 1);
	return 0;
}

static int read_needs(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;

	return card_read_needs(card, line->words[1], reason);
}

/* Reads "KIND [or KIND ...]", "but KIND [or KIND ...]", or "piece" at line->words[at]. */
static int read_kinds(const struct deffile_line *line, size_t at, struct target_rule *rule,
		      struct reason *reason)
{
	bool but = at < line->count && strcmp(line->words[at], "but") == 0;

	if (at < line->count && rule->whose == WHOSE_OPEN)
		rule->whose = WHOSE_ANY;
	if (at + 1 == line->count && strcmp(line->words[at], "piece") == 0)
		return 0;
	for (at += but; at < line->count; at += 2) {
		int man = find_value(line->words[at], card_men);

		if (man < 0)
			return unknown_word("kind of piece", line->words[at], card_men, reason);
		rule->kinds |= (uint16_t)(1 << man);
		if (at + 1 < line->count &&
		    (strcmp(line->words[at + 1], "or") != 0 || at + 2 == line->count))
			return reason_fail(reason, "expected: KIND or KIND ...");
	}
	if (but)
		rule->kinds = (uint16_t)(ANY_MAN & ~rule->kinds);
	return 0;
}

/* Reads "target [optional] [repeated] [FORM] [any | own | enemy | empty | our] [kinds]". */
static int read_target(void *target, const struct deffile_line *line, struct reason *reason)
{
	static const char *const forms[] = {"square", "move", "chain",	   "edge", "kind", "card",
					    "seat",   "turn", "promotion", "step", NULL};
	static const char *const whose[] = {"any", "own", "enemy", "empty", "our", NULL};
	struct card *card = target;
	struct target_rule rule = {TARGET_SQUARE, WHOSE_OPEN, 0, false, false, false};
	size_t at = 1;
	int found;

	if (card->target_count == MAX_CARD_TARGETS)
		return reason_fail(reason, "a card has at most %d targets", MAX_CARD_TARGETS);
	for (; at < line->count; at++)
		if (strcmp(line->words[at], "optional") == 0)
			rule.optional = true;
		else if (strcmp(line->words[at], "repeated") == 0)
			rule.repeats = true;
		else
			break;
	found = at < line->count ? find_value(line->words[at], forms) : -1;
	if (found >= 0) {
		rule.or_move = strcmp(forms[found], "step") == 0;
		rule.form = rule.or_move ? TARGET_SQUARE : (enum target_form)found;
		at++;
	}
	found = at < line->count ? find_value(line->words[at], whose) : -1;
	if (found >= 0) {
		rule.whose = (enum target_whose)found;
		at++;
	}
	if (read_kinds(line, at, &rule, reason) < 0)
		return -1;
	card->targets[card->target_count++] = rule;
	return 0;
}

static int read_either(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;

	(void)line;
	(void)reason;
	card->unordered = true;
	return 0;
}

static int read_effect(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;
	const struct effect_rules *named = effects_named(line->words[1]);
	const char *names[EFFECTS_NAMES_MAX + 1];

	effects_names(names);
	if (named == NULL)
		return unknown_word("effect", line->words[1], names, reason);
	for (size_t i = 2; i < line->count; i++) {
		if (strlen(line->words[i]) > CARD_NAME_MAX)
			return reason_fail(reason, "'%s' is too long", line->words[i]);
		strcpy(card->arguments[i - 2], line->words[i]);
	}
	card->argument_count = (unsigned)(line->count - 2);
	return effects_fit(card, named, reason);
}

static int read_plays(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;

	(void)reason;
	card->plays = join_words(line, 1);
	return 0;
}

/* Reads a line of the text, which may have several lines. */
static int read_text(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;
	char *more = join_words(line, 1), *before = card->text;

	(void)reason;
	card->text = before ? base_printf("%s %s", before, more) : base_strdup(more);
	free(before);
	free(more);
	return 0;
}

static const struct deffile_keyword keywords[] = {
	{"name", "name WORDS", 1, DEF_MANY, .once = true, .required = true, .read = read_name},
	{"points", "points NUMBER [unique]", 1, 2, .once = true, .required = true,
	 .read = read_points},
	{"when", "when MOMENT ...", 1, DEF_MANY, .once = true, .required = true, .read = read_when},
	{"lasts", "lasts WORDS", 1, DEF_MANY, .once = true, .read = read_lasts},
	{"needs", "needs bishop|turning|OPTION=VALUE", 1, 1, .once = true, .read = read_needs},
	{"target", "target [optional] [repeated] [FORM] [WHOSE] [KINDS]", 1, DEF_MANY,
	 .read = read_target},
	{"either", "either", 0, 0, .once = true, .read = read_either},
	{"effect", "effect NAME [WORD ...]", 1, 1 + MAX_CARD_ARGUMENTS, .once = true,
	 .required = true, .read = read_effect},
	{"plays", "plays WORDS", 1, DEF_MANY, .once = true, .for_people = true, .read = read_plays},
	{"text", "text WORDS", 1, DEF_MANY, .required = true, .for_people = true,
	 .read = read_text},
	{NULL, NULL, 0, 0, .read = NULL},
};

struct card_set *effects_set_load(const char *folder, const char *sets,
				  struct deffile_faults *faults)
{
	return card_set_load(folder, sets, keywords, faults);
}

struct card_set *effects_set_of(const char *games, const char *sets, struct reason *reason)
{
	char *folder = base_printf("%s/cards", games);
	struct deffile_faults faults;
	struct card_set *set;

	deffile_faults_init(&faults);
	set = effects_set_load(folder, sets, &faults);
	if (set == NULL)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	free(folder);
	return set;
}

static void release_book(void *made)
{
	struct card_ruleset *book = made;

	card_set_free((struct card_set *)book->set);
	card_ruleset_free(book);
}

/* Returns the sets that a variant's games are played with. If the definition names none, this is
 * the only set that there is. The caller frees the text. Returns NULL with the reason. */
static char *choose_sets(const struct variant *variant, struct reason *reason)
{
	const char *named = variant_option(variant, "sets");
	char *folder, **names, *only;

	if (named != NULL)
		return base_strdup(named);
	folder = base_printf("%s/cards", variant->folder);
	names = card_set_names(folder);
	only = names[0] != NULL && names[1] == NULL ? base_strdup(names[0]) : NULL;
	if (only == NULL)
		reason_set(reason,
			   "%s/%s.variant: which sets of cards of %s is it played with? A line "
			   "'sets NAME' says so",
			   variant->folder, variant->name, folder);
	for (char **name = names; *name != NULL; name++)
		free(*name);
	free(names);
	free(folder);
	return only;
}

const struct card_ruleset *effects_book_of(const struct variant *variant, struct reason *reason)
{
	struct variant_cache *keepsake = variant->keepsake;
	char *sets = keepsake->made == NULL ? choose_sets(variant, reason) : NULL;
	struct card_set *set = sets != NULL ? effects_set_of(variant->folder, sets, reason) : NULL;

	if (set != NULL)
		*keepsake = (struct variant_cache){card_ruleset_new(variant, set, continuous_rows),
						   release_book};
	free(sets);
	return keepsake->made;
}
