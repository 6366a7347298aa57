/* SPDX-License-Identifier: MIT */
/* Reads moves written in words: "e2 to e4", "knight to f3", "I move e4". */
#ifndef PBEM_CORE_ORDER_ORDER_PROSE_H
#define PBEM_CORE_ORDER_ORDER_PROSE_H

#include <stdbool.h>

#include "core/notation/notation.h"
#include "core/variant/variant.h"

struct strbuf;

/*
 * Joins the words after MOVE into one word: "e2 e4", "knight g1 to f3", "N f3". The result may not
 * be a move.
 */
void order_free_join(const struct variant *variant, const char *text, char move_out[NOTATION_MAX]);

/*
 * Joins a move like order_free_join, in a line without MOVE, which may also say "I move". Returns
 * false if the line may have another meaning.
 */
bool order_free_move(const struct variant *variant, const char *text, char move_out[NOTATION_MAX]);

/* Reports whether a word of the text names a kind of piece: "bishop takes c3", "Läufer c3". */
bool order_free_names_piece(const struct variant *variant, const char *text);

/* ---- what follows REMOVE and TRADE [debt-payment] [paid-by-queen] ---- */

/*
 * Reads squares without the words between them: "the pawns on a2, b2 and c2" becomes "a2 b2 c2".
 * Returns false, with undefined `out`, if the text can't be read like this or names no square.
 */
bool order_payment_squares(const struct variant *variant, const char *written, struct strbuf *out);

/*
 * Reads a square and a kind: "d1=R", "d1 for a rook" and "the queen on d1 for R" become "d1=R".
 * Returns false, with undefined `out`, if the text can't be read like this.
 */
bool order_payment_trade(const struct variant *variant, const char *written, struct strbuf *out);

#endif
