/* SPDX-License-Identifier: MIT */
/* Reads and writes PNGs. */
#ifndef PBEM_CORE_IMAGE_PNG_H
#define PBEM_CORE_IMAGE_PNG_H

#include <stddef.h>
#include <stdint.h>

struct reason;
struct strbuf;

enum {
	PALETTE = 256,
	PALETTE_CACHE = 1024,
	PALETTE_IS_SET = 1 << 24, /* bit added to a cached colour */
};

/* Pixels as indices into a palette of colours 0xRRGGBB. */
struct indexed {
	int width, height;
	uint8_t *pixels; /* row by row */
	uint32_t colours[PALETTE];
	unsigned colour_count;
	/* Colours looked up before, with their indices (raster_index). */
	uint32_t cached_colours[PALETTE_CACHE];
	uint8_t cached_numbers[PALETTE_CACHE];
};

/* Adds the picture as a PNG. */
void image_png_encode(const struct indexed *picture, struct strbuf *out);

/*
 * Returns the pixels of a square PNG no wider than `most`: red, green, blue, alpha. The caller
 * frees them. Returns NULL with the reason.
 */
uint8_t *image_png_decode(const char *bytes, size_t len, unsigned most, unsigned *side_out,
			  struct reason *reason);

#endif
