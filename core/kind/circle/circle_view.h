/* SPDX-License-Identifier: MIT */
/* What one seat of a ring may see (core/ring/ring.h), as lines of text: the same promises as in
 * view.h. */
#ifndef PBEM_CORE_KIND_CIRCLE_CIRCLE_VIEW_H
#define PBEM_CORE_KIND_CIRCLE_CIRCLE_VIEW_H

#include "core/view/view.h"

struct text;

/*
 * The boards of a seat side by side, COMPACT below each other, each from its own side and under a
 * title that says whose move it is; all boards of the ring from White's side when the seat sits at
 * none (or is NO_SIDE). Then what the letters mean, and the circle: who plays whom.
 */
void circle_boards(const struct game *game, uint8_t seat, enum board_style style, struct text *out);

/* The same of one board, from 0. */
void circle_board(const struct game *game, unsigned board, uint8_t seat, struct text *out);

/* A board of its own, from 0, drawn as view_board_for does from the side of a seat that sits there,
 * else from White's. */
void circle_sheet(const struct game *game, unsigned board, uint8_t seat, enum board_style style,
		  struct text *out);

/* What is to be seen of it: scene_new. */
struct scene *circle_scene(const struct game *game, uint8_t from, uint8_t seat);

/* The circle alone. */
void circle_line(const struct game *game, struct text *out);

/* What lies in a seat's stockpile, a line each kind and set: where it can be placed, or why it
 * can't. Nothing when it is empty. */
void circle_stock(const struct game *game, uint8_t seat, struct text *out);

/* For examples: what the seat can move on the first board where it is to move, and a placement. */
struct view_choice;
void circle_choose(const struct game *game, uint8_t seat, struct view_choice *choice);
void circle_placement(const struct game *game, uint8_t seat, struct text *out);

/* What the seat may play on each board where it is to move. */
void circle_legal(const struct game *game, uint8_t seat, struct text *out);

/* The turns on the seat's own boards since it last moved on each, that move included. */
void circle_since(const struct game *game, uint8_t seat, struct text *out);

/* The board of a turn, from 0: the turn's text begins with it. */
unsigned circle_board_of(const struct turn_record *record);

#endif
