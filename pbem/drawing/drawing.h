/* SPDX-License-Identifier: MIT */
/* Pictures of games: in a site's own pieces, of whole games, written to files. */
#ifndef PBEM_DRAWING_DRAWING_H
#define PBEM_DRAWING_DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "core/picture/picture.h"
#include "core/record/gamefile.h"

/*
 * The pieces of the site in that folder: pieces/NAME.svg, each with the NAME.png made of it, which
 * stand in the place of ours. *set_out is NULL, which pictures take for our own, where there are
 * none; the caller calls pieces_free. -1 with the reason, which names the file, when one can't
 * stand in a picture.
 */
int drawing_set(const char *site, struct piece_set **set_out, struct reason *reason);

/*
 * Adds a film of the game (film_new) as everybody may see it, from the side of seat `from`
 * (NO_SIDE: the first one's), up to `turns` turns. `log` are the bytes of its file as they are on
 * the disk, or will be; the sealed file isn't asked for. 1: added; 0: it would be more than `most`
 * bytes; -1 with the reason: the file is damaged.
 */
int drawing_film(const struct gamefile_bytes *log, struct variant_library *library, unsigned turns,
		 uint8_t from, const struct piece_set *set, size_t most, struct text *out,
		 struct reason *reason);

/* A picture that is asked for. */
struct drawing_wish {
	const char *format; /* svg, png, gif; NULL: none */
	const char *output; /* the file it goes to; NULL: standard output */
	const char *site;   /* whose pieces it is drawn with; NULL: with ours */
	uint8_t from;	    /* the seat from whose side; NO_SIDE: the first one's */
};

/* Whether there is such a format, and an output goes with it; -1 with what was expected. */
int drawing_check(const struct drawing_wish *wish, struct reason *reason);

/* Draws what everybody may see of the game, which was read from `path`. -1 with the reason when it
 * can't be, or not be written: of whose matter that is (reason.h). */
int drawing_write(const struct gamefile *file, const char *path, struct variant_library *library,
		  const struct drawing_wish *wish, struct reason *reason);

#endif
