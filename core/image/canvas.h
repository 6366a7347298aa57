/* SPDX-License-Identifier: MIT */
/*
 * The one drawing of a scene: rectangles, shapes and short texts at whole pixels. What they become,
 * an element of an SVG or pixels, is the canvas's to know, so that all pictures agree.
 */
#ifndef PBEM_CORE_PICTURE_CANVAS_H
#define PBEM_CORE_PICTURE_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/picture/picture.h"
#include "core/picture/scene.h"

/* What becomes of the three colours a shape is drawn in (pieces.h): 0xRRGGBB. */
struct tint {
	uint32_t body, line, detail;
};

struct box {
	int x, y, width, height;
};

struct canvas {
	void *context;
	/* Fills a rectangle; of `alpha` 255 it covers what is below. */
	void (*fill)(void *context, struct box box, uint32_t colour, unsigned alpha);
	/* A shape of that name, a square of so many pixels; half seen through where `faded`. False:
	 * the set has none such. */
	bool (*shape)(void *context, const char *name, struct box box, const struct tint *tint,
		      bool faded);
	/* Letters, digits and signs of a board, `box.height` high, from box.x on; each takes
	 * canvas_text_width of one. */
	void (*text)(void *context, const char *text, struct box box, uint32_t colour);
};

/* Where everything is. */
struct layout {
	int cell, margin;
	int caption, stock; /* the height of the line above each board, of the lines below all */
	int across, down;   /* boards */
	int columns, rows;  /* squares of the largest board */
	int width, height;
	bool steady; /* each seat has its line of a stockpile, whether there is something in it */
};

/* How a scene is laid out in that style (NULL: that of letters). */
struct layout canvas_lay_out(const struct scene *scene, const struct picture_style *style);

void canvas_draw(const struct canvas *canvas, const struct scene *scene,
		 const struct layout *layout);

/* How wide a text of that height is. */
int canvas_text_width(const char *text, int height);

#endif
