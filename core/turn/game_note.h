/* SPDX-License-Identifier: MIT */
/* What facts mean for a game beyond its boards, as far as kinds have it in common; for their
 * `apply` (core/variant/kind.h). */
#ifndef PBEM_CORE_TURN_GAME_NOTE_H
#define PBEM_CORE_TURN_GAME_NOTE_H

#include "core/turn/game.h"

/* What a fact means where one board is played on; the board has taken it already. -1 when it can't
 * be true. */
int game_note(struct game *game, const struct entry_head *head, const struct event *event,
	      struct reason *reason);

/* One more finished turn, of the fact `played`. The canonical text begins with the square its piece
 * came from, which tells a castling king from its rook. */
void game_note_turn(struct game *game, const struct entry_head *head, const struct event *event,
		    unsigned round);

/* A turn of the seat's own has come in with that entry: what UNDO would take back. */
void game_note_sent(struct game *game, const struct entry_head *head, unsigned seat);

/* A seat is out of the game, of the fact `beaten`. An offer was made at a table that is no more. */
void game_note_beaten(struct game *game, const struct event *event);

#endif
