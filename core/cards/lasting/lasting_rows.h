/* SPDX-License-Identifier: MIT */
/* The rows of what lasts; each stands in the lasting_*.c of its kin. */
#ifndef PBEM_CORE_CARDS_LASTING_LASTING_ROWS_H
#define PBEM_CORE_CARDS_LASTING_LASTING_ROWS_H

#include "core/cards/field/field.h"

#define LASTING_ROW(name, row, number) extern const struct lasting lasting_##row;
LASTING_LIST(LASTING_ROW)
#undef LASTING_ROW

/* By enum effect_kind: what a book is made with. */
extern const struct lasting *const lasting_rows[EFFECT_KINDS];

/* All kinds, in the order of LASTING_LIST. */
extern const uint8_t lasting_order[EFFECT_KINDS];

/* False, with a sentence about where the effect's piece stands: "e4: ..."; and that a king is none
 * it can be played on. */
bool lasting_refuse(const struct book *book, const struct field *field, const struct effect *effect,
		    struct reason *why, const char *sentence);
bool lasting_refuse_king(const struct book *book, const struct field *field,
			 const struct effect *effect, struct reason *why);

/* In how many of their ends two edges meet, each between two squares side by side. */
unsigned lasting_place_shared(const struct board *board, const square at[4]);

#endif
