/* SPDX-License-Identifier: MIT */
/* Games on one board that nothing joins: any number of seats, with or without Peterson's rules.
 * The operations of its table that another kind may build upon: each keeps the promise it has in
 * core/variant/kind.h. */
#ifndef PBEM_CORE_KIND_SINGLE_SINGLE_KIND_H
#define PBEM_CORE_KIND_SINGLE_SINGLE_KIND_H

#include "core/order/order.h"
#include "core/turn/game.h"
#include "core/variant/kind.h"

extern const struct kind single_kind;

void single_start(const struct game *game, struct event_list *events);
enum verdict single_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why);
enum verdict single_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why);

#endif
