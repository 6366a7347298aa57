/* SPDX-License-Identifier: MIT */
/* Pictures of games: with a site's own pieces, of whole games, and written to files. */
#ifndef PBEM_COMPOSE_IMAGE_FILE_H
#define PBEM_COMPOSE_IMAGE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "core/gamefile/gamefile.h"
#include "core/image/image.h"

/*
 * Loads the pieces of the site in that folder: pieces/NAME.svg, each with the NAME.png made from
 * it. They replace pbem's own. *set_out is unchanged on failure, and NULL if there are none. The
 * caller calls piece_set_free. Returns -1 with the reason, which names the file, if one can't be
 * part of a picture.
 */
int image_file_set(const char *site, struct piece_set **set_out, struct reason *reason);

/*
 * Adds an animation of the game (animation_new) as everybody may see it, up to `turns` turns, from
 * the side of seat `from` (NO_SIDE: the first seat's). `log` contains the bytes of its file as they
 * are on the disk, or will be; the sealed file isn't needed. Returns 1 if it was added; 0 if it
 * would have more than `most` bytes; -1 with the reason if the file is damaged.
 */
int image_file_animation(const struct gamefile_bytes *log, struct variant_library *library,
			 unsigned turns, uint8_t from, const struct piece_set *set, size_t most,
			 struct strbuf *out, struct reason *reason);

struct image_file_request {
	const char *format; /* svg, png, gif; NULL: none */
	const char *output; /* the file it goes to; NULL: standard output */
	const char *site;   /* the site whose pieces are used; NULL: pbem's own */
	uint8_t from;	    /* the seat from whose side it is drawn; NO_SIDE: the first one's */
};

/* Checks that the format exists, and that there is no output without a format. Returns -1 with what
 * was expected. */
int image_file_check(const struct image_file_request *request, struct reason *reason);

/* Draws what everybody may see of the game, which was read from `path`, and writes it. Returns -1
 * with the reason, whose kind shows who has to deal with it (reason.h). */
int image_file_write(const struct gamefile *file, const char *path, struct variant_library *library,
		     const struct image_file_request *request, struct reason *reason);

#endif
