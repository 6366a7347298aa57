/* SPDX-License-Identifier: MIT */
/* Renders a whole game as an animated GIF. */
#ifndef PBEM_CORE_IMAGE_ANIMATION_H
#define PBEM_CORE_IMAGE_ANIMATION_H

#include <stdbool.h>
#include <stddef.h>

#include "core/image/image.h"

/*
 * animation_new begins a GIF of a game. Its first frame is the last position, for programs that
 * only show the first frame. Then come all positions from the beginning, and it repeats. All scenes
 * must be of one game, seen from one side.
 *
 *   struct animation *film = animation_new(NULL, NULL, turns);
 *   animation_add(film, scene, 0);               for the array, and after each turn
 *   if (animation_take(film, IMAGE_FILM, &bytes)) ...
 *   animation_free(film);
 *
 * If the game has more turns than IMAGE_FRAMES, some are left out, but never the first and the
 * last.
 */
struct animation *animation_new(const struct piece_set *set, const struct image_style *style,
				unsigned turns);
void animation_free(struct animation *animation);

/*
 * Adds a frame of the position after that number of turns, unless it looks like the previous frame.
 * The scene is drawn at once and may then be freed.
 */
void animation_add(struct animation *animation, const struct scene *scene, unsigned turn);

/*
 * Adds the GIF's bytes. Returns false and adds nothing if they would be more than `most`, or there
 * is no frame.
 */
bool animation_take(const struct animation *animation, size_t most, struct strbuf *out);

#endif
