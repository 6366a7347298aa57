/* SPDX-License-Identifier: MIT */
/*
 * Decisions at a table: messages, the clock, seats that leave. Each function takes the table from
 * one state in which it waits for a seat to the next, and adds its events to `record`, which may be
 * NULL.
 */
#ifndef PBEM_CORE_CARDS_SUBMIT_SUBMIT_H
#define PBEM_CORE_CARDS_SUBMIT_SUBMIT_H

#include "core/cards/state/card_state.h"

struct order_list;

/* Begins the first turn. */
void submit_start(struct card_state *table, struct event_list *record);

/*
 * Decides one message of a seat: all of its orders apply, or none. Returns REFUSED with the reason,
 * which is for that player alone and reveals nothing of other hands, piles or traps.
 */
enum verdict submit_decide(struct card_state *table, uint8_t seat, const struct order_list *orders,
			   struct event_list *record, struct reason *why);

/* ---- the clock ([window-hours] [cards-that-ask], Panic) ---- */

/* Apply the end of the time: these seats pass, or the first legal answer is given. */
void submit_close_window(struct card_state *table, uint16_t seats, struct event_list *record);
void submit_answer_overdue(struct card_state *table, struct event_list *record);

/* Loses the turn of card_state_next, which is under Panic [lost-turn]: it is passed over at once,
 * or when it would begin. In the second case its window must be closed, too. */
void submit_lose_turn(struct card_state *table, struct event_list *record);

/* Lets a seat leave that resigns or forfeits (`how`). An open turn of another seat goes on without
 * it. */
void submit_leave(struct card_state *table, uint8_t seat, const char *how,
		  struct event_list *record);

/* ---- looking ahead ---- */

/* Lists the regular moves that are legal now without a card, as [trial-legal] defines for each
 * phase. Returns the seat that may move or must answer; NO_SIDE when the game is over. */
uint8_t submit_legal(const struct card_state *table, struct move_list *list_out);

/* Changes a table as if all seats that are asked had passed: for looking ahead, on a copy. */
void submit_pass_all(struct card_state *table);

#endif
