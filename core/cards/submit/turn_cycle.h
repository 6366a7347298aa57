/* SPDX-License-Identifier: MIT */
/* The beginning and end of turns: whose turn comes next, mates, draws. */
#ifndef PBEM_CORE_CARDS_SUBMIT_TURN_CYCLE_H
#define PBEM_CORE_CARDS_SUBMIT_TURN_CYCLE_H

#include "core/cards/state/card_state.h"

/* Begins the turn of position.turn: due effects happen, mate and stalemate are decided, and seats
 * that lose their turn are passed over. This goes on until a seat has to move or to answer, or the
 * game is over. */
void turn_cycle_begin(struct card_state *table, struct event_list *record);

/* Continues the beginning of a turn after its demand was answered (Under Elf Hill). */
void turn_cycle_begun(struct card_state *table, struct event_list *record);

/* Makes the open turn final, and begins the next one. */
void turn_cycle_final(struct card_state *table, struct event_list *record);

/* Handles the PASS of the seat in turn, which has no move: the turn is passed over, or it is
 * stalemate. */
void turn_cycle_without_move(struct card_state *table, struct event_list *record);

/* Passes over the turn that has begun, because it is lost. */
void turn_cycle_lose(struct card_state *table, struct event_list *record);

/* Decides for a mover who has no possible move without a card: mate or stalemate [fog-and-the-move]
 * [spent-then-move]. */
void turn_cycle_stuck(struct card_state *table, struct event_list *record);

/* Removes a seat from the game, beaten by `by` or by nobody (NO_SIDE) [hand-of-who-left]. */
void turn_cycle_beat(struct card_state *table, uint8_t seat, uint8_t by, const char *how,
		     struct event_list *record);

/* Removes cards that were handed back to seats that have left in this turn [hand-of-who-left]. */
void turn_cycle_clear_gone(struct card_state *table, struct event_list *record);

/* Records the finished turn in a line. A void turn gets none: the record says that it was passed
 * over. */
void turn_cycle_note_played(const struct card_state *table, struct event_list *record);

/* Discards the cards that seats have named, if they played none, and draws others [final-discard]
 * [lapsed-discard]. */
void turn_cycle_discard(struct card_state *table, struct event_list *record);

#endif
