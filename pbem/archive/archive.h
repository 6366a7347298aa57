/* SPDX-License-Identifier: MIT */
/*
 * An archive: pages that everybody may read, made of the public files of those games of a site that
 * are to be published (the option `publish`). A page a game, which is made anew only when the game
 * has changed; lists of games and players; nothing in it asks for anything elsewhere.
 */
#ifndef PBEM_ARCHIVE_ARCHIVE_H
#define PBEM_ARCHIVE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"

struct variant_library;

struct archive_wish {
	const char *folder;	    /* where it is to be */
	const char *site;	    /* the site's folder */
	const char *name;	    /* what the site is called */
	const char *language;	    /* NULL: English */
	const char *templates;	    /* pbem's own */
	const char *site_templates; /* the site's */
	const char *games;	    /* where definitions and words are */
	int64_t now;
	bool anew;     /* whatever has changed */
	unsigned jobs; /* so many games at a time, each in a process of its own when it isn't 1 */
	/* Is told of each game that is damaged, with file and line, or that nobody could take. */
	void (*damaged)(void *context, const char *line);
	void *context;
};

struct archive_count {
	size_t games, made, damaged; /* that stand in it; made anew; with something wrong */
	size_t written;		     /* files that have become others */
	size_t undone;		     /* whose process ended before; they stand in it as before */
};

/* Makes it, or brings it up to date. -1 with the reason when it can't be; a damaged game is named,
 * and all others are made. What is made is the same with any number of jobs. */
int archive_make(const struct archive_wish *wish, struct variant_library *library,
		 struct archive_count *count_out, struct reason *reason);

/* Hands what is wrong with the wording of its pages, pbem's and the site's, to `report`, a fault a
 * line with file and line; how many. */
size_t archive_check(const char *templates, const char *site_templates,
		     void (*report)(void *context, const char *line), void *context);

#endif
