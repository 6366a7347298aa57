/* SPDX-License-Identifier: MIT */
/* GIF, out. */
#ifndef PBEM_CORE_PICTURE_FILM_GIF_H
#define PBEM_CORE_PICTURE_FILM_GIF_H

#include "core/picture/canvas.h"
#include "core/picture/picture_png.h"

struct text;

/* A part of the field that changes: pixels by their numbers in the palette. */
struct frame {
	struct box box;
	uint8_t *pixels;
	unsigned hundredths; /* of a second: how long it stays */
};

enum { UNCHANGED = PALETTE - 1 }; /* the number of pixels that stay as they are */

/* Adds a GIF that plays its frames again and again, in the palette's colours, PALETTE - 1 at most.
 */
void film_gif_encode(const struct indexed *palette, const struct frame *const *frames, size_t count,
		     struct text *out);

#endif
