/* SPDX-License-Identifier: MIT */
/* A drawing as pixels. */
#ifndef PBEM_CORE_PICTURE_RASTER_H
#define PBEM_CORE_PICTURE_RASTER_H

#include <stdint.h>

#include "core/picture/canvas.h"
#include "core/picture/picture_png.h"

struct piece_set;
struct raster;
struct sketch;

/* A field of pixels to draw on, and shapes in the sizes that were wanted so far. `set` is borrowed.
 * The caller calls raster_free, which takes NULL. */
struct raster *raster_new(const struct piece_set *set, int width, int height);
void raster_free(struct raster *raster);

/* Draws what of the sketch is in the box, in which nothing of what was drawn before is left. */
void raster_draw_part(struct raster *raster, const struct sketch *sketch, struct box box,
		      unsigned shades);

/* The pixels of the row from x on, 0xRRGGBB; they stay the raster's. */
const uint32_t *raster_row(const struct raster *raster, int x, int y);

/* Draws the scene, edges in so many shades (2 at least): more than there are places for in a
 * palette make it coarser, not wrong. The pixels, 0xRRGGBB, stay the raster's. */
const uint32_t *raster_draw(struct raster *raster, const struct scene *scene,
			    const struct layout *layout, unsigned shades);

/* Writes the numbers of the pixels' colours in the palette, to which those are added that aren't in
 * it, until it has `most`: false when there are more, for which the nearest ones stand. */
bool raster_index(const uint32_t *pixels, size_t count, unsigned most, struct indexed *palette,
		  uint8_t *pixels_out);

#endif
