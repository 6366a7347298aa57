/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/image/animation.h"
#include "core/image/piece_set.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/image_file.h"
#include "pbem/sys/files.h"

/* The pieces with which a site replaces pbem's own. */

static const char ending[] = ".svg";

static int is_shape(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > strlen(ending) && strcmp(entry->d_name + len - strlen(ending), ending) == 0;
}

/* Adds one shape from its two files. */
static int add_shape(const char *folder, const char *file, struct piece_set *set,
		     struct reason *reason)
{
	char *name = base_strndup(file, strlen(file) - strlen(ending));
	char *svg_path = base_printf("%s/%s.svg", folder, name);
	char *png_path = base_printf("%s/%s.png", folder, name);
	struct strbuf svg, png;
	int result = -1;

	strbuf_init(&svg, PIECE_SVG_MAX + 1);
	strbuf_init(&png, PIECE_PNG_MAX + 1);
	if (files_read(svg_path, &svg, reason) == 0 && files_read(png_path, &png, reason) == 0) {
		result = piece_set_put(set, name, svg.bytes, svg.len, png.bytes, png.len, reason);
		if (result < 0)
			reason_prefix(reason, "%s, or its .png: ", svg_path);
	}
	strbuf_done(&png);
	strbuf_done(&svg);
	free(png_path);
	free(svg_path);
	free(name);
	return result;
}

int image_file_set(const char *site, struct piece_set **set_out, struct reason *reason)
{
	char *folder = base_printf("%s/pieces", site);
	struct piece_set *set = NULL;
	struct dirent **names = NULL;
	int count = scandir(folder, &names, is_shape, alphasort), result = 0;

	for (int i = 0; i < count; i++) {
		if (set == NULL)
			set = piece_set_new();
		if (result == 0)
			result = add_shape(folder, names[i]->d_name, set, reason);
		free(names[i]);
	}
	free(names);
	free(folder);
	if (result == 0)
		*set_out = set;
	else
		piece_set_free(set);
	return result;
}

/* An animation of a whole game, turn by turn. */

/* An animation that is being made. */
struct making {
	struct animation *film;
	uint8_t from;
	unsigned turns; /* turns to be shown */
	unsigned shown; /* number of turns at the last frame */
	bool begun;
};

static void add_frame(struct making *making, const struct game *game)
{
	struct scene *scene = scene_new(game, making->from, NO_SIDE);

	animation_add(making->film, scene, game->turns);
	scene_free(scene);
	making->begun = true;
	making->shown = game->turns;
}

static void image_file_animation_begin(void *context, const struct gamefile *file)
{
	(void)context;
	(void)file;
}

static void image_file_animation_pass(void *context, const struct gamefile *file,
				      const struct entry_head *head, const struct event *event)
{
	(void)context;
	(void)file;
	(void)head;
	(void)event;
}

static void image_file_animation_look(void *context, const struct gamefile *file)
{
	struct making *making = context;
	const struct game *game = &file->game;

	if (game->started && game->turns <= making->turns &&
	    (!making->begun || game->turns != making->shown))
		add_frame(making, game);
}

int image_file_animation(const struct gamefile_bytes *log, struct variant_library *library,
			 unsigned turns, uint8_t from, const struct piece_set *set, size_t most,
			 struct strbuf *out, struct reason *reason)
{
	struct making making = {
		.film = animation_new(set, NULL, turns),
		.from = from,
		.turns = turns,
	};
	const struct gamefile_callbacks looker = {image_file_animation_begin,
						  image_file_animation_pass,
						  image_file_animation_look, &making};
	struct gamefile *file = gamefile_load_watched(log, library, &looker, reason);
	int result = -1;

	/* A card of a turn that was never finished may have come after the last turn. */
	if (file != NULL && file->game.turns <= turns)
		add_frame(&making, &file->game);
	if (file != NULL)
		result = animation_take(making.film, most, out);
	gamefile_free(file);
	animation_free(making.film);
	return result;
}

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
