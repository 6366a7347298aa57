/* SPDX-License-Identifier: MIT */
/* Games on one board that isn't part of a ring: any number of seats, with or without Peterson's
 * rules. Other kinds of games may use the operations declared here, which core/variant/gametype.h
 * documents. */
#ifndef PBEM_CORE_GAMETYPE_STANDARD_STANDARD_GAMETYPE_H
#define PBEM_CORE_GAMETYPE_STANDARD_STANDARD_GAMETYPE_H

#include "core/game/game.h"
#include "core/order/order_parse.h"
#include "core/variant/gametype.h"

extern const struct gametype standard_gametype;

void standard_start(const struct game *game, struct event_list *events);
enum verdict standard_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			     struct event_list *events, struct reason *why);
enum verdict standard_forfeit(const struct game *game, uint8_t seat, unsigned board,
			      struct event_list *events, struct reason *why);

#endif
