/* SPDX-License-Identifier: MIT */
/* What a game of a ring has beside what all games have: its boards. `position` and `history` of
 * the game mean nothing. */
#ifndef PBEM_CORE_KIND_CIRCLE_CIRCLE_STATE_H
#define PBEM_CORE_KIND_CIRCLE_CIRCLE_STATE_H

#include "core/ring/ring.h"
#include "core/turn/game.h"

/* The boards of a game that is a ring. */
static inline struct ring *circle_state(const struct game *game)
{
	return game->state;
}

#endif
