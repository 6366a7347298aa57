/* SPDX-License-Identifier: MIT */
/* Writes a picture as PNG. */
#include <stdlib.h>

#include "core/image/image.h"
#include "core/image/raster.h"
#include "core/util/base.h"

void image_png(const struct scene *scene, const struct piece_set *set,
	       const struct image_style *style, struct strbuf *out)
{
	/* Numbers of shades to try, until the palette has enough colours. */
	static const unsigned shades[] = {16, 10, 7, 5, 4, 3, 2};
	struct layout layout = canvas_lay_out(scene, style);
	size_t count = (size_t)layout.width * (size_t)layout.height;
	struct raster *raster;
	struct indexed picture = {.width = layout.width, .height = layout.height};
	bool all = false;

	if (count == 0)
		return;
	raster = raster_new(set, layout.width, layout.height);
	picture.pixels = base_alloc(count);
	for (size_t i = 0; !all && i < ARRAY_LEN(shades); i++) {
		const uint32_t *pixels = raster_draw(raster, scene, &layout, shades[i]);

		picture.colour_count = 0;
		all = raster_index(pixels, count, PALETTE, &picture, picture.pixels);
	}
	image_png_encode(&picture, out);
	free(picture.pixels);
	raster_free(raster);
}
