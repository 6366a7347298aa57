/* SPDX-License-Identifier: MIT */
/* A whole game as a picture that moves. */
#ifndef PBEM_CORE_PICTURE_FILM_FILM_H
#define PBEM_CORE_PICTURE_FILM_FILM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/picture/picture.h"

/*
 * A whole game as a GIF: its first frame is the last position, for who shows no more than that;
 * then come all from the first one on, and it begins again. Scenes must be of one game, from one
 * side.
 *
 *	struct film *film = film_new(NULL, NULL, turns);
 *	film_add(film, scene, 0);               of the array, and after each turn
 *	if (film_take(film, PICTURE_FILM, &bytes)) ...
 *	film_free(film);
 *
 * Of a game of more turns than PICTURE_FRAMES some are passed by, never the first or the last.
 */
struct film *film_new(const struct piece_set *set, const struct picture_style *style,
		      unsigned turns);
void film_free(struct film *film);

/* Adds a frame of how it stood after so many turns, unless it is like the one before; the scene is
 * drawn at once, and may be freed. */
void film_add(struct film *film, const struct scene *scene, unsigned turn);

/* Adds the GIF's bytes. False, and nothing is added, when they would be more than `most`, or there
 * is no frame. */
bool film_take(const struct film *film, size_t most, struct text *out);

#endif
