/* SPDX-License-Identifier: MIT */
/* The rows of all kinds of effect. Each row is in the continuous_*.c of its group. */
#ifndef PBEM_CORE_CARDS_BOARD_CONTINUOUS_TABLE_H
#define PBEM_CORE_CARDS_BOARD_CONTINUOUS_TABLE_H

#include "core/cards/board/card_board.h"

#define CONTINUOUS_ROW(name, row, number) extern const struct continuous continuous_##row;
CONTINUOUS_LIST(CONTINUOUS_ROW)
#undef CONTINUOUS_ROW

/* The rows by enum effect_kind, for card_ruleset_new. */
extern const struct continuous *const continuous_rows[EFFECT_KINDS];

/* All kinds, in the order of CONTINUOUS_LIST. */
extern const uint8_t continuous_order[EFFECT_KINDS];

/* continuous_refuse returns false, with a sentence about the square of the effect's piece: "e4:
 * ...". continuous_refuse_king returns false, with the sentence that the card can't be played on a
 * king. */
bool continuous_refuse(const struct card_ruleset *book, const struct card_board *field,
		       const struct effect *effect, struct reason *why, const char *sentence);
bool continuous_refuse_king(const struct card_ruleset *book, const struct card_board *field,
			    const struct effect *effect, struct reason *why);

/* Returns the number of corners that two edges share. Each edge is between two squares side by
 * side: at[0] and at[1], at[2] and at[3]. */
unsigned continuous_place_shared(const struct board *board, const square at[4]);

#endif
