/* SPDX-License-Identifier: MIT */
/*
 * Taking turns back. The log of a game only grows: an entry with the event `undo N` restores the
 * state after entry N, its parent. Sent letters can't be recalled, so that entry repeats open
 * questions. If somebody has seen secrets, the cards that nobody has drawn are shuffled again.
 * Players take a turn back by consent of all, before the next move.
 */
#ifndef PBEM_CORE_GAME_TAKEBACK_H
#define PBEM_CORE_GAME_TAKEBACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/game/game.h"
#include "core/order/order_list.h"
#include "core/util/base.h"

/*
 * Adds the events of the undo, entry `undone->by`, which turns the game `now` into `then`, its
 * state after entry `undone->to`. These are `undo`, changes that stay in force, shuffles if secrets
 * were `seen` since, and all open questions again.
 */
void takeback_add_events(const struct game *now, const struct game *then,
			 const struct undone *undone, bool seen, struct event_list *events);

/* Reports whether one of the events has shown a secret to somebody. */
bool takeback_shows(const struct variant *variant, const struct event_list *events);

/* ---- by consent ---- */

/*
 * Reports whether UNDO or UNDO NO is among the orders. Then takeback_decide judges the orders
 * instead of the kind of game.
 */
bool takeback_is_asked(const struct order_list *orders);

/*
 * Judges such orders as turn_decide does: a request, consent or refusal. The undo itself is a later
 * entry.
 */
enum verdict takeback_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			     struct event_list *events, struct reason *why);

/* Reports whether all have agreed. Then the next entry must be an undo to *to_out. */
bool takeback_is_agreed(const struct game *game, unsigned *to_out);

/* Returns the set of seats that haven't agreed to the request; 0 if there is no request. */
uint16_t takeback_awaited(const struct game *game);

#endif
