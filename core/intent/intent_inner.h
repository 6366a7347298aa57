/* SPDX-License-Identifier: MIT */
/* A game that is played on in mind. For intent_*.c. */
#ifndef PBEM_CORE_INTENT_INTENT_INNER_H
#define PBEM_CORE_INTENT_INTENT_INNER_H

#include "core/intent/intent.h"

/* The turn that a move makes, by who plays it. */
enum verdict intent_decide(const struct game *game, uint8_t player, const char *move,
			   struct event_list *events, struct reason *why);

/* An entry of these facts. */
void intent_happen(struct game *game, const struct event_list *events);

/* Nobody answers the turn that is in: it is final, and so is what was sent to be played behind it.
 */
void intent_settle(struct game *game);

/* What the board of a settled game shows is what that line expects before its last move; and
 * whether it does in a game where that move is due. Only where more than moves changes boards. */
void intent_note_board(const struct game *game, struct intent_line *line);
bool intent_finds_board(const struct game *game, const struct intent_line *line);

/* Whether two moves are on one board, as they always are where there is one alone. */
bool intent_same_board(const struct game *game, const char *move, const char *other);

#endif
