/* SPDX-License-Identifier: MIT */
/* Reads card files: one function for each keyword of a card. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/continuous_table.h"
#include "core/cards/effects/effects.h"
#include "core/cards/effects/effects_load.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"

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
static int find_word(const char *word, const char *const *list)
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
		int found = find_word(line->words[i], words);

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
		int man = find_word(line->words[at], card_men);

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
	found = at < line->count ? find_word(line->words[at], forms) : -1;
	if (found >= 0) {
		rule.or_move = strcmp(forms[found], "step") == 0;
		rule.form = rule.or_move ? TARGET_SQUARE : (enum target_form)found;
		at++;
	}
	found = at < line->count ? find_word(line->words[at], whose) : -1;
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
