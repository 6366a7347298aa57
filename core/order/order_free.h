/* SPDX-License-Identifier: MIT */
/* Moves written in words, "e2 to e4", "knight to f3", "I move e4"; for order.c and order_nearest.c.
 */
#ifndef PBEM_CORE_ORDER_ORDER_FREE_H
#define PBEM_CORE_ORDER_ORDER_FREE_H

#include <stdbool.h>

#include "core/notation/notation.h"
#include "core/variant/variant.h"

/* Behind the word MOVE: one word of "e2 e4", "knight g1 to f3", "N f3", which may be no move. */
void order_free_join(const struct variant *variant, const char *text, char move_out[NOTATION_MAX]);

/* The same of a line of its own, which may also say "I move": false where anything else can be
 * meant. */
bool order_free_move(const struct variant *variant, const char *text, char move_out[NOTATION_MAX]);

/* Whether a word of the text names a kind of piece: "bishop takes c3", "Läufer c3". */
bool order_free_names_piece(const struct variant *variant, const char *text);

#endif
