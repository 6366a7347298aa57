/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/deffile.h"
#include "pbem/reading/reply/mailers.h"

static const char *const list_keywords[MAILERS_LISTS] = {
	[MAILERS_WROTE] = "wrote",     [MAILERS_WRITER] = "writer",
	[MAILERS_DATED] = "dated",     [MAILERS_ORIGINAL] = "original",
	[MAILERS_FORWARD] = "forward", [MAILERS_FROM] = "from",
	[MAILERS_DATE] = "date",       [MAILERS_TO] = "to",
	[MAILERS_SUBJECT] = "subject", [MAILERS_FIELD] = "field",
	[MAILERS_SENT] = "sent",       [MAILERS_SENT_END] = "sent-end",
	[MAILERS_AWAY] = "away",       [MAILERS_ROBOT] = "robot",
	[MAILERS_FAILED] = "failed",   [MAILERS_DELAYED] = "delayed",
	[MAILERS_MARK] = "mark",       [MAILERS_OPENING] = "opening",
	[MAILERS_HAND] = "hand",
};

struct phrases {
	struct span *items;
	size_t count, size;
};

struct mailers {
	struct phrases lists[MAILERS_LISTS];
	struct deffile **files; /* in which the phrases stand */
	size_t file_count;
};

static char *folders[2]; /* the program's own, the site's */
static struct mailers *known;

static void mailers_free(struct mailers *mailers)
{
	if (mailers == NULL)
		return;
	for (size_t i = 0; i < MAILERS_LISTS; i++)
		free(mailers->lists[i].items);
	for (size_t i = 0; i < mailers->file_count; i++)
		deffile_free(mailers->files[i]);
	free(mailers->files);
	free(mailers);
}

void mailers_from(const char *folder, const char *site_folder)
{
	free(folders[0]);
	free(folders[1]);
	folders[0] = base_strdup(folder);
	folders[1] = site_folder != NULL ? base_strdup(site_folder) : NULL;
	mailers_free(known);
	known = NULL;
}

const struct span *mailers_phrases(enum mailers_list list, size_t *count_out)
{
	*count_out = known != NULL ? known->lists[list].count : 0;
	return known != NULL ? known->lists[list].items : NULL;
}

/* ---- files ---- */

static void add(struct phrases *phrases, struct span phrase)
{
	if (phrases->count == phrases->size) {
		phrases->size = phrases->size ? 2 * phrases->size : 64;
		phrases->items =
			base_realloc(phrases->items, phrases->size * sizeof *phrases->items);
	}
	phrases->items[phrases->count++] = phrase;
}

/* The words stay where the file has them. In an address a _ is one. */
static int read_list(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct mailers *mailers = target;
	size_t list = 0;

	(void)reason;
	while (strcmp(list_keywords[list], line->words[0]) != 0)
		list++;
	for (size_t i = 1; i < line->count; i++) {
		char *word = line->words[i];

		for (char *c = word; *c != '\0' && list != MAILERS_ROBOT; c++)
			*c = *c == '_' ? ' ' : *c;
		add(&mailers->lists[list], (struct span){word, strlen(word)});
	}
	return 0;
}

#define LIST(name)                                                                                 \
	{                                                                                          \
		name, name " PHRASE ...", 1, DEF_MANY, .read = read_list                           \
	}

static const struct deffile_keyword keywords[] = {
	LIST("wrote"),	 LIST("writer"),  LIST("dated"),  LIST("original"),
	LIST("forward"), LIST("from"),	  LIST("date"),	  LIST("to"),
	LIST("subject"), LIST("field"),	  LIST("sent"),	  LIST("sent-end"),
	LIST("away"),	 LIST("robot"),	  LIST("failed"), LIST("delayed"),
	LIST("mark"),	 LIST("opening"), LIST("hand"),	  {NULL, NULL, 0, 0, .read = NULL},
};

static void load_folder(const char *folder, bool own, struct mailers *mailers,
			struct deffile_faults *faults)
{
	const struct deffile_kind kind = {folder, ".words", "file of mailers' words", keywords,
					  NULL};
	char **names = deffile_names(&kind);
	const int number = errno;

	if (number != 0 && (number != ENOENT || own)) {
		faults->passing = faults->passing || number != ENOENT;
		deffile_faults_add(faults, folder, 0, "can't be read: %s%s", strerror(number),
				   number == ENOENT
					   ? ". Install pbem whole, or let PBEM_DATA name the "
					     "folder that has games, templates and mailers"
					   : "");
	}
	for (char **name = names; *name != NULL; name++) {
		struct deffile *file = deffile_load(&kind, *name, faults);

		free(*name);
		if (file == NULL)
			continue;
		deffile_read(file, mailers, faults);
		mailers->files = base_realloc(mailers->files,
					      (mailers->file_count + 1) * sizeof(struct deffile *));
		mailers->files[mailers->file_count++] = file;
	}
	free(names);
}

/* Without one of the lists quotes would be taken for what a player wrote; but the last are of our
 * own letters in further languages. */
static void check_lists(const struct mailers *mailers, struct deffile_faults *faults)
{
	for (size_t i = 0; i < MAILERS_LISTS; i++)
		if (mailers->lists[i].count == 0 && i < MAILERS_MARK)
			deffile_faults_add(faults, folders[0], 0,
					   "no file of mailers' words has a line '%s': pbem's own "
					   "quotes.words and automatic.words have all of them",
					   list_keywords[i]);
}

int mailers_load(struct deffile_faults *faults)
{
	struct mailers *mailers = base_zalloc(1, sizeof *mailers);
	const size_t before = faults->count;

	mailers_free(known);
	known = NULL;
	load_folder(folders[0], true, mailers, faults);
	if (folders[1] != NULL)
		load_folder(folders[1], false, mailers, faults);
	if (faults->count == before)
		check_lists(mailers, faults);
	if (faults->count > before) {
		mailers_free(mailers);
		return -1;
	}
	known = mailers;
	return 0;
}

int mailers_need(struct reason *reason)
{
	struct deffile_faults faults;
	int result;

	if (known != NULL)
		return 0;
	deffile_faults_init(&faults);
	result = mailers_load(&faults);
	if (result < 0)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	return result;
}
