/* SPDX-License-Identifier: MIT */
/* What a game with cards has beside what all games have: its field, piles, and open turn.
 * `position` of the game is a copy of the field's. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_STATE_H
#define PBEM_CORE_KIND_CARDS_CARDS_STATE_H

#include "core/cards/table/table.h"
#include "core/turn/game.h"

/* The table of a game with cards. */
static inline struct table *cards_state(const struct game *game)
{
	return game->state;
}

#endif
