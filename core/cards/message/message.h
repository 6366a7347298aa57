/* SPDX-License-Identifier: MIT */
/*
 * What a table lives by: letters, the clock, seats that leave. Each function takes the table from
 * one state in which somebody is waited for to the next, and adds the facts of it to `record`,
 * which may be NULL.
 */
#ifndef PBEM_CORE_CARDS_MESSAGE_MESSAGE_H
#define PBEM_CORE_CARDS_MESSAGE_MESSAGE_H

#include "core/cards/table/table.h"

struct order_list;

/* The first turn begins: the seat to move is judged. */
void message_start(struct table *table, struct event_list *record);

/*
 * One message of a seat: all of its orders apply, or none. REFUSED with the reason, for that player
 * alone: it tells nothing of other hands, piles or traps. Facts go to `record`.
 */
enum verdict message_decide(struct table *table, uint8_t seat, const struct order_list *orders,
			    struct event_list *record, struct reason *why);

/* ---- the clock ([window-hours] [cards-that-ask], Panic) ---- */

/* The time of these seats is over: as if they had passed / the first legal answer is given. */
void message_close_window(struct table *table, uint16_t seats, struct event_list *record);
void message_answer_overdue(struct table *table, struct event_list *record);

/* The turn of table_next, under Panic, is lost [lost-turn]: it is passed over at once, or when it
 * would begin; its window must then be closed, too. */
void message_lose_turn(struct table *table, struct event_list *record);

/* A seat resigns or forfeits (`how`). A turn that stands open goes on without it. */
void message_leave(struct table *table, uint8_t seat, const char *how, struct event_list *record);

/* ---- looking ahead ---- */

/* The regular moves legal now without a card, as [trial-legal] says for each phase. */
uint8_t message_legal(const struct table *table, struct move_list *list_out);

/* As if all had passed: for looking ahead, on a copy. */
void message_pass_all(struct table *table);

#endif
