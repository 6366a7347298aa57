/* SPDX-License-Identifier: MIT */
#include "core/picture/picture.h"
#include "pbem/drawing/drawing.h"
#include "pbem/looks/looks.h"

void looks_film(const struct desk_game *game, uint8_t from, const struct piece_set *pieces,
		struct looks *looks)
{
	struct desk_files files;
	struct reason ignored; /* the letter has its picture already */
	struct text film;

	if (looks->picture.len == 0)
		return;
	text_init(&film, PICTURE_FILM);
	if (desk_read(game, &files, &ignored) == 0 &&
	    drawing_film(&files.bytes, game->site->library, game->file->game.turns, from, pieces,
			 PICTURE_FILM, &film, &ignored) > 0) {
		text_done(&looks->picture);
		looks->picture = film;
		looks->picture_type = "image/gif";
		looks->picture_name = "game.gif";
		text_init(&film, 0);
	}
	text_done(&film);
	desk_files_done(&files);
}
