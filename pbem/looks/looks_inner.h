/* SPDX-License-Identifier: MIT */
/* Between looks.c and the files that make its values. */
#ifndef PBEM_LOOKS_LOOKS_INNER_H
#define PBEM_LOOKS_LOOKS_INNER_H

#include <stdbool.h>

#include "pbem/looks/looks.h"
#include "pbem/looks/taps.h"

/* A value of the letter's text; "" when it hasn't got it. */
const char *looks_text(const struct looks_letter *letter, const char *name);

/* ---- looks_cards.c ---- */

/* Whether a text shows cards whole, or pages of them: lines "* Bog, 4 points" and what is indented
 * below; and each in a frame of its own. */
bool looks_are_cards(const char *text);
void looks_cards(const char *text, struct text *out);

/* ---- looks_orders.c and looks_answers.c ---- */

/* Whether a word of a list is a move, or a square: it has a digit. */
bool looks_are_move(const char *word, size_t len);

/* Links to moves, a row for each piece; to payments of what is owed, with the moves that may follow
 * where there is room for all; to plays, now or in the own turn that is next; to answers;
 * to what else can be written; to what gives the game up, in the letter that tells of it; and to
 * orders that may have been meant. Nothing is added when there is nothing of the kind. */
void looks_moves(const struct looks_letter *letter, struct taps *taps, struct text *out);
void looks_payments(const struct looks_letter *letter, struct taps *taps, struct text *out);
void looks_plays(const struct looks_letter *letter, bool next, struct taps *taps, struct text *out);
void looks_answers(const struct looks_letter *letter, struct taps *taps, struct text *out);
void looks_others(const struct looks_letter *letter, struct taps *taps, struct text *out);
void looks_resigning(const struct looks_letter *letter, struct taps *taps, struct text *out);
void looks_nearest(const struct looks_letter *letter, struct taps *taps, struct text *out);

#endif
