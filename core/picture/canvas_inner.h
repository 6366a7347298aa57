/* SPDX-License-Identifier: MIT */
/* Parts of the drawing, for canvas.c. */
#ifndef PBEM_CORE_PICTURE_CANVAS_INNER_H
#define PBEM_CORE_PICTURE_CANVAS_INNER_H

#include "core/picture/canvas.h"

/* A man, in the colours of its side; where more than two sides play with that side's mark, so that
 * nobody needs to tell colours. */
void canvas_man(const struct canvas *canvas, const struct scene *scene, const struct scene_man *man,
		struct box box);

/* The line above a board of several: its number, who plays whom, who is to move. */
void canvas_caption(const struct canvas *canvas, const struct scene *scene,
		    const struct scene_board *board, struct box box);

/* Stockpiles, a line for each seat that has one; of a `steady` picture one for each seat. The first
 * one's box. */
void canvas_stock(const struct canvas *canvas, const struct scene *scene, bool steady,
		  struct box box);

#endif
