/* SPDX-License-Identifier: MIT */
/* A seat's own turn as its actions make it: whether it can be sent so. */
#ifndef PBEM_CORE_CARDS_SCRIPT_OWN_H
#define PBEM_CORE_CARDS_SCRIPT_OWN_H

#include "core/cards/table/table.h"

/* Brings field and piles of a copy to where the script has got to, as if nothing were wrong with
 * it. */
void own_run_ahead(const struct table *table, struct table *ahead_out);

/*
 * The turn of the seat, whose actions are those from `first` on, is judged whole: it has a move, or
 * may end without one; the script stands; it leads to no board that was undone; who is asked has an
 * answer. REFUSED with the reason, and the table spoilt.
 */
enum verdict own_judge(struct table *table, uint8_t seat, uint8_t first, struct event_list *record,
		       struct reason *why);

/* Whether a turn could be sent with that card and that move: the card below it when it is played
 * after the move, else above it. The card alone when `move` is NULL. */
bool own_is_accepted(const struct table *table, uint8_t seat, const struct play *play,
		     uint8_t acts_as, enum card_when when, const struct move *move);

#endif
