/* SPDX-License-Identifier: MIT */
/* From the card files of some folders to one set of cards. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/card.h"
#include "core/base/deffile.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

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
	const struct deffile_keyword *keywords;
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
		deffile_faults_add(shelf->faults, path, 1,
				   "the card '%s' stands in %s/%s/%s.card, too; sets that have a "
				   "card of the same name can't be played with together",
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
	shelf->faults->asked = true;
	text_done(&there);
}

/* Adds the cards of one set. */
static void load_cards(struct shelf *shelf)
{
	char *path = base_printf("%s/%s", shelf->folder, shelf->name);
	const struct deffile_kind kind = {path, ".card", "card", shelf->keywords, NULL};
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
			"'%s' is no set of cards: expected names of folders, " SET_LETTERS
			", with commas between them",
			name);
		return 0;
	}
	qsort(names, count, sizeof *names, text_compare);
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

struct card_set *card_set_load(const char *folder, const char *sets,
			       const struct deffile_keyword *keywords,
			       struct deffile_faults *faults)
{
	struct card_set *set = base_zalloc(1, sizeof *set);
	struct shelf shelf = {.folder = folder, .keywords = keywords, .set = set, .faults = faults};
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

void card_set_free(struct card_set *set)
{
	if (set == NULL)
		return;
	for (unsigned i = 0; i < set->count; i++) {
		free(set->cards[i].lasts);
		free(set->cards[i].plays);
		free(set->cards[i].text);
		free((void *)set->cards[i].effect);
	}
	free(set);
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
