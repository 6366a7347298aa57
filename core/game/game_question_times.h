/* SPDX-License-Identifier: MIT */
/* The times of questions, for kinds of games with response times. */
#ifndef PBEM_CORE_GAME_GAME_QUESTION_TIMES_H
#define PBEM_CORE_GAME_GAME_QUESTION_TIMES_H

#include "core/game/game.h"

/* A time during which the program did not run, in seconds since 1970. */
struct outage {
	int64_t from, to;
};

/* Reads the event of an outage. Returns -1 if it is malformed. */
int game_times_outage(const struct event *event, struct outage *outage_out);

/*
 * Applies an event to the game's questions, after the board has applied it. `own` (may be NULL) is
 * another question that the kind of game has. Returns -1 if the event is impossible.
 */
int game_times_note(struct game *game, struct question *own, const struct entry_head *head,
		    const struct event *event, struct reason *reason);

#endif
