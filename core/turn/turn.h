/* SPDX-License-Identifier: MIT */
/* Decides an order: who may speak now, is it legal, which facts follow. Changes nothing itself. */
#ifndef PBEM_CORE_TURN_TURN_H
#define PBEM_CORE_TURN_TURN_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/position/event.h"
#include "core/turn/game.h"
#include "core/order/order.h"
#include "core/variant/variant.h"

/* The facts with which a game begins: start, the first turn, its question. Of a game with cards
 * nobody holds any. */
void turn_start(const struct game *game, struct event_list *events);

/* The same where all that is dealt follows from the game's options and its lots (game_know_lots);
 * or the facts with which it gathers words and decks first, where these are asked for. */
void turn_start_lots(const struct game *game, struct event_list *events);

/* The moderator waits no longer for words, or for decks, which the program builds then. REFUSED
 * when the game waits for none. */
enum verdict turn_start_now(const struct game *game, struct event_list *events, struct reason *why);

/*
 * Judges all orders of one message of `seat` (queries are skipped): all apply, or none. ACCEPTED
 * adds the facts of one entry to `events`, none when nothing public follows (SAY TO alone); REFUSED
 * says why, what would be legal, for the player, and may tell nothing the seat may not know. `game`
 * is not changed: apply the facts to do that. `why` may be NULL.
 */
enum verdict turn_decide(const struct game *game, unsigned seat, const struct order_list *orders,
			 struct event_list *events, struct reason *why);

/* Whether an order of a game with cards names what others may not know: a card's secret target, a
 * card to be discarded, a move said ahead. */
bool turn_order_is_secret(const struct game *game, const struct order *order);

/*
 * The moderator puts a seat out of the game: as if it resigned, at any time; in a ring it is out
 * only when the run ends, and may be named a board to lose on [leaving-a-ring]: from 1; 0 is none,
 * and for other games than a ring. REFUSED when the game is not being played, the seat is out
 * already, or that board is none.
 */
enum verdict turn_forfeit(const struct game *game, unsigned seat, unsigned board,
			  struct event_list *events, struct reason *why);

/*
 * The moderator decides how the game ends: won by some seats of it, drawn or void ("adjudicated";
 * the last "void"), or called off ("cancelled"). REFUSED when it is over, or hasn't begun and isn't
 * called off.
 */
enum verdict turn_adjudicate(const struct game *game, const struct outcome *outcome,
			     struct event_list *events, struct reason *why);

/*
 * The end of a run of letters in a ring: calls the checkmates, resignations and forfeits that wait
 * since it began, all at once. Adds the facts of an entry of its own, the first of them `sitting`;
 * false, and none, when nothing waits or the game is no ring.
 */
bool turn_end_run(const struct game *game, struct event_list *events);

#endif
