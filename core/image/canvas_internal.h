/* SPDX-License-Identifier: MIT */
/* Parts of drawings, for canvas.c. */
#ifndef PBEM_CORE_IMAGE_CANVAS_INTERNAL_H
#define PBEM_CORE_IMAGE_CANVAS_INTERNAL_H

#include "core/image/canvas.h"

/*
 * Draws a piece in the colours of its side. With more than two sides it also gets its side's mark,
 * so that nobody needs to distinguish colours.
 */
void canvas_piece(const struct canvas *canvas, const struct scene *scene,
		  const struct scene_piece *man, struct box box);

/* Draws the line above a board in a ring: its number, the players, and who is to move. */
void canvas_caption(const struct canvas *canvas, const struct scene *scene,
		    const struct scene_board *board, struct box box);

/*
 * Draws stockpiles, one line for each seat that has one, or with `steady` for each seat. `box` is
 * that of the first line.
 */
void canvas_stock(const struct canvas *canvas, const struct scene *scene, bool steady,
		  struct box box);

#endif
