/* SPDX-License-Identifier: MIT */
/*
 * Judges orders: whether the seat may send them now, whether they are legal, and which events
 * follow. Never changes the game.
 */
#ifndef PBEM_CORE_GAME_TURN_H
#define PBEM_CORE_GAME_TURN_H

#include <stdbool.h>

#include "core/event/event.h"
#include "core/game/game.h"
#include "core/order/order_parse.h"
#include "core/util/base.h"
#include "core/variant/variant.h"

/*
 * Adds the events with which a game begins: the start, the first turn and its question. In a game
 * with cards nobody holds any cards yet.
 */
void turn_start(const struct game *game, struct event_list *events);

/*
 * Adds the same events as turn_start, and deals what is drawn at random according to the game's
 * options and lots (game_set_lots). If players may send words or decks first, adds the events that
 * ask for them instead.
 */
void turn_start_lots(const struct game *game, struct event_list *events);

/*
 * Stops waiting for words and decks, for the moderator. The program builds missing decks. REFUSED
 * if the game isn't waiting for any.
 */
enum verdict turn_start_now(const struct game *game, struct event_list *events, struct reason *why);

/*
 * Judges all orders of one message of `seat`, except queries: all apply, or none. ACCEPTED adds the
 * events of one entry to `events`, none if nothing public follows (SAY TO alone). REFUSED explains
 * to the player why, and what would be legal, without revealing anything that the seat may not
 * know. `game` is not changed: apply the events to change it. `why` may be NULL.
 */
enum verdict turn_decide(const struct game *game, unsigned seat, const struct order_list *orders,
			 struct event_list *events, struct reason *why);

/*
 * Lets the list accept a card and its targets as an order without PLAY, if the game has cards and
 * has begun. Must be called before orders are read. `game` must exist as long as the list.
 */
void turn_allow_bare_plays(const struct game *game, struct order_list *list);

/*
 * Reports whether an order in a game with cards names something secret: a card's secret target, a
 * card to be discarded, a conditional move.
 */
bool turn_order_is_secret(const struct game *game, const struct order *order);

/*
 * Puts a seat out of the game for the moderator, as if it resigned, at any time. In a ring the seat
 * is out when the run ends, and `board` may name the board to lose on [leaving-a-ring], from 1.
 * `board` is 0 for none, and in other games. REFUSED if the game is not being played, the seat is
 * out already, or there is no such board.
 */
enum verdict turn_forfeit(const struct game *game, unsigned seat, unsigned board,
			  struct event_list *events, struct reason *why);

/*
 * Ends the game by the moderator's decision: won by some seats, drawn or void ("adjudicated"), or
 * called off ("cancelled"). REFUSED if the game is over, or if it hasn't begun and the outcome
 * isn't void.
 */
enum verdict turn_adjudicate(const struct game *game, const struct outcome *outcome,
			     struct event_list *events, struct reason *why);

/*
 * Ends a round of mail in a ring: calls all checkmates, resignations and forfeits that have been
 * waiting, at once. Adds the events of a separate entry, which begins with `sitting`. Returns false
 * and adds nothing if nothing is waiting or the game isn't a ring.
 */
bool turn_end_run(const struct game *game, struct event_list *events);

#endif
