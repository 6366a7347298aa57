/* SPDX-License-Identifier: MIT */
/* The files for downloading beside a game's page. */
#include <stdlib.h>

#include "core/formats/pgn.h"
#include "core/image/image.h"
#include "core/util/translate.h"
#include "pbem/archive/archive_internal.h"
#include "pbem/compose/image_file.h"

enum { FILM_MOST = 4 << 20 };

static int put_download(struct archive *archive, const char *id, const char *ending,
			const char *what, const struct strbuf *bytes, struct strbuf *items_out,
			struct reason *reason)
{
	char *name = base_printf("games/%s.%s", id, ending);
	const int result = output_dir_put(&archive->output, name, bytes->bytes, bytes->len, reason);

	strbuf_addf(items_out, "<li><a href=\"%s.%s\" download>", id, ending);
	html_template_add(translate(what), items_out);
	strbuf_add(items_out, "</a></li>\n");
	free(name);
	return result;
}

static int put_picture(struct archive *archive, const char *id, const struct game *game,
		       struct strbuf *items_out, struct reason *reason)
{
	static const struct image_style style = {.steady = true};
	struct scene *scene = scene_new(game, NO_SIDE, NO_SIDE);
	struct strbuf bytes;
	int result;

	strbuf_init(&bytes, SIZE_MAX);
	image_svg(scene, archive->pieces, &style, "", &bytes);
	result = put_download(archive, id, "svg", "A picture of the last board, SVG", &bytes,
			      items_out, reason);
	strbuf_clear(&bytes);
	image_png(scene, archive->pieces, &style, &bytes);
	if (result == 0)
		result = put_download(archive, id, "png", "A picture of the last board, PNG",
				      &bytes, items_out, reason);
	strbuf_done(&bytes);
	scene_free(scene);
	return result;
}

/* Adds an animation of all turns, unless the game is too long for one. */
static int put_animation(struct archive *archive, const struct archive_source *source,
			 const struct game_history *history, struct strbuf *items_out,
			 struct reason *reason)
{
	const struct gamefile_bytes log = {
		.path = source->path, .log = source->bytes.bytes, .log_len = (size_t)history->size};
	struct strbuf bytes;
	int result = 0;

	strbuf_init(&bytes, SIZE_MAX);
	if (image_file_animation(&log, archive->library, history->file->game.turns, NO_SIDE,
				 archive->pieces, FILM_MOST, &bytes, NULL) > 0)
		result = put_download(archive, source->id, "gif",
				      "The whole game as a moving picture, GIF", &bytes, items_out,
				      reason);
	else
		archive_remove_file(archive, source->id, "gif");
	strbuf_done(&bytes);
	return result;
}

/* The formats of other programs. Each is written for the games that fit it. */
static const struct form {
	const char *ending, *what;
	int (*fits)(const struct variant *variant, struct reason *reason);
	int (*write)(const struct movelist *score, const struct pgn_style *style,
		     struct strbuf *out, struct reason *reason);
} other_forms[] = {
	{"pgn", "PGN, which chess programs read", pgn_fits, pgn_write},
	{"pgn4", "PGN4, which programs for four players read", pgn4_fits, pgn4_write},
	{"bpgn", "BPGN, a list of all boards' moves", bpgn_fits, bpgn_write},
};

/* Adds the game in one format, unless the format can't represent one of its turns. */
static int put_format(struct archive *archive, const char *id, const struct movelist *score,
		      const struct form *form, struct strbuf *items_out, struct reason *reason)
{
	const struct pgn_style style = {.event = archive->request->name};
	const struct phrases *spoken = translate_speak(NULL);
	struct strbuf bytes;
	int result = 0;
	bool fits;

	strbuf_init(&bytes, 0);
	fits = form->fits(score->file->game.variant, NULL) == 0 &&
	       form->write(score, &style, &bytes, NULL) == 0;
	(void)translate_speak(spoken);
	if (fits)
		result = put_download(archive, id, form->ending, form->what, &bytes, items_out,
				      reason);
	else
		archive_remove_file(archive, id, form->ending);
	strbuf_done(&bytes);
	return result;
}

/* Adds the game in all formats, from the public part of its file. */
static int put_formats(struct archive *archive, const struct archive_source *source, size_t len,
		       struct strbuf *items_out, struct reason *reason)
{
	const struct gamefile_bytes bytes = {
		.path = source->path, .log = source->bytes.bytes, .log_len = len};
	struct movelist score;
	int result = 0;

	if (movelist_read(&bytes, archive->library, &score, NULL) == 0)
		for (size_t i = 0; result == 0 && i < ARRAY_LEN(other_forms); i++)
			result = put_format(archive, source->id, &score, &other_forms[i], items_out,
					    reason);
	movelist_done(&score);
	return result;
}

int archive_put_files(struct archive *archive, const struct archive_source *source,
		      const struct game_history *history, struct strbuf *items_out,
		      struct reason *reason)
{
	if (put_formats(archive, source, (size_t)history->size, items_out, reason) != 0 ||
	    put_picture(archive, source->id, &history->file->game, items_out, reason) != 0)
		return -1;
	return put_animation(archive, source, history, items_out, reason);
}
