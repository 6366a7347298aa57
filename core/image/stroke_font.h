/* SPDX-License-Identifier: MIT */
/* Letters, digits and signs of boards as straight strokes, so that pictures need no font. */
#ifndef PBEM_CORE_IMAGE_STROKE_FONT_H
#define PBEM_CORE_IMAGE_STROKE_FONT_H

enum {
	STROKE_FONT_WIDE = 60, /* the width of a character's field, including the gap to the next */
	STROKE_FONT_HIGH = 100,
	STROKE_FONT_STROKE = 13,
	STROKE_FONT_LINES = 24, /* most strokes of a character */
};

/* A stroke between two points of the field, whose top left corner is 0, 0. */
struct glyph_line {
	int x1, y1, x2, y2;
};

/* Writes the strokes of a character and returns their number, 0 for an unknown character. */
unsigned stroke_font_lines(char character, struct glyph_line lines_out[STROKE_FONT_LINES]);

#endif
