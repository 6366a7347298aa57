/* SPDX-License-Identifier: MIT */
/* The turns of a game with cards. What is named with a function is what it promises: turn_* in
 * core/turn/turn.h. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_TURN_H
#define PBEM_CORE_KIND_CARDS_CARDS_TURN_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

struct piles;
struct table;

/* turn_start: the game begins while nobody holds a card. */
void cards_start(const struct game *game, struct event_list *events);

/* The same with piles laid by deck_lay. */
void cards_start_dealt(const struct game *game, const struct piles *laid,
		       struct event_list *events);

/* The same from a table where cards are already known, its words mixed in. `laid` may be NULL. */
void cards_start_at(const struct game *game, const struct table *table, const struct piles *laid,
		    struct event_list *events);

/* turn_decide, once the game has begun. */
enum verdict cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events, struct reason *why);

/* turn_forfeit, of a seat in play. */
enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
			   struct event_list *events, struct reason *why);

/* turn_order_is_secret: whether an order names what others may not know: a card's secret target, a
 * card to be discarded, a move said ahead. */
bool cards_is_secret(const struct game *game, const struct order *order);

/* kind.lapse: the time of these seats is over; with `lost` the turn of the next one is. */
void cards_lapse(const struct game *game, uint16_t seats, bool lost, struct event_list *events);

#endif
