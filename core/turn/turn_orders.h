/* SPDX-License-Identifier: MIT */
/* What all kinds of games share in deciding the orders of a message. */
#ifndef PBEM_CORE_TURN_TURN_ORDERS_H
#define PBEM_CORE_TURN_TURN_ORDERS_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

/* The orders of a message by kind: of moves, payments and cards the first; NULL where there is
 * none. */
struct turn_orders {
	const struct order *move, *payment, *draw, *draw_no, *claim, *resign, *pass;
	const struct order *play;
	const struct order
		*answer; /* or DISCARD, or IF: what only a table with cards knows besides */
};
void turn_sort_out(const struct order_list *orders, struct turn_orders *out);

/* Whether the seat's word is the last that was missing for a draw. */
bool turn_completes_draw(const struct game *game, uint8_t seat, const struct turn_orders *asked);

/* A draw is offered with a move, and an offer that stands is answered by DRAW alone; only where
 * others must agree too does it go with a move. REFUSED says what is wrong. */
enum verdict turn_check_draw(const struct game *game, uint8_t seat, const struct turn_orders *asked,
			     struct reason *why);

/* What a turn means for the offer that stands: who has `moved` in his own turn takes his own back,
 * and declines another's unless he agrees to it. A conqueror's move with another army says nothing.
 */
void turn_answer_offer(const struct game *game, uint8_t seat, const struct turn_orders *asked,
		       bool moved, struct event_list *events);

/* DRAW or DRAW NO without a turn. True: the game is drawn by it. */
bool turn_answer_draw(const struct game *game, uint8_t seat, const struct turn_orders *asked,
		      struct event_list *events);

/* The game ends drawn; `how` in a word. */
void turn_end_drawn(const struct game *game, const char *how, struct event_list *events);

/* A fact that speaks of a seat, and may have a text. */
void turn_add_seat(struct event_list *events, enum event_kind kind, uint8_t seat, const char *text);

/* What is said stands first, then the orders, as they were read. SAY TO is never published. */
void turn_record_orders(const struct game *game, uint8_t seat, const struct order_list *orders,
			struct event_list *events);

/* Whether the game goes on and the seat is in it. */
enum verdict turn_still_plays(const struct game *game, uint8_t seat, struct reason *why);

#endif
