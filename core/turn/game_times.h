/* SPDX-License-Identifier: MIT */
/* What the clock must know of a game whose kind has one: since when is asked what. */
#ifndef PBEM_CORE_TURN_GAME_TIMES_H
#define PBEM_CORE_TURN_GAME_TIMES_H

#include "core/turn/game.h"

/* When the program stood still, in seconds since 1970. */
struct outage {
	int64_t from, to;
};

/* Reads the fact of an outage. -1 when it isn't well-formed. */
int game_times_outage(const struct event *event, struct outage *outage_out);

/* What a fact that has been applied means for the game's questions, and for `own` (may be NULL),
 * one that its kind keeps beside them. -1 when it can't be true. */
int game_times_note(struct game *game, struct question *own, const struct entry_head *head,
		    const struct event *event, struct reason *reason);

#endif
