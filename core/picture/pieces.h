/* SPDX-License-Identifier: MIT */
/*
 * A set of pieces: for each shape an SVG, and a picture of it in pixels that was made of that
 * beforehand, so that nobody needs to draw curves to draw a board. Our own is
 * games/pieces/NAME.svg, built in; a site may have others in their place.
 *
 * A shape is drawn on a square, in three colours: #fff becomes the body's colour, #000 that of
 * outlines, #f00 that of details within.
 */
#ifndef PBEM_CORE_PICTURE_PIECES_H
#define PBEM_CORE_PICTURE_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece_set;
struct reason;
struct text;

enum {
	PIECES_MOST = 48,
	PIECE_SHAPE_MAX = 31,	/* of a shape's name */
	PIECE_SVG_MAX = 65536,	/* bytes of an SVG */
	PIECE_PNG_MAX = 262144, /* ... of its PNG, */
	PIECE_SIDE_MAX = 512,	/* ... and its width */
	PIECES_FIELD = 48,	/* the width of what pieces_add_svg adds */
};

/* Our own set with nothing in other shapes' place yet. The caller calls pieces_free, which takes
 * NULL. */
struct piece_set *pieces_new(void);
void pieces_free(struct piece_set *set);

/*
 * Puts a shape in the place of ours of that name, or adds it: its SVG, which must be drawn of plain
 * shapes (no script, no link, no text, no style sheet), and the PNG made of it, square. -1 with
 * what is wrong with them.
 */
int pieces_put(struct piece_set *set, const char *name, const char *svg, size_t svg_len,
	       const char *png, size_t png_len, struct reason *reason);

/* Whether it is an SVG that can stand in any page and picture: one root with a viewBox, and plain
 * elements nested as they should be. -1 with what it must not have. */
int pieces_check_svg(const char *svg, size_t len, struct reason *reason);

/* ---- for pictures; `set` NULL: our own ---- */

struct piece_art {
	char name[PIECE_SHAPE_MAX + 1];
	const char *svg; /* a whole `<svg ... viewBox="...">...</svg>` */
	const char *png;
	size_t png_len;
	char *svg_own, *png_own; /* what is freed with it; NULL: it is ours */
};

/* The shape of that name, or NULL: then the letter of its kind is drawn in "other". */
const struct piece_art *pieces_find(const struct piece_set *set, const char *name);

/* Adds the shape as an <svg> within another, PIECES_FIELD wide, in these colours. */
struct tint;
void pieces_add_svg(const struct piece_art *art, const struct tint *tint, struct text *out);

#endif
