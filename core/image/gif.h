/* SPDX-License-Identifier: MIT */
/* Writes GIFs. */
#ifndef PBEM_CORE_IMAGE_GIF_H
#define PBEM_CORE_IMAGE_GIF_H

#include "core/image/canvas.h"
#include "core/image/png.h"

struct strbuf;

/* A part of the picture that changes: pixels as indices into the palette. */
struct frame {
	struct box box;
	uint8_t *pixels;
	unsigned hundredths; /* how long it is shown, in hundredths of a second */
};

enum { UNCHANGED = PALETTE - 1 }; /* the index for pixels that stay as they are */

/* Adds a GIF that repeats its frames for ever. The palette has at most PALETTE - 1 colours. */
void gif_encode(const struct indexed *palette, const struct frame *const *frames, size_t count,
		struct strbuf *out);

#endif
