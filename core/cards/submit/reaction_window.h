/* SPDX-License-Identifier: MIT */
/* Decides who may still answer the open turn, and what follows when nobody may. */
#ifndef PBEM_CORE_CARDS_SUBMIT_REACTION_WINDOW_H
#define PBEM_CORE_CARDS_SUBMIT_REACTION_WINDOW_H

#include "core/cards/state/card_state.h"

/* Opens the windows after an action of `actor` [turn-in-one-letter] [mover-may-answer]. */
void reaction_window_open(struct card_state *table, uint8_t actor);

/*
 * Sets the phase, and goes on until a seat is waited for. When the windows are closed, the turn is
 * final, or the mover moves again.
 */
void reaction_window_advance(struct card_state *table, struct event_list *record);

/* Reports whether the seat's standing PASS applies to the present turn [standing-pass]. */
bool reaction_window_is_waived(const struct card_state *table, uint8_t seat);

/*
 * Copies the orders of a held turn that is due, because the windows have closed. Returns false if
 * there is none, or if the board has changed and the turn was given back [turn-kept].
 */
bool reaction_window_held(struct card_state *table, struct event_list *record,
			  char text_out[HELD_MAX]);

#endif
