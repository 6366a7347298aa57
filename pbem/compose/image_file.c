/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/image/piece_set.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/image_file.h"
#include "pbem/sys/files.h"

enum { FILM_MOST = 32 * 1024 * 1024 };

static int cannot_write(const char *where, struct reason *reason)
{
	reason_set_change(reason, "cannot write %s", where);
	return reason_set_kind(reason, REASON_EXISTS);
}

static int write_output(const struct strbuf *bytes, const char *output, struct reason *reason)
{
	FILE *file = output != NULL ? fopen(output, "wb") : stdout;
	bool written;

	if (file == NULL)
		return cannot_write(output, reason);
	written = fwrite(bytes->bytes, 1, bytes->len, file) == bytes->len && fflush(file) == 0;
	if (output != NULL && fclose(file) != 0)
		written = false;
	/* Errors of standard output are reported when the program ends. */
	return written || output == NULL ? 0 : cannot_write(output, reason);
}

int image_file_check(const struct image_file_request *request, struct reason *reason)
{
	static const char *const formats[] = {"svg", "png", "gif"};

	if (request->format == NULL && request->output != NULL)
		return reason_fail(reason, "--output needs --format: it is where a picture goes");
	if (request->format == NULL)
		return 0;
	if (strbuf_find(request->format, formats, ARRAY_LEN(formats)) < 0)
		return reason_fail(reason, "--format is svg, png or gif, not '%s'",
				   request->format);
	if (strcmp(request->format, "svg") != 0 && request->output == NULL && isatty(STDOUT_FILENO))
		return reason_fail(reason,
				   "a terminal can't show a %s: say where it goes, with --output "
				   "FILE or after >",
				   request->format);
	return 0;
}

static void draw_still_image(const struct game *game, const struct image_file_request *request,
			     const struct piece_set *set, struct strbuf *out)
{
	struct scene *scene = scene_new(game, request->from, NO_SIDE);

	if (strcmp(request->format, "svg") == 0)
		image_svg(scene, set, NULL, "", out);
	else
		image_png(scene, set, NULL, out);
	scene_free(scene);
}

static int draw_animation(const struct gamefile *file, const char *path,
			  struct variant_library *library, const struct image_file_request *request,
			  const struct piece_set *set, struct strbuf *out, struct reason *reason)
{
	struct gamefile_bytes log = {.path = path};
	struct strbuf bytes;
	int drawn = -1;

	strbuf_init(&bytes, SIZE_MAX / 2);
	if (files_read(path, &bytes, reason) == 0) {
		log.log = bytes.bytes;
		log.log_len = bytes.len;
		drawn = image_file_animation(&log, library, file->game.turns, request->from, set,
					     FILM_MOST, out, reason);
	}
	if (drawn == 0)
		reason_set(reason, "the picture would be larger than %d MiB",
			   FILM_MOST / (1024 * 1024));
	strbuf_done(&bytes);
	return drawn > 0 ? 0 : -1;
}

int image_file_write(const struct gamefile *file, const char *path, struct variant_library *library,
		     const struct image_file_request *request, struct reason *reason)
{
	struct piece_set *set = NULL;
	struct strbuf bytes;
	int result = request->site != NULL ? image_file_set(request->site, &set, reason) : 0;

	strbuf_init(&bytes, FILM_MOST + 1);
	if (result == 0 && strcmp(request->format, "gif") == 0)
		result = draw_animation(file, path, library, request, set, &bytes, reason);
	else if (result == 0)
		draw_still_image(&file->game, request, set, &bytes);
	if (result == 0)
		result = write_output(&bytes, request->output, reason);
	strbuf_done(&bytes);
	piece_set_free(set);
	return result;
}
