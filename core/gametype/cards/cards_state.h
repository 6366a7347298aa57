/* SPDX-License-Identifier: MIT */
/* The state of a game with cards in addition to that of all games: its board, piles, open turn, and
 * clock. The game's `position` is a copy of the board's. */
#ifndef PBEM_CORE_GAMETYPE_CARDS_CARDS_STATE_H
#define PBEM_CORE_GAMETYPE_CARDS_CARDS_STATE_H

#include "core/cards/state/card_state.h"
#include "core/game/game.h"

struct cards_state {
	struct card_state table;
	/* The question since which `opened_to` may send its next turn. Times of Panic count from
	 * it. */
	struct question opened;
	uint8_t opened_to; /* the seat, or NO_SIDE */
	unsigned let_go;   /* the entry, while it is applied, in which a turn sent in advance was
			      played */
};

/* Returns the whole state. */
static inline struct cards_state *cards_state_whole(const struct game *game)
{
	return game->state;
}

/* Returns the table of a game with cards. */
static inline struct card_state *cards_state(const struct game *game)
{
	return &cards_state_whole(game)->table;
}

#endif
