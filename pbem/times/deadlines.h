/* SPDX-License-Identifier: MIT */
/* Until when a seat is waited for, for its player's calendar: public facts alone, and no key. */
#ifndef PBEM_TIMES_DEADLINES_H
#define PBEM_TIMES_DEADLINES_H

#include <stdint.h>

#include "core/exchange/ics.h"
#include "core/record/gamefile.h"

/* A set of a seat's times: those of turns by the number of their clock, a ring's board each, and
 * that of an answer to others' cards. */
enum { DEADLINES_ANSWER = MAX_SEATS };

/* Those that run now. */
uint32_t deadlines_open(const struct game *game, unsigned seat);

/* What stands in a calendar about a game. */
struct deadlines {
	const struct gamefile *file;
	struct ics_source source;
	const char *domain;    /* of the site: its games are called so nowhere else */
	const char *opponents; /* "Bob" */
};

/* Adds those in `open`, which run, and those in `gone` as cancelled; in the language spoken
 * (words_speak). */
void deadlines_add(const struct deadlines *deadlines, unsigned seat, uint32_t open, uint32_t gone,
		   struct text *out);

#endif
