/* SPDX-License-Identifier: MIT */
/* What the files that make an archive share; for archive*.c alone. */
#ifndef PBEM_ARCHIVE_ARCHIVE_INNER_H
#define PBEM_ARCHIVE_ARCHIVE_INNER_H

#include "pbem/archive/archive.h"
#include "pbem/archive/catalogue.h"
#include "pbem/archive/chronicle.h"
#include "pbem/archive/forms.h"
#include "pbem/archive/shelf.h"

/* How the program makes pages: with another number all are made anew. */
enum { ARCHIVE_FORM = 1 };

struct archive {
	const struct archive_wish *wish;
	struct forms *forms;
	struct variant_library *library;
	struct shelf shelf;
	struct digest stamp;
	struct catalogue before, now;
	char *language; /* "en" */
	struct archive_count *count;
};

/* The values of a page, made one by one; those that all pages have come first. */
enum { ARCHIVE_VALUES = 32 };
struct archive_page {
	struct archive *archive;
	struct text texts[ARCHIVE_VALUES];
	struct value values[ARCHIVE_VALUES];
	size_t count;
};

/* `root` is the way from the page to the archive's first folder: "" or "../". */
void archive_page_init(struct archive_page *page, struct archive *archive, const char *root);

/* A value more, to be written as HTML. */
struct text *archive_page_add(struct archive_page *page, const char *name);

/* Fills the form with them and puts it into the archive under that name; the page is done with. */
int archive_page_put(struct archive_page *page, const char *form, const char *name,
		     struct reason *reason);

/* A moment as "2026-11-23", with the whole of it for machines. */
void archive_add_time(int64_t when, struct text *out);

/* What a game's page tells beside what was read of the game. */
struct archive_told {
	const char *damage; /* a sentence, or "" */
	const char *files;  /* what else there is to take along, items of a list in HTML */
	bool delayed;	    /* not all that was played is shown yet */
	const struct text *faults, *notes; /* of checking, a line each */
	bool checked;			   /* it was, and its file is there */
};

/* A game file in hand. */
struct archive_source {
	const char *id;
	char *path;
	uint64_t size;	 /* when it was looked at */
	int64_t changed; /* its time in nanoseconds */
	struct text bytes;
	struct digest digest;
};

/* Puts a game that is to be published into the archive, or a page that tells what is wrong with it;
 * one that hasn't begun is left out. */
int archive_take(struct archive *archive, const struct archive_source *source,
		 struct reason *reason);

/* Puts what others make of it beside a game's page, a picture and the forms of other programs, and
 * adds an item for each to a list. */
int archive_put_files(struct archive *archive, const struct archive_source *source,
		      const struct chronicle *chronicle, struct text *items_out,
		      struct reason *reason);

/* The page of a game. */
int archive_put_game(struct archive *archive, const char *id, const struct chronicle *chronicle,
		     const struct archive_told *told, struct reason *reason);

/* The lists of games, of players, and how they fared against each other. */
int archive_put_lists(struct archive *archive, struct reason *reason);

#endif
