/* SPDX-License-Identifier: MIT */
/* A seat's own turn as its actions make it: whether it can be sent so. */
#ifndef PBEM_CORE_CARDS_SCRIPT_OWN_H
#define PBEM_CORE_CARDS_SCRIPT_OWN_H

#include "core/cards/table/table.h"

/* Brings field and piles of a copy to where the script has got to, as if nothing were wrong with
 * it. */
void own_run_ahead(const struct table *table, struct table *ahead_out);

/* Whether the seat's king is back and nothing can move before it plays a card: its cards may be the
 * whole turn, and one for after the move needs none. */
bool own_is_moveless(const struct table *table, uint8_t seat);

/*
 * The turn of the seat, whose actions are those from `first` on, is judged whole: it has a move, or
 * may end without one; the script stands; it leads to no board that was undone; who is asked has an
 * answer. REFUSED with the reason, and the table spoilt.
 */
enum verdict own_judge(struct table *table, uint8_t seat, uint8_t first, struct event_list *record,
		       struct reason *why);

enum { MAX_OWN_CARDS = 3 };

/* A card that could be sent in one's own turn; `play.card` is its kind. */
struct own_card {
	struct play play;
	uint8_t acts_as;
	enum card_when when;
};

/* A turn that could be sent: a card, or Plots Within Plots and its two, below the move when the
 * last of them is played after it, else above it. */
struct own_turn {
	struct own_card cards[MAX_OWN_CARDS];
	unsigned count;
	const struct move *move; /* or NULL: none */
};

/* The table as it is when the turn of the seat to move is open, and nothing done in it yet. */
void own_open(const struct table *table, struct table *open_out);

/* Whether that turn would be accepted as a whole. */
bool own_is_accepted(const struct table *table, uint8_t seat, const struct own_turn *turn);

#endif
