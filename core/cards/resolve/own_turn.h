/* SPDX-License-Identifier: MIT */
/* Judges whether a seat's own turn, as its actions make it, can be sent. */
#ifndef PBEM_CORE_CARDS_RESOLVE_OWN_TURN_H
#define PBEM_CORE_CARDS_RESOLVE_OWN_TURN_H

#include "core/cards/state/card_state.h"

/* Runs the script on a copy of the table, as if nothing were wrong with it. The copy has the
 * resulting board and piles. */
void own_turn_run_ahead(const struct card_state *table, struct card_state *ahead_out);

/* Reports whether the seat's king has returned and nothing can move before the seat plays a card.
 * Its cards may then be the whole turn, and a card for after the move needs no move. */
bool own_turn_is_moveless(const struct card_state *table, uint8_t seat);

/*
 * Judges the whole turn of the seat, whose actions begin at `first`. It must have a move, or be
 * allowed to end without one. The script must be possible and lead to no undone board, and a seat
 * that is asked must have an answer. Returns REFUSED with the reason, and leaves the table
 * unusable.
 */
enum verdict own_turn_judge(struct card_state *table, uint8_t seat, uint8_t first,
			    struct event_list *record, struct reason *why);

enum { MAX_OWN_CARDS = 3 };

/* A card that could be sent in one's own turn; `play.card` is its kind. */
struct own_card {
	struct play play;
	uint8_t acts_as;
	enum card_when when;
};

/* A turn that could be sent: a card, or Plots Within Plots and its two. The cards come after the
 * move if the last of them is played after it, otherwise before it. */
struct own_turn {
	struct own_card cards[MAX_OWN_CARDS];
	unsigned count;
	const struct move *move; /* or NULL: none */
};

/* Copies the table, with the turn of the seat to move open and nothing done in it yet. */
void own_turn_open(const struct card_state *table, struct card_state *open_out);

/* Reports whether that turn would be accepted as a whole. */
bool own_turn_is_accepted(const struct card_state *table, uint8_t seat,
			  const struct own_turn *turn);

#endif
