/* SPDX-License-Identifier: MIT */
/* Finds out whether two cards of a hand could be played by Plots Within Plots [trial-plays]. */
#ifndef PBEM_CORE_CARDS_SUBMIT_CARD_PAIRS_H
#define PBEM_CORE_CARDS_SUBMIT_CARD_PAIRS_H

#include "core/cards/state/card_state.h"

/* A seat's own turn so far. */
struct card_pairs_turn {
	const struct card_board *field;
	const struct move
		*move; /* the move that was made, or NULL: the cards come before or instead of it */
	bool moveless; /* no move can be made [turn-without-move] */
};

/* Reports whether some two cards of the seat's hand would be accepted with `plots`, a card that
 * lets two be played: each alone, or only both together. */
bool card_pairs_exist(const struct card_state *table, uint8_t seat, uint8_t plots,
		      const struct card_pairs_turn *turn);

/* Returns the card as which `kind` acts after `first` in the same pair. Haunting Memories acts as
 * that card [haunting-memories-copies]. Returns NULL if `kind` can't be played there. */
const struct card *card_pairs_act_behind(const struct card_state *table, uint8_t seat,
					 uint8_t first, const struct card *first_acts,
					 uint8_t kind);

#endif
