/* SPDX-License-Identifier: MIT */
/* What stands behind REMOVE and TRADE, the two ways to pay a debt [debt-payment]
 * [paid-by-queen]; for order.c. */
#ifndef PBEM_CORE_ORDER_ORDER_PAYMENT_H
#define PBEM_CORE_ORDER_ORDER_PAYMENT_H

#include <stdbool.h>

#include "core/variant/variant.h"

struct text;

/* Squares, words between them left out: "the pawns on a2, b2 and c2" becomes "a2 b2 c2". False, and
 * nothing certain in `out`, when it can't be read as that or names no square. */
bool order_payment_squares(const struct variant *variant, const char *written, struct text *out);

/* A square and a kind: "d1=R", "d1 for a rook", "the queen on d1 for R" become "d1=R". False as
 * above. */
bool order_payment_trade(const struct variant *variant, const char *written, struct text *out);

#endif
