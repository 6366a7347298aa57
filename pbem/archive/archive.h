/* SPDX-License-Identifier: MIT */
/*
 * An archive: pages that everybody may read, made from the public files of the site's games that
 * are to be published (the option `publish`). It has one page per game, which is made again only
 * when the game has changed, and lists of games and players. The pages load nothing from other
 * sites.
 */
#ifndef PBEM_ARCHIVE_ARCHIVE_H
#define PBEM_ARCHIVE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"

struct variant_library;

struct archive_request {
	const char *folder;	    /* the archive's folder */
	const char *site;	    /* the site's folder */
	const char *name;	    /* the site's name */
	const char *language;	    /* NULL: English */
	const char *templates;	    /* the folder of pbem's own templates */
	const char *site_templates; /* the folder of the site's templates */
	const char *games;	    /* the folder of definitions and words */
	int64_t now;
	bool rebuild;  /* make everything again, not only what has changed */
	unsigned jobs; /* number of games at a time; each in a process of its own unless it is 1 */
	/* Called for each game that is damaged, with file and line, and for each that couldn't be
	 * handled. */
	void (*damaged)(void *context, const char *line);
	void *context;
};

struct archive_count {
	size_t games, made,
		damaged; /* games in the archive; games made again; games with a fault */
	size_t written;	 /* files that have changed */
	size_t undone;	 /* games whose process ended early; their pages stay as they were */
};

/* Makes the archive, or brings it up to date. Returns -1 with the reason when that is impossible. A
 * damaged game is reported, and all others are made. The result is the same with any number of
 * jobs. */
int archive_make(const struct archive_request *request, struct variant_library *library,
		 struct archive_count *count_out, struct reason *reason);

/* Reports each fault in the templates of the pages, pbem's and the site's, to `report`: one line
 * per fault, with file and line number. Returns the number of faults. */
size_t archive_check(const char *templates, const char *site_templates,
		     void (*report)(void *context, const char *line), void *context);

#endif
