/* SPDX-License-Identifier: MIT */
/* Letters, digits and the signs of boards as straight strokes, so that a picture needs no font. */
#ifndef PBEM_CORE_PICTURE_GLYPHS_H
#define PBEM_CORE_PICTURE_GLYPHS_H

enum {
	GLYPHS_WIDE = 60, /* the field of each, the gap to the next one included */
	GLYPHS_HIGH = 100,
	GLYPHS_STROKE = 13,
	GLYPHS_LINES = 24, /* of one, at most */
};

/* From one point of the field to another, its top left corner 0, 0. */
struct glyph_line {
	int x1, y1, x2, y2;
};

/* The strokes of a character; how many, 0 for one that there is none for. */
unsigned glyphs_lines(char character, struct glyph_line lines_out[GLYPHS_LINES]);

#endif
