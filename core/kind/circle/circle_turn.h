/* SPDX-License-Identifier: MIT */
/* The turns of a ring, for its row in the table of kinds (core/variant/kind.h). */
#ifndef PBEM_CORE_KIND_CIRCLE_CIRCLE_TURN_H
#define PBEM_CORE_KIND_CIRCLE_CIRCLE_TURN_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

void circle_start(const struct game *game, struct event_list *events);
enum verdict circle_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why);
enum verdict circle_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why);
bool circle_end_run(const struct game *game, struct event_list *events);

#endif
