/* SPDX-License-Identifier: MIT */
/*
 * Pictures of a scene: SVG, PNG, and animated GIF (animation.h). All three are made by the same
 * drawing code (canvas.h) with the pieces of one set. This code reads and writes no files.
 *
 *   struct scene *scene = scene_new(game, seat, seat);   for a letter: what the seat may see
 *   image_png(scene, NULL, NULL, &bytes);                to be attached, about 360 x 360 pixels
 *   scene_words(scene, &alt);                            its alt text
 *   scene_free(scene);
 *
 * The public record (archive, `show`) uses scene_new(game, from, NO_SIDE). The same scene, set and
 * style always yield the same bytes.
 */
#ifndef PBEM_CORE_IMAGE_IMAGE_H
#define PBEM_CORE_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/image/scene.h"

struct piece_set;
struct reason;
struct strbuf;

enum {
	IMAGE_CELL = 42, /* the largest width of a square in pixels: 8 x 8 squares become 360 x 360
			    pixels */
	IMAGE_PIXELS = 179999,	 /* of a letter's picture: spam filters react to 180000 and more */
	IMAGE_FRAMES = 400,	 /* of an animation */
	IMAGE_FILM = 512 * 1024, /* bytes of an animation attached to a letter */
};

/* Nothing is drawn of a scene that is hidden or has no board. */

/* The size of a picture. Where a style is expected, NULL means that of letters. */
struct image_style {
	unsigned cell;	 /* largest width of a square in pixels; 0: IMAGE_CELL */
	unsigned pixels; /* most pixels of the picture, unless squares would become too small; 0:
			    IMAGE_PIXELS */
	bool steady;	 /* in a ring, with space for all stockpiles, so that all pictures of a game
			    have the same size */
};

/* Returns the width and height of a picture of any of the three kinds. */
void image_size(const struct scene *scene, const struct image_style *style, unsigned *width_out,
		unsigned *height_out);

/* In the functions below, a NULL set of pieces means our own (piece_set.h). */

/*
 * Adds a complete SVG 1.1 document, `<svg xmlns=...>` to `</svg>`, without an XML declaration, so
 * that a page can include it. It has no script, style sheet or external content. It has role="img"
 * with <title> and <desc> (scene_words). All its ids begin with `id` (letters and digits, "" for a
 * single picture), so that a page can include several.
 */
void image_svg(const struct scene *scene, const struct piece_set *set,
	       const struct image_style *style, const char *id, struct strbuf *out);

/* Adds the bytes of an opaque PNG with a palette. They may include NULs. */
void image_png(const struct scene *scene, const struct piece_set *set,
	       const struct image_style *style, struct strbuf *out);

#endif
