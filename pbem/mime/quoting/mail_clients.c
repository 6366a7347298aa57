/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/deffile.h"
#include "pbem/mime/quoting/mail_clients.h"

static const char *const list_keywords[MAIL_CLIENTS_LISTS] = {
	[MAIL_CLIENTS_WROTE] = "wrote",	    [MAIL_CLIENTS_WRITER] = "writer",
	[MAIL_CLIENTS_DATED] = "dated",	    [MAIL_CLIENTS_ORIGINAL] = "original",
	[MAIL_CLIENTS_FORWARD] = "forward", [MAIL_CLIENTS_FROM] = "from",
	[MAIL_CLIENTS_DATE] = "date",	    [MAIL_CLIENTS_TO] = "to",
	[MAIL_CLIENTS_SUBJECT] = "subject", [MAIL_CLIENTS_FIELD] = "field",
	[MAIL_CLIENTS_SENT] = "sent",	    [MAIL_CLIENTS_SENT_END] = "sent-end",
	[MAIL_CLIENTS_AWAY] = "away",	    [MAIL_CLIENTS_ROBOT] = "robot",
	[MAIL_CLIENTS_FAILED] = "failed",   [MAIL_CLIENTS_DELAYED] = "delayed",
	[MAIL_CLIENTS_TRYING] = "trying",   [MAIL_CLIENTS_REACTED] = "reacted",
	[MAIL_CLIENTS_LIKED] = "liked",	    [MAIL_CLIENTS_MARK] = "mark",
	[MAIL_CLIENTS_OPENING] = "opening", [MAIL_CLIENTS_HAND] = "hand",
};

struct phrases {
	struct span *items;
	size_t count, size;
};

struct mail_clients {
	struct phrases lists[MAIL_CLIENTS_LISTS];
	struct deffile **files; /* the files that contain the phrases */
	size_t file_count;
};

static char *folders[2]; /* the program's own, the site's */
static struct mail_clients *known;

static void mail_clients_free(struct mail_clients *mailers)
{
	if (mailers == NULL)
		return;
	for (size_t i = 0; i < MAIL_CLIENTS_LISTS; i++)
		free(mailers->lists[i].items);
	for (size_t i = 0; i < mailers->file_count; i++)
		deffile_free(mailers->files[i]);
	free(mailers->files);
	free(mailers);
}

void mail_clients_set_folders(const char *folder, const char *site_folder)
{
	free(folders[0]);
	free(folders[1]);
	folders[0] = base_strdup(folder);
	folders[1] = site_folder != NULL ? base_strdup(site_folder) : NULL;
	mail_clients_free(known);
	known = NULL;
}

const struct span *mail_clients_phrases(enum mail_clients_list list, size_t *count_out)
{
	*count_out = known != NULL ? known->lists[list].count : 0;
	return known != NULL ? known->lists[list].items : NULL;
}

/* ---- files ---- */

static void add_phrase(struct phrases *phrases, struct span phrase)
{
	phrases->items =
		base_grow(phrases->items, phrases->count, &phrases->size, sizeof *phrases->items);
	phrases->items[phrases->count++] = phrase;
}

/* Adds the phrases of a line, without copying them. A _ means a space, except in addresses. */
static int read_list(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct mail_clients *mailers = target;
	size_t list = 0;

	(void)reason;
	while (strcmp(list_keywords[list], line->words[0]) != 0)
		list++;
	for (size_t i = 1; i < line->count; i++) {
		char *word = line->words[i];

		for (char *c = word; *c != '\0' && list != MAIL_CLIENTS_ROBOT; c++)
			*c = *c == '_' ? ' ' : *c;
		add_phrase(&mailers->lists[list], (struct span){word, strlen(word)});
	}
	return 0;
}

#define LIST(name)                                                                                 \
	{                                                                                          \
		name, name " PHRASE ...", 1, DEF_MANY, .read = read_list                           \
	}

static const struct deffile_keyword keywords[] = {
	LIST("wrote"),
	LIST("writer"),
	LIST("dated"),
	LIST("original"),
	LIST("forward"),
	LIST("from"),
	LIST("date"),
	LIST("to"),
	LIST("subject"),
	LIST("field"),
	LIST("sent"),
	LIST("sent-end"),
	LIST("away"),
	LIST("robot"),
	LIST("failed"),
	LIST("delayed"),
	LIST("trying"),
	LIST("reacted"),
	LIST("liked"),
	LIST("mark"),
	LIST("opening"),
	LIST("hand"),
	{NULL, NULL, 0, 0, .read = NULL},
};

static void load_folder(const char *folder, bool own, struct mail_clients *mailers,
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
					   ? ". Install pbem again, or set PBEM_DATA to the folder "
					     "that has games, templates and mailers"
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

/* Checks that no list is empty. Otherwise quotes would be taken for what a player wrote. The last
 * lists, about our own letters in other languages, may be empty. */
static void check_lists(const struct mail_clients *mailers, struct deffile_faults *faults)
{
	for (size_t i = 0; i < MAIL_CLIENTS_LISTS; i++)
		if (mailers->lists[i].count == 0 && i < MAIL_CLIENTS_MARK)
			deffile_faults_add(faults, folders[0], 0,
					   "no file of mailers' words has a line '%s': pbem's own "
					   "quotes.words and automatic.words have all of them",
					   list_keywords[i]);
}

int mail_clients_load(struct deffile_faults *faults)
{
	struct mail_clients *mailers = base_zalloc(1, sizeof *mailers);
	const size_t before = faults->count;

	mail_clients_free(known);
	known = NULL;
	load_folder(folders[0], true, mailers, faults);
	if (folders[1] != NULL)
		load_folder(folders[1], false, mailers, faults);
	if (faults->count == before)
		check_lists(mailers, faults);
	if (faults->count > before) {
		mail_clients_free(mailers);
		return -1;
	}
	known = mailers;
	return 0;
}

int mail_clients_need(struct reason *reason)
{
	struct deffile_faults faults;
	int result;

	if (known != NULL)
		return 0;
	deffile_faults_init(&faults);
	result = mail_clients_load(&faults);
	if (result < 0)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	return result;
}
