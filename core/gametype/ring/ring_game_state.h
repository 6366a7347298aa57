/* SPDX-License-Identifier: MIT */
/* The state of a ring in addition to that of all games: its boards. The game's own `position` and
 * `history` have no meaning. */
#ifndef PBEM_CORE_GAMETYPE_RING_RING_GAME_STATE_H
#define PBEM_CORE_GAMETYPE_RING_RING_GAME_STATE_H

#include "core/game/game.h"
#include "core/ring/ring.h"

/* Returns the boards of a game that is a ring. */
static inline struct ring *ring_game_state(const struct game *game)
{
	return game->state;
}

#endif
