/* SPDX-License-Identifier: MIT */
/* What one seat may see of a game, as lines of text at most 72 columns wide. */
#ifndef PBEM_CORE_VIEW_H
#define PBEM_CORE_VIEW_H

#include "core/game.h"

struct text;

enum board_style { BOARD_FULL, BOARD_COMPACT };

/*
 * The board in ASCII, coordinates on all sides, owner and kind of every piece readable without
 * colour, the last move marked; drawn from `seat`'s own side (NO_SIDE: the first seat's). No line
 * begins with '>', '-- ' or "From ", none ends in a blank.
 */
void view_board(const struct game *game, uint8_t seat, enum board_style style, struct text *out);

/* One or two lines: whose turn, check, draw offer, result. "White to move (move 12)." */
void view_status(const struct game *game, struct text *out);

/* The turns since turn number `after`, a line or part of a line each, as far as they are kept. */
void view_recent(const struct game *game, unsigned after, struct text *out);

/* The legal moves, sorted, wrapped at 72 columns, indented by four so that no line is an order. */
void view_legal(const struct game *game, struct text *out);

/* The result for people: "White wins by checkmate.", "Drawn by repetition." Empty while playing. */
void view_result(const struct game *game, struct text *out);

#endif
