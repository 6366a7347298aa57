/* SPDX-License-Identifier: MIT */
/* Shows on a board what cards have changed, as signs beside its pieces and words below it. */
#ifndef PBEM_CORE_GAMETYPE_CARDS_CARDS_LEGEND_H
#define PBEM_CORE_GAMETYPE_CARDS_CARDS_LEGEND_H

#include "core/game/game.h"
#include "core/view/board_text.h"

struct card_state;
struct effect;
struct strbuf;

/*
 * Adds the signs of a game with cards to the sheet's board, in the letters of the sheet's owners.
 * Their meanings, and effects on the whole board, go to `items`, one per line. Traps are shown only
 * to the `seat` that has laid them; NO_SIDE: to nobody.
 */
void cards_marks(const struct game *game, const struct board_text *sheet, uint8_t seat,
		 struct board_text_marks *marks_out, struct strbuf *items);

/* Reports whether the effect is a trap on that square that the seat has laid, which only that seat
 * knows. */
bool cards_marks_own_secret(const struct card_state *table, const struct effect *effect, square at,
			    uint8_t seat);

/* Adds which side or corner each seat has once the board is turned a quarter more, LEFT or RIGHT:
 * "White's side is file a, Black's side is file h" [earthquake-boards]. */
void cards_marks_turning(const struct card_state *table, bool left, struct strbuf *out);

/* Reports whether an Abduction asks the seat to remember where a piece was. The seat then gets no
 * board. */
bool cards_marks_blind(const struct game *game, uint8_t seat);

#endif
