/* SPDX-License-Identifier: MIT */
/*
 * Moves given in advance (core/intent/intent.h). The game's file has the commitment; the moves
 * stand in the seats file until they are played, and are written with the batch of the entry that
 * they belong to. Whatever doesn't fit the commitment is nothing any more.
 */
#ifndef PBEM_AHEAD_AHEAD_H
#define PBEM_AHEAD_AHEAD_H

#include "core/base/base.h"
#include "core/intent/intent.h"
#include "pbem/desk/desk.h"

/* The seat gives this in advance, in place of what it gave on those boards before: the facts are
 * added to those of its letter's entry, if there is anything to say. -1 when the system has no
 * randomness. */
int ahead_give(struct desk_game *game, unsigned seat, struct intent_list *given,
	       struct event_list *events, struct reason *reason);

/*
 * After an entry: plays what is due, entry by entry, each at the time of the one before, until
 * nothing is. What no longer fits is dropped. Who gave it hears of both, the others when they get a
 * letter. Does nothing a second time.
 */
int ahead_follow(struct desk *desk, struct desk_game *game, struct reason *reason);

#endif
