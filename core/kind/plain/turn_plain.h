/* SPDX-License-Identifier: MIT */
/* The turns of a plain game, for its row in the table of kinds (core/variant/kind.h). */
#ifndef PBEM_CORE_KIND_PLAIN_TURN_PLAIN_H
#define PBEM_CORE_KIND_PLAIN_TURN_PLAIN_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/turn/game.h"

void turn_plain_start(const struct game *game, struct event_list *events);
enum verdict turn_plain_decide(const struct game *game, uint8_t seat,
			       const struct order_list *orders, struct event_list *events,
			       struct reason *why);
enum verdict turn_plain_forfeit(const struct game *game, uint8_t seat, unsigned board,
				struct event_list *events, struct reason *why);

#endif
