/* SPDX-License-Identifier: MIT */
/* Simulates how a game would continue. For conditional_*.c. */
#ifndef PBEM_CORE_GAME_CONDITIONAL_INTERNAL_H
#define PBEM_CORE_GAME_CONDITIONAL_INTERNAL_H

#include "core/game/conditional.h"

/* Decides the turn with that move by that player. */
enum verdict conditional_decide(const struct game *game, uint8_t player, const char *move,
				struct event_list *events, struct reason *why);

/* Applies these events as one entry. */
void conditional_apply_events(struct game *game, const struct event_list *events);

/*
 * Makes the pending turn final as if nobody responded, and the same for the conditional moves that
 * then follow.
 */
void conditional_settle(struct game *game);

/*
 * conditional_note_board records the board of a settled game as the one expected before the line's
 * last move. conditional_finds_board reports whether the game, once settled, has that board. Both
 * matter only in games where more than moves changes the board.
 */
void conditional_note_board(const struct game *game, struct conditional_line *line);
bool conditional_finds_board(const struct game *game, const struct conditional_line *line);

/* Reports whether two moves are on the same board, which is always true in games with one board. */
bool conditional_same_board(const struct game *game, const char *move, const char *other);

#endif
