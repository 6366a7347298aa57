/* SPDX-License-Identifier: MIT */
/* Reads the card files of some folders into one set of cards. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/card.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Builds the file name that a card of that name must have: "fog-of-war". */
static void card_file_name(const char *name, char out[CARD_NAME_MAX + 1])
{
	size_t len = 0;

	for (; *name != '\0'; name++)
		if (isalnum((unsigned char)*name))
			out[len++] = (char)tolower((unsigned char)*name);
		else if (*name == ' ' || *name == '-')
			out[len++] = '-';
	out[len] = '\0';
}

/* The state of reading the files of all sets. */
struct set_loading {
	const char *folder; /* of the sets */
	const char *name;   /* of the set being read */
	const struct deffile_keyword *keywords;
	struct card_set *set;
	struct strbuf digests; /* of each file, one per line */
	struct deffile_faults *faults;
};

/* Adds a fault if an earlier card of another set has the same name. */
static void check_other_sets(const struct set_loading *loading, const char *path)
{
	const struct card_set *set = loading->set;
	const struct card *card = &set->cards[set->count - 1];

	for (unsigned i = 0; i + 1 < set->count; i++) {
		const struct card *other = &set->cards[i];
		char file[CARD_NAME_MAX + 1];

		if (card->name[0] == '\0' || strcmp(card->name, other->name) != 0)
			continue;
		card_file_name(other->name, file);
		deffile_faults_add(loading->faults, path, 1,
				   "the card '%s' stands in %s/%s/%s.card, too; sets that have a "
				   "card of the same name can't be played with together",
				   card->name, loading->folder, other->set, file);
	}
}

/* Reads one file into the set's next card. */
static void load_card(const struct deffile_kind *kind, const char *name,
		      struct set_loading *loading)
{
	struct card *card = &loading->set->cards[loading->set->count];
	struct deffile *file = deffile_load(kind, name, loading->faults);
	char wanted[CARD_NAME_MAX + 1];
	struct sha256 digest;

	if (file == NULL)
		return;
	loading->set->count++;
	snprintf(card->set, sizeof card->set, "%s", loading->name);
	deffile_read(file, card, loading->faults);
	deffile_digest(file, &digest);
	strbuf_addf(&loading->digests, "%s\n", digest.hex);
	card_file_name(card->name, wanted);
	if (card->name[0] != '\0' && strcmp(name, wanted) != 0)
		deffile_faults_add(loading->faults, deffile_path(file), 1,
				   "the card '%s' belongs in a file %s.card", card->name, wanted);
	check_other_sets(loading, deffile_path(file));
	deffile_free(file);
}

static int compare_cards(const void *a, const void *b)
{
	return strcmp(((const struct card *)a)->name, ((const struct card *)b)->name);
}

/* Adds the fault that there is no folder of that name, with the sets that there are. */
static void report_missing_set(const struct set_loading *loading)
{
	char **names = card_set_names(loading->folder);
	struct strbuf there;

	strbuf_init(&there, 0);
	for (char **name = names; *name != NULL; name++) {
		strbuf_addf(&there, "%s%s", name == names ? "; there are: " : ", ", *name);
		free(*name);
	}
	free(names);
	deffile_faults_add(loading->faults, loading->folder, 0, "there is no set of cards '%s'%s",
			   loading->name, there.bytes);
	loading->faults->asked = true;
	strbuf_done(&there);
}

static void load_cards(struct set_loading *loading)
{
	char *path = base_printf("%s/%s", loading->folder, loading->name);
	const struct deffile_kind kind = {path, ".card", "card", loading->keywords, NULL};
	struct deffile_faults *faults = loading->faults;
	char **names = deffile_names(&kind);
	const bool listed = errno == 0;

	if (!listed && errno == ENOENT) {
		report_missing_set(loading);
	} else if (!listed) {
		faults->passing = true;
		deffile_faults_add(faults, path, 1, "%s", strerror(errno));
	}
	if (names[0] == NULL && listed)
		deffile_faults_add(faults, path, 1, "there are no cards here");
	for (size_t i = 0; names[i] != NULL; i++) {
		if (loading->set->count < MAX_CARD_KINDS)
			load_card(&kind, names[i], loading);
		else
			deffile_faults_add(faults, path, 1, "%s: a game has at most %d cards",
					   names[i], MAX_CARD_KINDS);
		free(names[i]);
	}
	free(names);
	free(path);
}

/* Splits "first,second" into names, sorted alphabetically. Returns their number, or 0 with a fault
 * if it isn't such a list. */
static size_t split_names(char *list, char *names[MAX_CARD_SETS], const struct set_loading *loading)
{
	size_t count = 0;

	for (char *name; count < MAX_CARD_SETS && (name = strsep(&list, ",")) != NULL; count++) {
		names[count] = name;
		if (*name != '\0' &&
		    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name))
			continue;
		deffile_faults_add(
			loading->faults, loading->folder, 1,
			"'%s' is no set of cards: expected names of folders, " SET_LETTERS
			", with commas between them",
			name);
		return 0;
	}
	qsort(names, count, sizeof *names, strbuf_compare);
	for (size_t i = 0; i + 1 < count; i++) {
		if (strcmp(names[i], names[i + 1]) != 0)
			continue;
		deffile_faults_add(loading->faults, loading->folder, 1,
				   "the set '%s' is named twice", names[i]);
		return 0;
	}
	if (list != NULL)
		deffile_faults_add(loading->faults, loading->folder, 1, "more than %d sets",
				   MAX_CARD_SETS);
	return count;
}

struct card_set *card_set_load(const char *folder, const char *sets,
			       const struct deffile_keyword *keywords,
			       struct deffile_faults *faults)
{
	struct card_set *set = base_zalloc(1, sizeof *set);
	struct set_loading loading = {
		.folder = folder, .keywords = keywords, .set = set, .faults = faults};
	char *list = base_strdup(sets), *names[MAX_CARD_SETS];
	size_t before = faults->count, count = split_names(list, names, &loading);

	strbuf_init(&loading.digests, 0);
	for (size_t i = 0; i < count; i++) {
		loading.name = names[i];
		load_cards(&loading);
	}
	sha256_bytes(loading.digests.bytes, loading.digests.len, &set->digest);
	qsort(set->cards, set->count, sizeof set->cards[0], compare_cards);
	strbuf_done(&loading.digests);
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
