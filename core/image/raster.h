/* SPDX-License-Identifier: MIT */
/* Draws pixels. */
#ifndef PBEM_CORE_IMAGE_RASTER_H
#define PBEM_CORE_IMAGE_RASTER_H

#include <stdint.h>

#include "core/image/canvas.h"
#include "core/image/png.h"

struct piece_set;
struct raster;
struct display_list;

/*
 * Makes pixels to draw on, with a cache of shapes in the sizes used. `set` must exist as long as
 * the raster. The caller calls raster_free, which accepts NULL.
 */
struct raster *raster_new(const struct piece_set *set, int width, int height);
void raster_free(struct raster *raster);

/* Draws the part of the drawing within the box, where earlier content is replaced. */
void raster_draw_part(struct raster *raster, const struct display_list *sketch, struct box box,
		      unsigned shades);

/* Returns the pixels of a row from x on, 0xRRGGBB. The raster owns them. */
const uint32_t *raster_row(const struct raster *raster, int x, int y);

/*
 * Draws the scene and returns its pixels, 0xRRGGBB, which the raster owns. Edges have at most
 * `shades` shades, at least 2. Fewer shades make edges coarser and need fewer colours of a palette.
 */
const uint32_t *raster_draw(struct raster *raster, const struct scene *scene,
			    const struct layout *layout, unsigned shades);

/*
 * Writes the palette index of each pixel's colour. Missing colours are added until the palette has
 * `most`. Returns false if there are more; these are replaced by the nearest ones.
 */
bool raster_index(const uint32_t *pixels, size_t count, unsigned most, struct indexed *palette,
		  uint8_t *pixels_out);

#endif
