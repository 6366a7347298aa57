/* SPDX-License-Identifier: MIT */
/* Decides an order: who may speak now, is it legal, which facts follow. Changes nothing itself. */
#ifndef PBEM_CORE_TURN_H
#define PBEM_CORE_TURN_H

#include "core/base.h"
#include "core/event.h"
#include "core/game.h"
#include "core/order.h"

/* The facts with which a game begins: start, the first turn, its question. */
void turn_start(const struct game *game, struct event_list *events);

/*
 * Judges all orders of one message of `seat` (queries are skipped): all apply, or none. ACCEPTED
 * adds the facts of one entry to `events`; REFUSED says why, what would be legal, for the player,
 * and may tell nothing the seat may not know. `game` is not changed: apply the facts to do that.
 */
enum verdict turn_decide(const struct game *game, unsigned seat, const struct order_list *orders,
                         struct event_list *events, struct reason *why);

/*
 * The legal move a player's text means: canonical, long algebraic (e2-e4, Ng1xf3), SAN (Nf3,
 * exd5, e8=Q, e8Q), castling as O-O, 0-0-0 or the king's two squares. REFUSED with the candidates
 * when ambiguous, with why and what is legal when not legal. `legal` are the moves of the seat.
 */
enum verdict notation_read(const struct variant *variant, const struct position *position,
                           const struct move_list *legal, const char *text,
                           struct move *move_out, struct reason *why);

/* Whether the text has the form of a move at all, legal or not; a bare line of it is an order. */
bool notation_is_move(const struct variant *variant, const char *text);

/* SAN, with + and # ("Nbd2", "exd6", "O-O", "e8=Q+"). `position` is the one before the move. */
void notation_san(const struct variant *variant, const struct position *position,
                  const struct move_list *legal, const struct move *move, struct text *out);

#endif
