/* SPDX-License-Identifier: MIT */
/*
 * Taking turns back. The log of a game only grows: an entry with the fact `undo N` makes the game
 * what it was after entry N, its parent. What was told to whom stays told; so what was asked is
 * asked anew, by that entry, and cards that nobody has drawn are shuffled where somebody has seen
 * what others couldn't. Players do it by consent of all, before the next move.
 */
#ifndef PBEM_CORE_TURN_UNDO_H
#define PBEM_CORE_TURN_UNDO_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/order/order_list.h"
#include "core/position/event.h"
#include "core/turn/game.h"

/*
 * Adds the facts of entry `undone->by` by which the game, `now`, becomes `then`, as it was after
 * entry `undone->to`: `undo`, what stays as it is now, shuffles where secrets were `seen` since,
 * and every question anew.
 */
void undo_add_facts(const struct game *now, const struct game *then, const struct undone *undone,
		    bool seen, struct event_list *events);

/* Whether one of the facts has shown somebody what others can't know. */
bool undo_shows(const struct variant *variant, const struct event_list *facts);

/* ---- by consent ---- */

/* Whether UNDO or UNDO NO is among the orders: then undo_decide judges them, else the game's kind.
 */
bool undo_is_asked(const struct order_list *orders);

/* turn_decide of such orders: asks, agrees, declines. Nothing is undone by it. */
enum verdict undo_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			 struct event_list *events, struct reason *why);

/* Whether all have agreed: then the next entry is an undo to *to_out. */
bool undo_is_agreed(const struct game *game, unsigned *to_out);

/* The seats whose word is missing; none where nothing is asked. */
uint16_t undo_awaited(const struct game *game);

#endif
