/* SPDX-License-Identifier: MIT */
/* The pictures of messages: the pieces that a site chose, and the animation of a finished game. */
#ifndef PBEM_MAIL_MAIL_PICTURES_H
#define PBEM_MAIL_MAIL_PICTURES_H

#include <stdint.h>

#include "pbem/html/html.h"
#include "pbem/site/workspace.h"

/*
 * Returns the pieces for pictures in messages: the site's own, or NULL for pbem's. Also returns
 * NULL if the site's pieces can't be part of a picture, and informs the moderator once. The files
 * are read once per run.
 */
const struct piece_set *mail_pictures_pieces(struct workspace *workspace);

/*
 * Replaces the picture by an animation of the whole game, from the side of seat `from`. Everybody
 * may see all of a finished game. Leaves the picture as it is if the animation would be too large,
 * or can't be made now.
 */
void mail_pictures_animate(const struct workspace_game *game, uint8_t from,
			   const struct piece_set *pieces, struct html *looks);

#endif
