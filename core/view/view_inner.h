/* SPDX-License-Identifier: MIT */
/* What files of the view share. Private to view*.c. */
#ifndef PBEM_CORE_VIEW_VIEW_INNER_H
#define PBEM_CORE_VIEW_VIEW_INNER_H

#include "core/position/move.h"
#include "core/position/position.h"

struct game;
struct table;
struct text;

/* The moves, sorted here, by kind of piece, wrapped at 72 columns. */
void view_moves(const struct variant *variant, const struct position *position,
		struct move_list *list, struct text *out);

/* A copy of the game's table with only what the seat may know. To be freed. */
struct table *cards_seen(const struct game *game, uint8_t seat);

/* A text in lines, every one with `head` in front; none reads as an order. */
void cards_lines(const struct variant *variant, const char *text, const char *head,
		 struct text *out);

/* What the mover did of "Nf3 (undone); Black: Chaos; then e4, Truce; Black: Bog" (table_tell): the
 * last attempt, without the others' answers. */
const char *view_own_part(const char *told, int *len_out);

#endif
