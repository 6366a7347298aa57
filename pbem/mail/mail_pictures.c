/* SPDX-License-Identifier: MIT */
#include "core/image/image.h"
#include "pbem/compose/image_file.h"
#include "pbem/mail/mail_pictures.h"

const struct piece_set *mail_pictures_pieces(struct workspace *workspace)
{
	struct reason why;

	if (workspace->drawn)
		return workspace->pieces;
	workspace->drawn = true;
	if (image_file_set(workspace->site->config->folder, &workspace->pieces, &why) == 0) {
		workspace_drop_count(workspace, COUNT(COUNT_BAD_PIECES));
	} else if (!reason_is_temporary(&why) &&
		   workspace_is_first(workspace, 1, COUNT(COUNT_BAD_PIECES))) {
		workspace_notice(workspace, workspace->now,
				 "letters show our own pieces instead of the site's: %s", why.text);
	}
	return workspace->pieces;
}

void mail_pictures_animate(const struct workspace_game *game, uint8_t from,
			   const struct piece_set *pieces, struct html *looks)
{
	struct workspace_files files;
	struct reason ignored; /* the message has its picture already */
	struct strbuf film;

	if (looks->picture.len == 0)
		return;
	strbuf_init(&film, IMAGE_FILM);
	if (workspace_read(game, &files, &ignored) == 0 &&
	    image_file_animation(&files.bytes, game->site->library, game->file->game.turns, from,
				 pieces, IMAGE_FILM, &film, &ignored) > 0) {
		strbuf_done(&looks->picture);
		looks->picture = film;
		looks->picture_type = "image/gif";
		looks->picture_name = "game.gif";
		strbuf_init(&film, 0);
	}
	strbuf_done(&film);
	workspace_files_done(&files);
}
