/* SPDX-License-Identifier: MIT */
/* What one seat of a ring may see (core/ring/ring.h), as lines of text: the same promises as in
 * view.h. */
#ifndef PBEM_CORE_KIND_RING_VIEW_CIRCLE_H
#define PBEM_CORE_KIND_RING_VIEW_CIRCLE_H

#include "core/view/view.h"

struct text;

/*
 * The boards of a seat side by side, COMPACT below each other, each from its own side and under a
 * title that says whose move it is; all boards of the ring from White's side when the seat sits at
 * none (or is NO_SIDE). Then what the letters mean, and the circle: who plays whom.
 */
void view_circle(const struct game *game, uint8_t seat, enum board_style style, struct text *out);

/* The same of one board, from 0. */
void view_circle_board(const struct game *game, unsigned board, uint8_t seat, struct text *out);

/* The circle alone. */
void view_circle_line(const struct game *game, struct text *out);

/* What lies in a seat's stockpile, a line each kind and set: where it can be placed, or why it
 * can't. Nothing when it is empty. */
void view_stock(const struct game *game, uint8_t seat, struct text *out);

/* What the seat may play on each board where it is to move. */
void view_circle_legal(const struct game *game, uint8_t seat, struct text *out);

/* The turns on the seat's own boards since it last moved on each, that move included. */
void view_circle_since(const struct game *game, uint8_t seat, struct text *out);

/* The board of a turn, from 0: the turn's text begins with it. */
unsigned view_circle_board_of(const struct turn_record *record);

#endif
