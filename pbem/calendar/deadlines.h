/* SPDX-License-Identifier: MIT */
/* The times by which a seat must answer, for its player's calendar. They contain only public
 * information, and no key. */
#ifndef PBEM_CALENDAR_DEADLINES_H
#define PBEM_CALENDAR_DEADLINES_H

#include <stdint.h>

#include "core/formats/icalendar.h"
#include "core/gamefile/gamefile.h"

/* A set of deadlines has one bit for each: for a turn the number of its clock, which is the board
 * in a ring; and this one for an answer to cards of others. */
enum { DEADLINES_ANSWER = MAX_SEATS };

/* Returns the set of deadlines that are running. */
uint32_t deadlines_open(const struct game *game, unsigned seat);

/* The data for entries about a game in a calendar. */
struct deadlines {
	const struct gamefile *file;
	struct icalendar_source source;
	const char *domain;    /* the site's domain, which makes the names of its games unique */
	const char *opponents; /* "Bob" */
};

/* Adds the deadlines in `open`, which are running, and cancels those in `gone`; in the language in
 * use (vocabulary_push). */
void deadlines_add(const struct deadlines *deadlines, unsigned seat, uint32_t open, uint32_t gone,
		   struct strbuf *out);

#endif
