/* SPDX-License-Identifier: MIT */
/* Texts of continuing effects, made from their rows. */
#ifndef PBEM_CORE_CARDS_BOARD_CONTINUOUS_TEXT_H
#define PBEM_CORE_CARDS_BOARD_CONTINUOUS_TEXT_H

#include "core/cards/board/card_board.h"

/* Adds the place of the effect: " on e4", " on d4|d5 e4|e5", " on LEFT" [trial-effects]; nothing
 * for the whole board. */
void continuous_text_place(const struct card_ruleset *book, const struct card_board *field,
			   const struct effect *effect, struct strbuf *out);

/* Adds the words for an obligation: "Black loses a turn, in the next turn". */
void continuous_text_owed(const struct card_ruleset *book, const struct card_board *field,
			  const struct effect *effect, struct strbuf *out);

/* Returns the kind of effect with that because_rank, from 1; EFFECT_KINDS after the last. */
enum effect_kind continuous_text_cause(unsigned rank);

/* Returns the sign at that place, from 1; NULL after the last. */
const struct continuous_sign *continuous_text_sign(unsigned place);

/* Returns the signs of the piece, as a set of their places. */
uint32_t continuous_text_signs(const struct card_board *field, unsigned piece);

/* Adds a line below the board for each kind in force that has one. */
void continuous_text_below(const struct card_board *field, struct strbuf *out);

#endif
