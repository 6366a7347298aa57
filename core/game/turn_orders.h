/* SPDX-License-Identifier: MIT */
/* What all kinds of games share in deciding the orders of a message. */
#ifndef PBEM_CORE_TURN_TURN_ORDERS_H
#define PBEM_CORE_TURN_TURN_ORDERS_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

/* The first order of each kind in a message; NULL where there is none. */
struct turn_orders {
	const struct order *move, *payment, *draw, *draw_no, *claim, *resign, *pass;
	const struct order *undo; /* or UNDO NO */
	const struct order *play;
	const struct order
		*answer; /* or DISCARD, or IF: what only a table with cards knows besides */
};

/* A message being judged: whose it is, what it asks, and where its facts, or why there are none,
 * go. Of a seat that a moderator puts out of the game: without orders. */
struct turn_message {
	const struct game *game;
	uint8_t seat;
	const struct order_list *orders; /* NULL: none */
	struct turn_orders asked;
	struct event_list *events;
	struct reason *why;
	bool heard; /* what is said plays a part in the game: so it stands in the record */
};
struct turn_message turn_message_of(const struct game *game, uint8_t seat,
				    const struct order_list *orders, struct event_list *events,
				    struct reason *why);

/* Whether it asks for anything but words to be passed on. */
bool turn_acts(const struct turn_message *message);

/* Whether the game has begun, and for who acts whether it goes on and the seat is in it. */
enum verdict turn_admit(const struct turn_message *message);

/* Whether another seat's offer of a draw stands. */
bool turn_is_offered(const struct turn_message *message);

/* A draw is offered with a move, and an offer that stands is answered by DRAW alone; only where
 * others must agree too does it go with a move. REFUSED says what is wrong. */
enum verdict turn_check_draw(const struct turn_message *message);

/* What a turn means for the offer that stands: who has `moved` in his own turn takes his own back,
 * and declines another's unless he agrees to it. A conqueror's move with another army says nothing.
 */
void turn_answer_offer(const struct turn_message *message, bool moved);

/* DRAW or DRAW NO without a turn. True: the game is drawn by it. */
bool turn_answer_draw(const struct turn_message *message);

/* The game ends drawn; `how` in a word. */
void turn_end_drawn(const struct turn_message *message, const char *how);

/* A fact that speaks of a seat, and may have a text. */
void turn_add_seat(struct event_list *events, enum event_kind kind, uint8_t seat, const char *text);

/* What is said stands first, unless the game's terms leave it to letters, then the orders, as they
 * were read. SAY TO is never published. */
void turn_record_orders(const struct turn_message *message);

#endif
