/* SPDX-License-Identifier: MIT */
/*
 * Pictures of a scene: SVG, PNG, and a GIF that moves (film/film.h); all three of one drawing
 * (canvas.h), in the pieces of one set. Nothing here reads or writes a file.
 *
 *	struct scene *scene = scene_new(game, seat, seat);   of a letter: what the seat may see
 *	picture_png(scene, NULL, NULL, &bytes);              to be attached, some 360 x 360 pixels
 *	scene_words(scene, &alt);                            its alt text
 *	scene_free(scene);
 *
 * The public record (archive, `show`) is scene_new(game, from, NO_SIDE). Bytes are the same for the
 * same scene, set and style, always.
 */
#ifndef PBEM_CORE_PICTURE_PICTURE_H
#define PBEM_CORE_PICTURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/picture/scene.h"

struct piece_set;
struct reason;
struct text;

enum {
	PICTURE_CELL = 42,	   /* pixels of a square at most: 8 x 8 are 360 x 360 so */
	PICTURE_PIXELS = 179999,   /* of a letter's picture: a spam filter counts from 180000 on */
	PICTURE_FRAMES = 400,	   /* of a film */
	PICTURE_FILM = 512 * 1024, /* bytes of one that goes with a letter */
};

/* Nothing is drawn of a scene that is hidden, or has no board. */

/* How large; NULL where one is asked for: as letters have it. */
struct picture_style {
	unsigned cell;	 /* pixels of a square at most; 0: PICTURE_CELL */
	unsigned pixels; /* of the whole at most, while squares stay large enough; 0:
			    PICTURE_PIXELS */
	bool steady;	 /* of a ring: with room for all stockpiles, so that all pictures of a game
			    are of one size */
};

/* Width and height of the picture, of all three kinds. */
void picture_size(const struct scene *scene, const struct picture_style *style, unsigned *width_out,
		  unsigned *height_out);

/* The sets of pieces below: NULL is our own (pieces.h). */

/*
 * A whole SVG 1.1 document, `<svg xmlns=...>` to `</svg>`, without an XML declaration, so that it
 * can stand in a page as it is: no script, no style sheet, nothing from outside, role="img" with
 * <title> and <desc> (scene_words). `id` (letters and digits, "" where there is one picture) goes
 * in front of all ids in it, so that several can stand in one page.
 */
void picture_svg(const struct scene *scene, const struct piece_set *set,
		 const struct picture_style *style, const char *id, struct text *out);

/* A PNG with a palette, opaque; adds its bytes, which may have NULs among them. */
void picture_png(const struct scene *scene, const struct piece_set *set,
		 const struct picture_style *style, struct text *out);

#endif
