/* SPDX-License-Identifier: MIT */
/* What is said of lasting effects, by their rows. */
#ifndef PBEM_CORE_CARDS_LASTING_LASTING_TEXT_H
#define PBEM_CORE_CARDS_LASTING_LASTING_TEXT_H

#include "core/cards/field/field.h"

/* " on e4", " on d4|d5 e4|e5", " on LEFT": where it lies [trial-effects]; nothing for the whole
 * board. */
void lasting_text_place(const struct book *book, const struct field *field,
			const struct effect *effect, struct text *out);

/* What is owed: "Black loses a turn, in the next turn". */
void lasting_text_owed(const struct book *book, const struct field *field,
		       const struct effect *effect, struct text *out);

/* The kind that keeps most moves from being legal, the next, and so on from 1; EFFECT_KINDS behind
 * the last. */
enum effect_kind lasting_text_cause(unsigned rank);

/* The sign at that place, from 1; NULL behind the last. */
const struct lasting_sign *lasting_text_sign(unsigned place);

/* The signs of the piece, as a set of their places. */
uint32_t lasting_text_signs(const struct field *field, unsigned piece);

/* A line below the board for each kind that has one. */
void lasting_text_below(const struct field *field, struct text *out);

#endif
