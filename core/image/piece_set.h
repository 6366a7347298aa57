/* SPDX-License-Identifier: MIT */
/*
 * A set of pieces. Each shape is an SVG and a PNG rendered from it in advance, so that drawing a
 * board needs no curves. Our own set is games/pieces/NAME.svg, built into the program. A site may
 * replace shapes.
 *
 * A shape is drawn in a square and in three colours, which are replaced: #fff by the colour of the
 * body, #000 by that of outlines, #f00 by that of inner details.
 */
#ifndef PBEM_CORE_IMAGE_PIECE_SET_H
#define PBEM_CORE_IMAGE_PIECE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece_set;
struct reason;
struct strbuf;
struct tint;

enum {
	PIECE_SET_MOST = 48,
	PIECE_SHAPE_MAX = 31,	/* bytes of a shape's name */
	PIECE_SVG_MAX = 65536,	/* bytes of an SVG */
	PIECE_PNG_MAX = 262144, /* bytes of its PNG */
	PIECE_SIDE_MAX = 512,	/* the width of its PNG */
	PIECE_SET_FIELD = 48,	/* the width of the elements that piece_set_add_svg adds */
};

/*
 * Returns our own set without replaced shapes. The caller calls piece_set_free, which accepts NULL.
 */
struct piece_set *piece_set_new(void);
void piece_set_free(struct piece_set *set);

/*
 * Replaces our shape of that name, or adds one: its SVG, and the square PNG made from it. The SVG
 * must consist of plain shapes, without script, links, text and style sheets. Returns -1 with the
 * reason if one of them is wrong.
 */
int piece_set_put(struct piece_set *set, const char *name, const char *svg, size_t svg_len,
		  const char *png, size_t png_len, struct reason *reason);

/*
 * Checks an SVG that is to be part of pages and pictures: it has one root with a viewBox, and
 * plain, correctly nested elements. Returns -1 with the reason otherwise.
 */
int piece_set_check_svg(const char *svg, size_t len, struct reason *reason);

/* ---- for drawing; a NULL `set` means our own ---- */

struct piece_art {
	char name[PIECE_SHAPE_MAX + 1];
	const char *svg; /* complete, `<svg ... viewBox="...">...</svg>` */
	const char *png;
	size_t png_len;
	char *svg_own, *png_own; /* freed with the shape; NULL for our own */
};

/*
 * Returns the shape of that name, or NULL: then the letter of the kind is drawn in the shape
 * "other".
 */
const struct piece_art *piece_set_find(const struct piece_set *set, const char *name);

/* Adds the shape in these colours as an <svg> element, PIECE_SET_FIELD wide. */
void piece_set_add_svg(const struct piece_art *art, const struct tint *tint, struct strbuf *out);

#endif
