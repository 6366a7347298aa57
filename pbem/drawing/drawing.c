/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/picture/pieces.h"
#include "pbem/drawing/drawing.h"
#include "pbem/site/files.h"

enum { FILM_MOST = 32 * 1024 * 1024 };

static int cannot_write(const char *where, struct reason *reason)
{
	return reason_fail_as(reason, REASON_TAKEN, "cannot write %s: %s", where, strerror(errno));
}

static int put_out(const struct text *bytes, const char *output, struct reason *reason)
{
	FILE *file = output != NULL ? fopen(output, "wb") : stdout;
	bool written;

	if (file == NULL)
		return cannot_write(output, reason);
	written = fwrite(bytes->bytes, 1, bytes->len, file) == bytes->len && fflush(file) == 0;
	if (output != NULL && fclose(file) != 0)
		written = false;
	return written ? 0 : cannot_write(output != NULL ? output : "the picture", reason);
}

int drawing_check(const struct drawing_wish *wish, struct reason *reason)
{
	static const char *const formats[] = {"svg", "png", "gif"};

	if (wish->format == NULL && wish->output != NULL)
		return reason_fail(reason, "--output needs --format: it is where a picture goes");
	if (wish->format == NULL)
		return 0;
	if (text_find(wish->format, formats, ARRAY_LEN(formats)) < 0)
		return reason_fail(reason, "--format is svg, png or gif, not '%s'", wish->format);
	if (strcmp(wish->format, "svg") != 0 && wish->output == NULL && isatty(STDOUT_FILENO))
		return reason_fail(reason,
				   "a terminal can't show a %s: say where it goes, with --output "
				   "FILE or behind >",
				   wish->format);
	return 0;
}

/* A still one. */
static void draw_still(const struct game *game, const struct drawing_wish *wish,
		       const struct piece_set *set, struct text *out)
{
	struct scene *scene = scene_new(game, wish->from, NO_SIDE);

	if (strcmp(wish->format, "svg") == 0)
		picture_svg(scene, set, NULL, "", out);
	else
		picture_png(scene, set, NULL, out);
	scene_free(scene);
}

static int draw_film(const struct gamefile *file, const char *path, struct variant_library *library,
		     const struct drawing_wish *wish, const struct piece_set *set, struct text *out,
		     struct reason *reason)
{
	struct gamefile_bytes log = {.path = path};
	struct text bytes;
	int drawn = -1;

	text_init(&bytes, SIZE_MAX / 2);
	if (files_read(path, &bytes, reason) == 0) {
		log.log = bytes.bytes;
		log.log_len = bytes.len;
		drawn = drawing_film(&log, library, file->game.turns, wish->from, set, FILM_MOST,
				     out, reason);
	}
	if (drawn == 0)
		reason_set(reason, "the picture would be larger than %d MiB",
			   FILM_MOST / (1024 * 1024));
	text_done(&bytes);
	return drawn > 0 ? 0 : -1;
}

int drawing_write(const struct gamefile *file, const char *path, struct variant_library *library,
		  const struct drawing_wish *wish, struct reason *reason)
{
	struct piece_set *set = NULL;
	struct text bytes;
	int result = wish->site != NULL ? drawing_set(wish->site, &set, reason) : 0;

	text_init(&bytes, FILM_MOST + 1);
	if (result == 0 && strcmp(wish->format, "gif") == 0)
		result = draw_film(file, path, library, wish, set, &bytes, reason);
	else if (result == 0)
		draw_still(&file->game, wish, set, &bytes);
	if (result == 0)
		result = put_out(&bytes, wish->output, reason);
	text_done(&bytes);
	pieces_free(set);
	return result;
}
