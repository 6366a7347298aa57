/* SPDX-License-Identifier: MIT */
/*
 * A recorded drawing: the fills, shapes and texts in order. Two successive drawings of an animation
 * can be compared, so that only the parts that differ are drawn.
 */
#ifndef PBEM_CORE_IMAGE_DISPLAY_LIST_H
#define PBEM_CORE_IMAGE_DISPLAY_LIST_H

#include <stddef.h>

#include "core/image/canvas.h"

struct piece_set;
struct display_list;

/*
 * Records the drawing of a scene in that layout, with that set (NULL: our own). The caller calls
 * display_list_free, which accepts NULL.
 */
struct display_list *display_list_new(const struct piece_set *set, const struct scene *scene,
				      const struct layout *layout);
void display_list_free(struct display_list *sketch);

/* Draws the parts that may touch the box. */
void display_list_draw(const struct display_list *sketch, struct box box,
		       const struct canvas *canvas);

/* Calls `differ` with boxes that contain all differences. */
void display_list_compare(const struct display_list *before, const struct display_list *now,
			  void (*differ)(void *context, struct box box), void *context);

#endif
