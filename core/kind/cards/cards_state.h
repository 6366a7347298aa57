/* SPDX-License-Identifier: MIT */
/* What a game with cards has beside what all games have: its field, piles, open turn, and clock.
 * `position` of the game is a copy of the field's. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_STATE_H
#define PBEM_CORE_KIND_CARDS_CARDS_STATE_H

#include "core/cards/table/table.h"
#include "core/turn/game.h"

struct cards_state {
	struct table table;
	struct question
		opened;	   /* the one that first let `opened_to` send its next turn as things */
	uint8_t opened_to; /* stand, or NO_SIDE: panic times count from it */
	unsigned let_go;   /* the entry, as it is applied, in which a turn sent ahead was taken */
};

/* All of it. */
static inline struct cards_state *cards_state_whole(const struct game *game)
{
	return game->state;
}

/* The table of a game with cards. */
static inline struct table *cards_state(const struct game *game)
{
	return &cards_state_whole(game)->table;
}

#endif
