/* SPDX-License-Identifier: MIT */
/* pbem show GAME: how a game stands, or stood. Reads the game's files and nothing else of a site.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/json.h"
#include "core/kind/kinds.h"
#include "core/position/fen4.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/command/commands.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/drawing/drawing.h"
#include "pbem/site/files.h"
#include "pbem/site/places.h"
#include "pbem/writing/template.h"

enum { TURNS_SHOWN = 8 };

struct wanted {
	const char *game, *seat;
	size_t ply; /* SIZE_MAX: now */
	bool fen;   /* the position as other programs read it, and nothing else */
	bool json;
	struct drawing_wish picture; /* without a format: text */
};

/* Whether the word names a file by itself: a copy of a game under any name but its own. */
static bool is_lone_file(const char *word)
{
	const char *name = strrchr(word, '/');
	struct stat status;

	name = name != NULL ? name + 1 : word;
	return strcmp(name, "game.txt") != 0 && stat(word, &status) == 0 && S_ISREG(status.st_mode);
}

/* Whether the word is the name of a game of the site. */
static bool is_of_site(const char *word)
{
	return strchr(word, '/') == NULL && strcmp(word, ".") != 0 &&
	       strcmp(word, "game.txt") != 0 && !is_lone_file(word);
}

/* The folder meant: a path when it has a slash (its game.txt may be named), else a game of the
 * site. */
static char *folder_meant(const char *word)
{
	static const char file[] = "/game.txt";
	size_t len = strlen(word);

	if (strcmp(word, file + 1) == 0)
		return base_strdup(".");
	if (strchr(word, '/') == NULL && strcmp(word, ".") != 0)
		return base_printf("%s/games/%s", places_site(), word);
	if (len > strlen(file) && strcmp(word + len - strlen(file), file) == 0)
		len -= strlen(file);
	return base_strndup(word, len);
}

/* Its file, too, for a message, and how large that was before. The caller frees both. */
static struct gamefile *load(const struct wanted *wanted, struct variant_library *library,
			     char **path_out, uint64_t *size_out, struct reason *reason)
{
	struct stat status;
	bool alone = is_lone_file(wanted->game);
	char *folder = folder_meant(wanted->game);
	struct gamefile *file = NULL;

	*path_out = alone ? base_strdup(wanted->game) : base_printf("%s/game.txt", folder);
	*size_out = stat(*path_out, &status) == 0 ? (uint64_t)status.st_size : 0;
	if (access(*path_out, R_OK) == 0) {
		if (alone)
			file = gamefile_load_public(*path_out, library, wanted->ply, reason);
		else if (wanted->ply == SIZE_MAX)
			file = gamefile_load(folder, library, reason);
		else
			file = gamefile_load_at(folder, library, wanted->ply, reason);
	}
	free(folder);
	return file;
}

/* "demo: chess, game 1" and who plays what. */
static void add_title(const struct gamefile *file, struct text *out)
{
	const struct variant *variant = file->game.variant;

	text_addf(out, "%s: %s", file->header.id, file->header.variant);
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		text_addf(out, ", %s %s", variant_seat_title(variant, seat),
			  file->header.names[seat]);
	text_add(out, "\n\n");
}

/* FEN, or FEN4 for four seats; of several boards a line each, behind its number. Nothing when
 * neither has words for the position. */
static void add_fen(const struct game *game, struct text *out)
{
	const struct mail_kind *kind = desk_mail_kind(game->variant);

	if (kind->fens != NULL)
		kind->fens(game, out);
	else if (fen4_write(game->variant, &game->position, out) ||
		 position_to_fen(game->variant, &game->position, game_round(game), out))
		text_add_char(out, '\n');
}

static int print_fen(const struct gamefile *file)
{
	struct reason reason;
	struct text out;
	int result = EX_OK;

	text_init(&out, 0);
	add_fen(&file->game, &out);
	if (out.len > 0) {
		fputs(out.bytes, stdout);
	} else {
		reason_set(&reason, "neither FEN nor FEN4 has words for this position");
		result = commands_fail("show", EX_DATAERR, &reason);
	}
	text_done(&out);
	return result;
}

static void add_board(const struct game *game, int seat, struct text *out)
{
	const struct mail_kind *kind = desk_mail_kind(game->variant);

	if (kind->boards != NULL)
		kind->boards(game, (uint8_t)seat, out);
	else
		view_board(game, (uint8_t)seat, BOARD_FULL, out);
}

static void add_state(const struct game *game, struct text *out)
{
	const struct mail_kind *kind = desk_mail_kind(game->variant);

	view_status(game, out);
	if (kind->news != NULL)
		kind->news(game, out);
}

/* Lines broken at blanks, the rest of one indented below it: a terminal would break them within
 * words. */
static void add_wrapped(const char *lines, struct text *out)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	size_t len;

	while (text_next_line(&cursor, end, &line, &len)) {
		char *copy = base_strndup(line, len);

		template_wrap(copy, "    ", out);
		free(copy);
	}
}

static void print_text(const struct gamefile *file, int seat)
{
	const struct game *game = &file->game;
	struct text out, state;

	text_init(&out, 0);
	add_title(file, &out);
	add_board(game, seat, &out);
	text_add_char(&out, '\n');
	text_init(&state, 0);
	add_state(game, &state);
	add_wrapped(state.bytes, &out);
	text_done(&state);
	if (game->turns > 0)
		text_add_char(&out, '\n');
	view_recent(game, game->turns > TURNS_SHOWN ? game->turns - TURNS_SHOWN : 0, &out);
	fputs(out.bytes, stdout);
	text_done(&out);
}

static void print_json(const struct gamefile *file, int seat)
{
	const struct game *game = &file->game;
	struct text out, part;
	struct json json;

	text_init(&out, 0);
	text_init(&part, 0);
	json_init(&json, &out);
	json_object(&json, NULL);
	command_json_game(file, &json);
	add_board(game, seat, &part);
	json_lines(&json, "board", part.bytes);
	text_clear(&part);
	add_fen(game, &part);
	json_lines(&json, "fen", part.bytes);
	text_clear(&part);
	add_state(game, &part);
	json_lines(&json, "says", part.bytes);
	text_clear(&part);
	view_recent(game, 0, &part);
	json_lines(&json, "recent", part.bytes);
	json_object_end(&json);
	fputs(out.bytes, stdout);
	text_done(&part);
	text_done(&out);
}

/* In the pieces of the site whose game it is. */
static int print_picture(const struct gamefile *file, const char *path,
			 struct variant_library *library, const struct wanted *wanted, uint8_t seat)
{
	struct drawing_wish wish = wanted->picture;
	struct reason reason;

	wish.from = seat;
	wish.site = is_of_site(wanted->game) ? places_site() : NULL;
	return drawing_write(file, path, library, &wish, &reason) == 0
		       ? EX_OK
		       : commands_fail("show", EX_DATAERR, &reason);
}

static int print_game(const struct gamefile *file, const char *path,
		      struct variant_library *library, const struct wanted *wanted)
{
	const struct game *game = &file->game;
	int seat = NO_SIDE;
	struct reason reason;

	if (wanted->ply != SIZE_MAX && wanted->ply > game->turns) {
		reason_set(&reason, "%s has %u turns so far, not %zu", file->header.id, game->turns,
			   wanted->ply);
		return commands_fail("show", EX_USAGE, &reason);
	}
	if (wanted->seat != NULL)
		seat = variant_seat_wanted(game->variant, file->header.id, wanted->seat, &reason);
	if (seat < 0)
		return commands_fail("show", EX_USAGE, &reason);
	if (wanted->picture.format != NULL)
		return print_picture(file, path, library, wanted, (uint8_t)seat);
	if (wanted->fen && !wanted->json)
		return print_fen(file);
	if (wanted->json)
		print_json(file, seat);
	else
		print_text(file, seat);
	return EX_OK;
}

/* What is wrong with a file behind what is shown of it, and where: it is damaged, or has something
 * behind its last whole entry. What has come since it was `size` bytes isn't looked at. */
static int check_tail(const struct gamefile *shown, const char *path,
		      struct variant_library *library, const struct wanted *wanted, uint64_t size,
		      struct reason *reason)
{
	uint64_t sound = shown->size;
	struct text bytes;
	unsigned line = 1;

	if (wanted->ply != SIZE_MAX) {
		struct gamefile *all = gamefile_load_public(path, library, SIZE_MAX, reason);

		if (all == NULL)
			return -1;
		sound = all->size;
		gamefile_free(all);
	}
	if (sound >= size)
		return 0;
	text_init(&bytes, SIZE_MAX);
	if (files_read(path, &bytes, NULL) == 0)
		for (uint64_t i = 0; i < sound && i < bytes.len; i++)
			line += bytes.bytes[i] == '\n';
	text_done(&bytes);
	return reason_fail_as(reason, REASON_DAMAGED, "%s:%u: from here on there is no whole entry",
			      path, line);
}

/* What is sound of it is shown, and then what isn't is told. */
static int show_file(const struct gamefile *file, const char *path, uint64_t size,
		     struct variant_library *library, const struct wanted *wanted)
{
	struct reason reason;
	int result;

	if (commands_check_owner(path, &reason) != 0)
		return commands_fail("show", EX_DATAERR, &reason);
	result = print_game(file, path, library, wanted);
	if (result == EX_OK && check_tail(file, path, library, wanted, size, &reason) != 0)
		result = commands_fail("show", EX_DATAERR, &reason);
	return result;
}

static int show(const struct wanted *wanted)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	struct reason reason;
	uint64_t size = 0;
	char *path;
	struct gamefile *file = load(wanted, library, &path, &size, &reason);
	int result;

	if (file != NULL) {
		result = show_file(file, path, size, library, wanted);
	} else if (access(path, R_OK) < 0) {
		commands_no_game(wanted->game, path, &reason);
		result = commands_fail("show", EX_NOINPUT, &reason);
	} else {
		result = commands_fail("show", EX_DATAERR, &reason);
	}
	gamefile_free(file);
	variant_library_free(library);
	free(path);
	return result;
}

int command_show(const struct given *given)
{
	struct wanted wanted = {
		.game = given->words[0],
		.seat = given_value(given, "--seat"),
		.fen = given_has(given, "--fen"),
		.json = given_has(given, "--json"),
		.picture = {.format = given_value(given, "--format"),
			    .output = given_value(given, "--output")},
		.ply = SIZE_MAX,
	};
	struct reason reason;
	long ply = -1;

	if (given_number(given, "--ply", 1000000, &ply, &reason) != 0)
		return given_wrong(given->command, "%s", reason.text);
	if (drawing_check(&wanted.picture, &reason) < 0)
		return given_wrong(given->command, "%s", reason.text);
	if (wanted.picture.format != NULL && (wanted.fen || wanted.json))
		return given_wrong(given->command, "a picture goes with neither --fen nor --json");
	if (ply >= 0)
		wanted.ply = (size_t)ply;
	return show(&wanted);
}
