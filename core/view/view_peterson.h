/* SPDX-License-Identifier: MIT */
/* What Peterson's additions mean for a turn and for the table, in sentences. */
#ifndef PBEM_CORE_VIEW_VIEW_PETERSON_H
#define PBEM_CORE_VIEW_VIEW_PETERSON_H

#include "core/turn/game.h"

struct text;

/* Which of the additions the game has, in words; nothing when it has none. */
void view_additions(const struct variant *variant, struct text *out);

/* Why the turn in hand may hold several moves, to who plays it: which opponents attack which of his
 * pieces [several-moves]. Nothing when it may not. */
void view_several_moves(const struct game *game, struct text *out);

/* What is owed in the turn in hand, since when, and if it is more than can be paid [debt-payment]
 * [pays-what-he-can]. Nothing when nothing is. */
void view_debt(const struct game *game, struct text *out);

/* Orders that would pay it and leave a legal move, a line each, as an example: the cheapest, with a
 * trade [paid-by-queen] or without. Nothing when there are none such. */
void view_payment(const struct game *game, bool with_trade, struct text *out);

/* Payments that leave a legal move, the cheapest first, at most `most` (below VIEW_PAYMENTS): each
 * a line, "REMOVE a2 b2 TRADE d1R: a3a4 a3b3", the moves that may follow behind the colon. Nothing
 * when nothing is owed. */
enum { VIEW_PAYMENTS = 24 };
void view_payments(const struct game *game, unsigned most, struct text *out);

/* Who is frozen, who owes what, and the round of exchange that is on: a line each, for all. */
void view_peterson(const struct game *game, struct text *out);

#endif
