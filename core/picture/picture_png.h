/* SPDX-License-Identifier: MIT */
/* PNG, in and out. */
#ifndef PBEM_CORE_PICTURE_PICTURE_PNG_H
#define PBEM_CORE_PICTURE_PICTURE_PNG_H

#include <stddef.h>
#include <stdint.h>

struct reason;
struct text;

enum {
	PALETTE = 256,
	PALETTE_LATELY = 1024,
	PALETTE_IS_SET = 1 << 24, /* beside a colour */
};

/* Pixels by their numbers in a palette of colours 0xRRGGBB. */
struct indexed {
	int width, height;
	uint8_t *pixels; /* row by row */
	uint32_t colours[PALETTE];
	unsigned colour_count;
	/* Colours that were looked up, and their numbers (raster_index). */
	uint32_t lately[PALETTE_LATELY];
	uint8_t lately_number[PALETTE_LATELY];
};

/* Adds the bytes of the picture. */
void picture_png_encode(const struct indexed *picture, struct text *out);

/* The pixels of a square PNG no wider than `most`: red, green, blue, alpha. NULL with the reason.
 * The caller frees them. */
uint8_t *picture_png_decode(const char *bytes, size_t len, unsigned most, unsigned *side_out,
			    struct reason *reason);

#endif
