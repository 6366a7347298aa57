/* SPDX-License-Identifier: MIT */
/* Helpers for deciding the orders of a message, for all kinds of games. */
#ifndef PBEM_CORE_GAME_TURN_ORDERS_H
#define PBEM_CORE_GAME_TURN_ORDERS_H

#include "core/game/game.h"
#include "core/order/order_parse.h"
#include "core/util/base.h"

/* The first order of each kind in a message, or NULL. */
struct turn_orders {
	const struct order *move, *payment, *draw, *draw_no, *claim, *resign, *pass;
	const struct order *undo; /* or UNDO NO */
	const struct order *play;
	const struct order *answer; /* or DISCARD, AUTOPASS, IF: only with cards */
};

/*
 * A message being judged: its seat, its orders, and where its events or the reason for a refusal
 * go. Without orders if a moderator puts a seat out of the game.
 */
struct turn_message {
	const struct game *game;
	uint8_t seat;
	const struct order_list *orders; /* NULL: none */
	struct turn_orders asked;
	struct event_list *events;
	struct reason *why;
	bool heard; /* SAY affects the game, so its text is in the record */
};
struct turn_message turn_message_of(const struct game *game, uint8_t seat,
				    const struct order_list *orders, struct event_list *events,
				    struct reason *why);

/* Reports whether the message has any order except SAY. */
bool turn_acts(const struct turn_message *message);

/*
 * Checks that the game has begun and, for orders that act, that it isn't over and the seat is in
 * play.
 */
enum verdict turn_admit(const struct turn_message *message);

/* Reports whether another seat's offer of a draw is open. */
bool turn_is_offered(const struct turn_message *message);

/*
 * Checks orders about draws. A draw is offered together with a move, and DRAW alone accepts an open
 * offer. DRAW with a move accepts an offer only if others must agree too. REFUSED says what is
 * wrong.
 */
enum verdict turn_check_draw(const struct turn_message *message);

/*
 * Applies a turn to an open draw offer. A seat that has `moved` in its own turn withdraws its own
 * offer, and declines another's unless it agrees. A conqueror's move with another army changes
 * nothing.
 */
void turn_answer_offer(const struct turn_message *message, bool moved);

/* Applies DRAW or DRAW NO without a turn. Returns true if the game is drawn by it. */
bool turn_answer_draw(const struct turn_message *message);

/* Ends the game as drawn; `how` is one word. */
void turn_end_drawn(const struct turn_message *message, const char *how);

/* Adds an event about a seat. `text` may be NULL. */
void turn_add_seat(struct event_list *events, enum event_kind kind, uint8_t seat, const char *text);

/*
 * Records the text of SAY, unless the terms keep it out of the record, then the orders as they were
 * read. SAY TO is never published.
 */
void turn_record_orders(const struct turn_message *message);

#endif
