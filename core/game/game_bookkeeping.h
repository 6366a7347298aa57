/* SPDX-License-Identifier: MIT */
/*
 * Applies events to the parts of a game that most kinds have in common, apart from the board; for
 * their `apply` (core/variant/gametype.h).
 */
#ifndef PBEM_CORE_GAME_GAME_BOOKKEEPING_H
#define PBEM_CORE_GAME_GAME_BOOKKEEPING_H

#include "core/game/game.h"

/*
 * Applies an event in a game with one board, after the board has applied it. Returns -1 if the
 * event is impossible.
 */
int game_note(struct game *game, const struct entry_head *head, const struct event *event,
	      struct reason *reason);

/*
 * Records the finished turn of the event `played`. Its canonical text begins with the square that
 * its piece came from, which distinguishes a castling king from its rook.
 */
void game_note_turn(struct game *game, const struct entry_head *head, const struct event *event,
		    unsigned round);

/* Records that the entry has a turn of the seat itself, which UNDO would take back. */
void game_note_sent(struct game *game, const struct entry_head *head, unsigned seat);

/* Records that a seat is out of the game, of the event `beaten`. This ends any draw offer. */
void game_note_beaten(struct game *game, const struct event *event);

#endif
