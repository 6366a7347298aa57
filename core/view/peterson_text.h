/* SPDX-License-Identifier: MIT */
/* Explains in sentences what Peterson's additions mean for a turn and for the game. */
#ifndef PBEM_CORE_VIEW_PETERSON_TEXT_H
#define PBEM_CORE_VIEW_PETERSON_TEXT_H

#include "core/game/game.h"

struct choice_list;
struct strbuf;

/* Adds which of the additions the game has; nothing if it has none. */
void view_additions(const struct variant *variant, struct strbuf *out);

/*
 * Explains to the player of the present turn why it may have several moves: which opponents attack
 * which of the player's pieces [several-moves]. Adds nothing if it may not.
 */
void view_several_moves(const struct game *game, struct strbuf *out);

/*
 * Adds the debt in the present turn, since when it is owed, and whether it can be paid in full
 * [debt-payment] [pays-what-he-can]. Adds nothing without a debt.
 */
void view_debt(const struct game *game, struct strbuf *out);

/*
 * Adds orders, one per line, that pay the debt and leave a legal move, as an example: the cheapest
 * payment, with a trade [paid-by-queen] or without. Adds nothing if there is none.
 */
void view_payment(const struct game *game, bool with_trade, struct strbuf *out);

/*
 * Lists payments that leave a legal move, the cheapest first, at most `most` and VIEW_PAYMENTS.
 * Each is a group, "REMOVE a2 b2 TRADE d1R", of the orders with each possible move after it. Adds
 * nothing without a debt.
 */
enum { VIEW_PAYMENTS = 24 };
void view_payments(const struct game *game, unsigned most, struct choice_list *list);

/*
 * Adds, for everybody, the frozen seats, the debts, and the running round of exchange, each on a
 * line.
 */
void view_peterson(const struct game *game, struct strbuf *out);

#endif
