/* SPDX-License-Identifier: MIT */
/* What cards have made of a board, as signs beside its pieces and words below it. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_MARKS_H
#define PBEM_CORE_KIND_CARDS_CARDS_MARKS_H

#include "core/turn/game.h"
#include "core/view/sheet.h"

struct text;

/*
 * The signs of a game with cards on the sheet's board, in the letters of the sheet's owners; and
 * what they mean, with what cards do to all of the board: an item a line, in `items`. Traps are
 * shown to the `seat` that has laid them alone; NO_SIDE: to nobody.
 */
void cards_marks(const struct game *game, const struct sheet *sheet, uint8_t seat,
		 struct sheet_marks *marks_out, struct text *items);

/* Whether the effect lies on that square, and only the seat that has laid it may know: a trap. */
struct effect;
struct table;
bool cards_marks_own_secret(const struct table *table, const struct effect *effect, square at,
			    uint8_t seat);

/* Whose side or corner is where once the board is turned a quarter more, LEFT or RIGHT: "White's
 * side is file a, Black's side is file h" [earthquake-boards]. */
void cards_marks_turning(const struct table *table, bool left, struct text *out);

/* Whether an Abduction asks the seat to tell from memory where a piece stood: it gets no board. */
bool cards_marks_blind(const struct game *game, uint8_t seat);

#endif
