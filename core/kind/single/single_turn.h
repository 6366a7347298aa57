/* SPDX-License-Identifier: MIT */
/* The turns of a plain game. Each keeps the promise of the function named with it
 * (core/turn/turn.h). */
#ifndef PBEM_CORE_KIND_SINGLE_SINGLE_TURN_H
#define PBEM_CORE_KIND_SINGLE_SINGLE_TURN_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

/* turn_start. */
void single_start(const struct game *game, struct event_list *events);

/* turn_decide. */
enum verdict single_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why);

/* turn_forfeit, of a seat in play. */
enum verdict single_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why);

#endif
