/* SPDX-License-Identifier: MIT */
/* What stands beside a game's page for who wants to take it along. */
#include <stdlib.h>

#include "core/exchange/pgn.h"
#include "core/phrase/phrase.h"
#include "core/picture/picture.h"
#include "pbem/archive/archive_inner.h"
#include "pbem/drawing/drawing.h"

enum { FILM_MOST = 4 << 20 };

static int put(struct archive *archive, const char *id, const char *ending, const char *what,
	       const struct text *bytes, struct text *items_out, struct reason *reason)
{
	char *name = base_printf("games/%s.%s", id, ending);
	const int result = shelf_put(&archive->shelf, name, bytes->bytes, bytes->len, reason);

	text_addf(items_out, "<li><a href=\"%s.%s\" download>", id, ending);
	forms_add(phrase(what), items_out);
	text_add(items_out, "</a></li>\n");
	free(name);
	return result;
}

static int put_picture(struct archive *archive, const char *id, const struct game *game,
		       struct text *items_out, struct reason *reason)
{
	static const struct picture_style style = {.steady = true};
	struct scene *scene = scene_new(game, NO_SIDE, NO_SIDE);
	struct text bytes;
	int result;

	text_init(&bytes, SIZE_MAX);
	picture_svg(scene, archive->pieces, &style, "", &bytes);
	result = put(archive, id, "svg", "A picture of the last board, SVG", &bytes, items_out,
		     reason);
	text_clear(&bytes);
	picture_png(scene, archive->pieces, &style, &bytes);
	if (result == 0)
		result = put(archive, id, "png", "A picture of the last board, PNG", &bytes,
			     items_out, reason);
	text_done(&bytes);
	scene_free(scene);
	return result;
}

/* All turns, one after the other; a game of which it would be too much to take along goes without.
 */
static int put_film(struct archive *archive, const struct archive_source *source,
		    const struct chronicle *chronicle, struct text *items_out,
		    struct reason *reason)
{
	const struct gamefile_bytes log = {.path = source->path,
					   .log = source->bytes.bytes,
					   .log_len = (size_t)chronicle->size};
	struct text bytes;
	int result = 0;

	text_init(&bytes, SIZE_MAX);
	if (drawing_film(&log, archive->library, chronicle->file->game.turns, NO_SIDE,
			 archive->pieces, FILM_MOST, &bytes, NULL) > 0)
		result = put(archive, source->id, "gif", "The whole game as a moving picture, GIF",
			     &bytes, items_out, reason);
	else
		archive_remove_file(archive, source->id, "gif");
	text_done(&bytes);
	return result;
}

/* The forms of other programs; each is written of the games that fit it. */
static const struct form {
	const char *ending, *what;
	int (*fits)(const struct variant *variant, struct reason *reason);
	int (*write)(const struct score *score, const struct pgn_style *style, struct text *out,
		     struct reason *reason);
} other_forms[] = {
	{"pgn", "PGN, which chess programs read", pgn_fits, pgn_write},
	{"pgn4", "PGN4, which programs for four players read", pgn4_fits, pgn4_write},
	{"bpgn", "BPGN, a list of all boards' moves", bpgn_fits, bpgn_write},
};

/* A game of which a turn has no such form goes without. */
static int put_form(struct archive *archive, const char *id, const struct score *score,
		    const struct form *form, struct text *items_out, struct reason *reason)
{
	const struct pgn_style style = {.event = archive->wish->name};
	const struct phrases *spoken = phrase_speak(NULL);
	struct text bytes;
	int result = 0;
	bool fits;

	text_init(&bytes, 0);
	fits = form->fits(score->file->game.variant, NULL) == 0 &&
	       form->write(score, &style, &bytes, NULL) == 0;
	(void)phrase_speak(spoken);
	if (fits)
		result = put(archive, id, form->ending, form->what, &bytes, items_out, reason);
	else
		archive_remove_file(archive, id, form->ending);
	text_done(&bytes);
	return result;
}

/* Made of what is public of the file. */
static int put_forms(struct archive *archive, const struct archive_source *source, size_t len,
		     struct text *items_out, struct reason *reason)
{
	const struct gamefile_bytes bytes = {
		.path = source->path, .log = source->bytes.bytes, .log_len = len};
	struct score score;
	int result = 0;

	if (score_read(&bytes, archive->library, &score, NULL) == 0)
		for (size_t i = 0; result == 0 && i < ARRAY_LEN(other_forms); i++)
			result = put_form(archive, source->id, &score, &other_forms[i], items_out,
					  reason);
	score_done(&score);
	return result;
}

int archive_put_files(struct archive *archive, const struct archive_source *source,
		      const struct chronicle *chronicle, struct text *items_out,
		      struct reason *reason)
{
	if (put_forms(archive, source, (size_t)chronicle->size, items_out, reason) != 0 ||
	    put_picture(archive, source->id, &chronicle->file->game, items_out, reason) != 0)
		return -1;
	return put_film(archive, source, chronicle, items_out, reason);
}
