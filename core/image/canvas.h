/* SPDX-License-Identifier: MIT */
/*
 * Draws a scene: rectangles, shapes and short texts at whole pixels. A canvas turns these into SVG
 * elements or pixels, so that all pictures look the same.
 */
#ifndef PBEM_CORE_IMAGE_CANVAS_H
#define PBEM_CORE_IMAGE_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/image/image.h"
#include "core/image/scene.h"

/* The colours, 0xRRGGBB, that replace the three colours in which a shape is drawn (piece_set.h). */
struct tint {
	uint32_t body, line, detail;
};

struct box {
	int x, y, width, height;
};

struct canvas {
	void *context;
	/* Fills a rectangle. With `alpha` 255 it is opaque. */
	void (*fill)(void *context, struct box box, uint32_t colour, unsigned alpha);
	/*
	 * Draws a shape by name into a square box, half transparent if `faded`. Returns false if
	 * the set doesn't have the shape.
	 */
	bool (*shape)(void *context, const char *name, struct box box, const struct tint *tint,
		      bool faded);
	/*
	 * Draws letters, digits and signs of a board, `box.height` high, from box.x on. Each takes
	 * the canvas_text_width of one character.
	 */
	void (*text)(void *context, const char *text, struct box box, uint32_t colour);
};

/* The sizes of a picture's parts, in pixels. */
struct layout {
	int cell, margin;
	int caption, stock; /* heights of the lines above each board, and below all */
	int across, down;   /* numbers of boards */
	int columns, rows;  /* squares of the largest board */
	int width, height;
	bool steady; /* each seat has a line for its stockpile, even if empty */
};

/* Returns the layout of a scene in that style (NULL: that of letters). */
struct layout canvas_lay_out(const struct scene *scene, const struct image_style *style);

void canvas_draw(const struct canvas *canvas, const struct scene *scene,
		 const struct layout *layout);

/* Returns the width of a text of that height. */
int canvas_text_width(const char *text, int height);

#endif
