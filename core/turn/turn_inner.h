/* SPDX-License-Identifier: MIT */
/* What the deciders of one kind of game share with those of another. Private to turn*.c. */
#ifndef PBEM_CORE_TURN_TURN_INNER_H
#define PBEM_CORE_TURN_TURN_INNER_H

#include "core/turn/turn.h"

struct table;

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

/* A fact that speaks of a seat, and may have a text. */
void turn_add_seat(struct event_list *events, enum event_kind kind, uint8_t seat, const char *text);

/* What is said stands first, then the orders, as they were read. SAY TO is never published. */
void turn_record_orders(const struct game *game, uint8_t seat, const struct order_list *orders,
			struct event_list *events);

/* Whether the game goes on and the seat is in it. */
enum verdict turn_still_plays(const struct game *game, uint8_t seat, struct reason *why);

/* The functions of turn.h where the game is a ring; the game is being played and the seat in it
 * when turn_ring_forfeit is asked. */
void turn_ring_start(const struct game *game, struct event_list *events);
enum verdict turn_ring_decide(const struct game *game, uint8_t seat,
			      const struct order_list *orders, struct event_list *events,
			      struct reason *why);
enum verdict turn_ring_forfeit(const struct game *game, uint8_t seat, unsigned board,
			       struct event_list *events, struct reason *why);

/* The same where the game is played with cards. */
void turn_cards_start(const struct game *game, const struct piles *laid, struct event_list *events);
enum verdict turn_cards_decide(const struct game *game, uint8_t seat,
			       const struct order_list *orders, struct event_list *events,
			       struct reason *why);
/* The time of these seats is over; with `lost` the turn of the next one is. */
void turn_cards_lapse(const struct game *game, uint16_t seats, bool lost,
		      struct event_list *events);
/* The same from a table where cards are already known, its words mixed in. */
void turn_cards_start_at(const struct game *game, const struct table *table,
			 const struct piles *laid, struct event_list *events);

/* While words or decks are gathered. */
enum verdict turn_gather_decide(const struct game *game, uint8_t seat,
				const struct order_list *orders, struct event_list *events,
				struct reason *why);
void turn_cards_forfeit(const struct game *game, uint8_t seat, struct event_list *events);

#endif
