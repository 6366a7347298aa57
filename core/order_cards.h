/* SPDX-License-Identifier: MIT */
/* What stands behind PLAY, ANSWER, DISCARD and IF, and before a MOVE, in games with cards; for order.c. */
#ifndef PBEM_CORE_ORDER_CARDS_H
#define PBEM_CORE_ORDER_CARDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/order.h"

struct text;

/* Reads "FOGGED MOVE" or "CHAOS MOVE": returns what follows, and the kind of order; NULL when the
 * line says something else. */
char *order_cards_condition(char *rest, enum order_kind *kind_out);

/* The words of a card, its targets or an answer, one blank between them. False when there are none,
 * or "Play well!" is only a greeting. */
bool order_cards_words(const char *written, enum order_kind kind, struct text *out);

#endif
