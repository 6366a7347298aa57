/* SPDX-License-Identifier: MIT */
/* Before a game with cards begins: words and decks are gathered. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_GATHER_H
#define PBEM_CORE_KIND_CARDS_CARDS_GATHER_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

/* The facts with which the game begins, or gathers words and decks first: turn_start_lots. */
void cards_gather_start(const struct game *game, struct event_list *events);

/* Waits no longer: turn_start_now. False, and no facts, when the game waits for nothing. */
bool cards_gather_close(const struct game *game, struct event_list *events);

/* turn_decide, while words or decks are gathered. */
enum verdict cards_gather_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why);

#endif
