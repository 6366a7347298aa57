/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves (core/game/conditional.h). The game's file has the commitment. The moves are in
 * the seats file until they are played, and are written with the batch of the entry that they
 * belong to. A plan that doesn't fit the commitment is void.
 */
#ifndef PBEM_BATCH_CONDITIONAL_PLAY_H
#define PBEM_BATCH_CONDITIONAL_PLAY_H

#include "core/game/conditional.h"
#include "core/util/base.h"
#include "pbem/site/workspace.h"

/* Records a seat's conditional moves, which replace those that it gave on these boards earlier.
 * Adds the events, if there are any, to those of the message's entry. Returns -1 when the system
 * has no randomness. */
int conditional_play_give(struct workspace_game *game, unsigned seat,
			  struct conditional_list *given, struct event_list *events,
			  struct reason *reason);

/*
 * Plays the conditional moves that are due after an entry, each in an entry of its own, at the time
 * of the entry before. Drops plans that no longer fit. Notifies the plan's player of both, and the
 * others of played moves in mail that they get anyway. A second call does nothing.
 */
int conditional_play_follow(struct workspace *workspace, struct workspace_game *game,
			    struct reason *reason);

#endif
