/* SPDX-License-Identifier: MIT */
/* From card files to a set of cards: one function for each keyword. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/card.h"
#include "core/cards/effects/effects.h"
#include "core/base/deffile.h"
#include "core/base/text.h"

/* The words of the line from `first` on, with one blank between them. */
static char *join_words(const struct deffile_line *line, size_t first)
{
	struct text joined;
	char *string;

	text_init(&joined, 0);
	for (size_t i = first; i < line->count; i++)
		text_addf(&joined, "%s%s", i > first ? " " : "", line->words[i]);
	string = base_strdup(joined.bytes);
	text_done(&joined);
	return string;
}

static int unknown_word(const char *what, const char *word, const char *const *known,
			struct reason *reason)
{
	const char *nearest = deffile_nearest(word, known);

	if (nearest != NULL)
		reason_set(reason, "unknown %s '%s'; did you mean '%s'?", what, word, nearest);
	else
		reason_set(reason, "unknown %s '%s'", what, word);
	return -1;
}

/* The place of a word in a list that NULL ends, or -1. */
static int find_word(const char *word, const char *const *list)
{
	for (int i = 0; list[i] != NULL; i++)
		if (strcmp(list[i], word) == 0)
			return i;
	return -1;
}

/* Lines but `target` and `text` stand once; a second one would silently win. */
static int check_first(const struct deffile_line *line, bool said, struct reason *reason)
{
	if (said)
		reason_set(reason, "'%s' was said above", line->words[0]);
	return said ? -1 : 0;
}

static int read_name(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;
	char *name;
	int result = 0;

	if (check_first(line, card->name[0] != '\0', reason) != 0)
		return -1;
	name = join_words(line, 1);
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
	long points = text_number(line->words[1], 999);

	if (check_first(line, card->points != 0, reason) != 0)
		return -1;
	if (points < 0 || (line->count > 2 && strcmp(line->words[2], "unique") != 0)) {
		reason_set(reason, "expected: points NUMBER [unique]");
		return -1;
	}
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

	if (check_first(line, card->when != 0, reason) != 0)
		return -1;
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

	if (check_first(line, card->continuing, reason) != 0)
		return -1;
	card->continuing = true;
	card->lasts = join_words(line, 1);
	return 0;
}

static int read_needs(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;

	return check_first(line, card->needs[0] != '\0', reason) == 0
		       ? card_read_needs(card, line->words[1], reason)
		       : -1;
}

static const char *const man_words[] = {"king", "queen", "rook", "bishop", "knight", "pawn", NULL};

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
		int man = find_word(line->words[at], man_words);

		if (man < 0)
			return unknown_word("kind of piece", line->words[at], man_words, reason);
		rule->kinds |= (uint16_t)(1 << man);
		if (at + 1 < line->count &&
		    (strcmp(line->words[at + 1], "or") != 0 || at + 2 == line->count)) {
			reason_set(reason, "expected: KIND or KIND ...");
			return -1;
		}
	}
	if (but)
		rule->kinds = (uint16_t)(ANY_MAN & ~rule->kinds);
	return 0;
}

/* target [optional] [repeated] [FORM] [own | enemy | empty] [kinds] */
static int read_target(void *target, const struct deffile_line *line, struct reason *reason)
{
	static const char *const forms[] = {"square", "move", "chain",	   "edge", "kind", "card",
					    "seat",   "turn", "promotion", "step", NULL};
	static const char *const whose[] = {"any", "own", "enemy", "empty", "our", NULL};
	struct card *card = target;
	struct target_rule rule = {TARGET_SQUARE, WHOSE_OPEN, 0, false, false, false};
	size_t at = 1;
	int found;

	if (card->target_count == MAX_CARD_TARGETS) {
		reason_set(reason, "a card has at most %d targets", MAX_CARD_TARGETS);
		return -1;
	}
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

	if (check_first(line, card->unordered, reason) != 0)
		return -1;
	card->unordered = true;
	return 0;
}

static int read_effect(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;
	const struct effect_rules *named = effects_named(line->words[1]);

	if (check_first(line, card->effect != NULL, reason) != 0)
		return -1;
	if (named == NULL)
		return unknown_word("effect", line->words[1], effects_names(), reason);
	for (size_t i = 2; i < line->count; i++) {
		if (strlen(line->words[i]) > CARD_NAME_MAX) {
			reason_set(reason, "'%s' is too long", line->words[i]);
			return -1;
		}
		strcpy(card->arguments[i - 2], line->words[i]);
	}
	card->argument_count = (unsigned)(line->count - 2);
	return effects_fit(card, named, reason);
}

static int read_plays(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct card *card = target;

	if (check_first(line, card->plays != NULL, reason) != 0)
		return -1;
	card->plays = join_words(line, 1);
	return 0;
}

/* A text may go over several lines. */
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
	{"name", "name WORDS", 1, DEF_MANY, .required = true, .read = read_name},
	{"points", "points NUMBER [unique]", 1, 2, .required = true, .read = read_points},
	{"when", "when MOMENT ...", 1, DEF_MANY, .required = true, .read = read_when},
	{"lasts", "lasts WORDS", 1, DEF_MANY, .read = read_lasts},
	{"needs", "needs bishop|turning|OPTION=VALUE", 1, 1, .read = read_needs},
	{"target", "target [optional] [repeated] [FORM] [WHOSE] [KINDS]", 1, DEF_MANY,
	 .read = read_target},
	{"either", "either", 0, 0, .read = read_either},
	{"effect", "effect NAME [WORD ...]", 1, 1 + MAX_CARD_ARGUMENTS, .required = true,
	 .read = read_effect},
	{"plays", "plays WORDS", 1, DEF_MANY, .for_people = true, .read = read_plays},
	{"text", "text WORDS", 1, DEF_MANY, .required = true, .for_people = true,
	 .read = read_text},
	{NULL, NULL, 0, 0, .read = NULL},
};

/* The file's name a card of that name must have: "fog-of-war". */
static void file_name(const char *name, char out[CARD_NAME_MAX + 1])
{
	size_t len = 0;

	for (; *name != '\0'; name++)
		if (isalnum((unsigned char)*name))
			out[len++] = (char)tolower((unsigned char)*name);
		else if (*name == ' ' || *name == '-')
			out[len++] = '-';
	out[len] = '\0';
}

/* What the files of all sets add up to, while they are read. */
struct shelf {
	const char *folder; /* of the sets */
	const char *name;   /* of the set being read */
	struct card_set *set;
	struct text digests, whole; /* of each file, a line */
	struct deffile_faults *faults;
};

/* Two sets in one game: whose card would a name be? */
static void check_other_sets(const struct shelf *shelf, const char *path)
{
	const struct card_set *set = shelf->set;
	const struct card *card = &set->cards[set->count - 1];

	for (unsigned i = 0; i + 1 < set->count; i++) {
		const struct card *other = &set->cards[i];
		char file[CARD_NAME_MAX + 1];

		if (card->name[0] == '\0' || strcmp(card->name, other->name) != 0)
			continue;
		file_name(other->name, file);
		deffile_faults_add(
			shelf->faults, path, 1,
			"the card '%s' stands in %s/%s/%s.card, too; sets that have a card "
			"of the same name can't be played with together",
			card->name, shelf->folder, other->set, file);
	}
}

/* Reads one file into the set's next card. */
static void load_card(const struct deffile_kind *kind, const char *name, struct shelf *shelf)
{
	struct card *card = &shelf->set->cards[shelf->set->count];
	struct deffile *file = deffile_load(kind, name, shelf->faults);
	char wanted[CARD_NAME_MAX + 1];
	struct digest digest;

	if (file == NULL)
		return;
	shelf->set->count++;
	snprintf(card->set, sizeof card->set, "%s", shelf->name);
	deffile_read(file, card, shelf->faults);
	deffile_digest(file, &digest);
	text_addf(&shelf->digests, "%s\n", digest.hex);
	deffile_digest_whole(file, &digest);
	text_addf(&shelf->whole, "%s\n", digest.hex);
	file_name(card->name, wanted);
	if (card->name[0] != '\0' && strcmp(name, wanted) != 0)
		deffile_faults_add(shelf->faults, deffile_path(file), 1,
				   "the card '%s' belongs in a file %s.card", card->name, wanted);
	check_other_sets(shelf, deffile_path(file));
	deffile_free(file);
}

static int compare_cards(const void *a, const void *b)
{
	return strcmp(((const struct card *)a)->name, ((const struct card *)b)->name);
}

/* No folder is called so: says which sets there are. */
static void miss_set(const struct shelf *shelf)
{
	char **names = card_set_names(shelf->folder);
	struct text there;

	text_init(&there, 0);
	for (char **name = names; *name != NULL; name++) {
		text_addf(&there, "%s%s", name == names ? "; there are: " : ", ", *name);
		free(*name);
	}
	free(names);
	deffile_faults_add(shelf->faults, shelf->folder, 0, "there is no set of cards '%s'%s",
			   shelf->name, there.bytes);
	text_done(&there);
}

/* Adds the cards of one set. */
static void load_cards(struct shelf *shelf)
{
	char *path = base_printf("%s/%s", shelf->folder, shelf->name);
	const struct deffile_kind kind = {path, ".card", "card", keywords, NULL};
	struct deffile_faults *faults = shelf->faults;
	char **names = deffile_names(&kind);
	const bool listed = errno == 0;

	if (!listed && errno == ENOENT) {
		miss_set(shelf);
	} else if (!listed) {
		faults->passing = true;
		deffile_faults_add(faults, path, 1, "%s", strerror(errno));
	}
	if (names[0] == NULL && listed)
		deffile_faults_add(faults, path, 1, "there are no cards here");
	for (size_t i = 0; names[i] != NULL; i++) {
		if (shelf->set->count < MAX_CARD_KINDS)
			load_card(&kind, names[i], shelf);
		else
			deffile_faults_add(faults, path, 1, "%s: a game has at most %d cards",
					   names[i], MAX_CARD_KINDS);
		free(names[i]);
	}
	free(names);
	free(path);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "first,second" as names, in the order of the alphabet: how many, 0 with a fault when it isn't
 * such a list. */
static size_t split_names(char *list, char *names[MAX_CARD_SETS], const struct shelf *shelf)
{
	size_t count = 0;

	for (char *name; count < MAX_CARD_SETS && (name = strsep(&list, ",")) != NULL; count++) {
		names[count] = name;
		if (*name != '\0' &&
		    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name))
			continue;
		deffile_faults_add(
			shelf->faults, shelf->folder, 1,
			"'%s' is no set of cards: expected names of folders, with commas "
			"between them",
			name);
		return 0;
	}
	qsort(names, count, sizeof *names, compare_names);
	for (size_t i = 0; i + 1 < count; i++) {
		if (strcmp(names[i], names[i + 1]) != 0)
			continue;
		deffile_faults_add(shelf->faults, shelf->folder, 1, "the set '%s' is named twice",
				   names[i]);
		return 0;
	}
	if (list != NULL)
		deffile_faults_add(shelf->faults, shelf->folder, 1, "more than %d sets",
				   MAX_CARD_SETS);
	return count;
}

struct card_set *card_set_load(const char *folder, const char *sets, struct deffile_faults *faults)
{
	struct card_set *set = base_zalloc(1, sizeof *set);
	struct shelf shelf = {.folder = folder, .set = set, .faults = faults};
	char *list = base_strdup(sets), *names[MAX_CARD_SETS];
	size_t before = faults->count, count = split_names(list, names, &shelf);

	text_init(&shelf.digests, 0);
	text_init(&shelf.whole, 0);
	for (size_t i = 0; i < count; i++) {
		shelf.name = names[i];
		load_cards(&shelf);
	}
	digest_bytes(shelf.digests.bytes, shelf.digests.len, &set->digest);
	digest_bytes(shelf.whole.bytes, shelf.whole.len, &set->whole_digest);
	qsort(set->cards, set->count, sizeof set->cards[0], compare_cards);
	text_done(&shelf.whole);
	text_done(&shelf.digests);
	free(list);
	if (faults->count == before)
		return set;
	card_set_free(set);
	return NULL;
}

char **card_set_names(const char *folder)
{
	const struct deffile_kind all = {.folder = folder, .suffix = ""};
	char **names = deffile_names(&all);
	size_t count = 0;

	for (size_t i = 0; names[i] != NULL; i++) {
		char *path = base_printf("%s/%s", folder, names[i]);
		const struct deffile_kind kind = {.folder = path, .suffix = ".card"};
		char **cards = deffile_names(&kind);
		bool is_set = cards[0] != NULL;

		for (char **card = cards; *card != NULL; card++)
			free(*card);
		free(cards);
		free(path);
		if (is_set)
			names[count++] = names[i];
		else
			free(names[i]);
	}
	names[count] = NULL;
	return names;
}

struct card_set *card_set_of(const char *games, const char *sets, struct reason *reason)
{
	char *folder = base_printf("%s/cards", games);
	struct deffile_faults faults;
	struct card_set *set;

	deffile_faults_init(&faults);
	set = card_set_load(folder, sets, &faults);
	if (set == NULL)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	free(folder);
	return set;
}
