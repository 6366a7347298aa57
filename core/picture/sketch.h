/* SPDX-License-Identifier: MIT */
/*
 * A drawing that is kept: what was filled and put where, in order. Of two that follow each other
 * in a film it can be told where they differ, which is little, and only that need be drawn.
 */
#ifndef PBEM_CORE_PICTURE_SKETCH_H
#define PBEM_CORE_PICTURE_SKETCH_H

#include <stddef.h>

#include "core/picture/canvas.h"

struct piece_set;
struct sketch;

/* How a scene is drawn in that layout, with that set (NULL: ours). The caller calls sketch_free,
 * which takes NULL. */
struct sketch *sketch_new(const struct piece_set *set, const struct scene *scene,
			  const struct layout *layout);
void sketch_free(struct sketch *sketch);

/* Draws what of it may touch the box. */
void sketch_draw(const struct sketch *sketch, struct box box, const struct canvas *canvas);

/* Calls `differ` with boxes outside of which nothing looks another way. */
void sketch_compare(const struct sketch *before, const struct sketch *now,
		    void (*differ)(void *context, struct box box), void *context);

#endif
