/* SPDX-License-Identifier: MIT */
/* pbem show GAME: shows a game's present or earlier state. It reads the game's files and nothing
 * else of a site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/gamefile/gamefile.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/position/fen4.h"
#include "core/util/strbuf.h"
#include "core/view/game_text.h"
#include "pbem/cli/cli.h"
#include "pbem/cli/report.h"
#include "pbem/compose/image_file.h"
#include "pbem/compose/template.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"

enum { TURNS_SHOWN = 8 };

struct wanted {
	const struct args *given;
	const char *game, *seat;
	size_t ply; /* SIZE_MAX: now */
	bool fen;   /* print only the position, in the form that other programs read */
	struct image_file_request picture; /* no format: text */
};

/* Returns whether the word names a single file: a copy of a game under another name. */
static bool is_lone_file(const char *word)
{
	const char *name = strrchr(word, '/');
	struct stat status;

	name = name != NULL ? name + 1 : word;
	return strcmp(name, "game.txt") != 0 && stat(word, &status) == 0 && S_ISREG(status.st_mode);
}

/* Returns whether the word is the name of a game of the site. */
static bool is_site_game(const char *word)
{
	return strchr(word, '/') == NULL && strcmp(word, ".") != 0 &&
	       strcmp(word, "game.txt") != 0 && !is_lone_file(word);
}

/* Returns the folder that the word means: a path if it has a slash (its game.txt may be named),
 * otherwise a game of the site. */
static char *folder_meant(const char *word)
{
	static const char file[] = "/game.txt";
	size_t len = strlen(word);

	if (strcmp(word, file + 1) == 0)
		return base_strdup(".");
	if (strchr(word, '/') == NULL && strcmp(word, ".") != 0)
		return base_printf("%s/games/%s", paths_site(), word);
	if (len > strlen(file) && strcmp(word + len - strlen(file), file) == 0)
		len -= strlen(file);
	return base_strndup(word, len);
}

/* Loads the game. Also returns its path, for messages, and its size before loading. The caller
 * frees game and path. */
static struct gamefile *load_game(const struct wanted *wanted, struct variant_library *library,
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

/* Adds the title, such as "demo: chess, game 1", and the players with their sides. */
static void add_title(const struct gamefile *file, struct strbuf *out)
{
	const struct variant *variant = file->game.variant;

	strbuf_addf(out, "%s: %s", file->header.id, file->header.variant);
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		strbuf_addf(out, ", %s %s", variant_seat_title(variant, seat),
			    file->header.names[seat]);
	strbuf_add(out, "\n\n");
}

/* Adds FEN, or FEN4 for four seats. Several boards have one line each, after the board's number.
 * Adds nothing if neither can express the position. */
static void add_fen(const struct game *game, struct strbuf *out)
{
	const struct gametype_mail *kind = gametype_mail_of(game->variant);

	if (kind->fens != NULL)
		kind->fens(game, out);
	else if (fen4_write(game->variant, &game->position, out) ||
		 position_to_fen(game->variant, &game->position, game_round(game), out))
		strbuf_add_char(out, '\n');
}

static int print_fen(const struct gamefile *file)
{
	struct reason reason;
	struct strbuf out;
	int result = EX_OK;

	strbuf_init(&out, 0);
	add_fen(&file->game, &out);
	if (out.len > 0) {
		fputs(out.bytes, stdout);
	} else {
		reason_set(&reason, "neither FEN nor FEN4 can express this position");
		result = cli_fail("show", EX_DATAERR, &reason);
	}
	strbuf_done(&out);
	return result;
}

static void add_board(const struct game *game, int seat, struct strbuf *out)
{
	const struct gametype_mail *kind = gametype_mail_of(game->variant);

	if (kind->boards != NULL)
		kind->boards(game, (uint8_t)seat, out);
	else
		view_board(game, (uint8_t)seat, BOARD_FULL, out);
}

static void add_state(const struct game *game, struct strbuf *out)
{
	const struct gametype_mail *kind = gametype_mail_of(game->variant);

	view_status(game, out);
	if (kind->news != NULL)
		kind->news(game, out);
}

/* Adds lines broken at spaces, with the rest of each line indented. A terminal would break them
 * within words. */
static void add_wrapped(const char *lines, struct strbuf *out)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		char *copy = base_strndup(line, len);

		template_wrap(copy, "    ", out);
		free(copy);
	}
}

/* Adds the lines to the JSON, and empties the buffer. */
static void add_lines(struct report *report, const char *key, struct strbuf *lines)
{
	json_lines(&report->json, key, lines->bytes);
	strbuf_clear(lines);
}

static void report_game(const struct args *args, const struct gamefile *file, int seat)
{
	const struct game *game = &file->game;
	struct report report;
	struct strbuf text, part;

	report_begin(&report, args);
	strbuf_init(&text, 0);
	strbuf_init(&part, 0);
	cmd_report_game(&report.json, file, &part);
	strbuf_clear(&part);
	add_title(file, &text);
	add_board(game, seat, &part);
	strbuf_addf(&text, "%s\n", part.bytes);
	add_lines(&report, "board", &part);
	add_fen(game, &part);
	add_lines(&report, "fen", &part);
	add_state(game, &part);
	add_wrapped(part.bytes, &text);
	add_lines(&report, "status", &part);
	if (game->turns > 0)
		strbuf_add_char(&text, '\n');
	view_recent(game, game->turns > TURNS_SHOWN ? game->turns - TURNS_SHOWN : 0, &text);
	view_recent(game, 0, &part);
	add_lines(&report, "recent", &part);
	report_say(&report, "%s", text.bytes);
	(void)report_end(&report);
	strbuf_done(&part);
	strbuf_done(&text);
}

/* Prints the picture with the pieces of the game's site. */
static int print_picture(const struct gamefile *file, const char *path,
			 struct variant_library *library, const struct wanted *wanted, uint8_t seat)
{
	struct image_file_request request = wanted->picture;
	struct reason reason;

	request.from = seat;
	request.site = is_site_game(wanted->game) ? paths_site() : NULL;
	return image_file_write(file, path, library, &request, &reason) == 0
		       ? EX_OK
		       : cli_fail("show", EX_DATAERR, &reason);
}

static int print_game(const struct gamefile *file, const char *path,
		      struct variant_library *library, const struct wanted *wanted)
{
	const struct game *game = &file->game;
	int seat = NO_SIDE;
	struct reason reason;

	if (wanted->ply != SIZE_MAX && wanted->ply > game->turns) {
		reason_set(&reason, "game %s has only %u turn%s so far, not %zu", file->header.id,
			   game->turns, base_plural(game->turns), wanted->ply);
		return cli_fail("show", EX_USAGE, &reason);
	}
	if (wanted->seat != NULL)
		seat = variant_seat_wanted(game->variant, file->header.id, wanted->seat, &reason);
	if (seat < 0)
		return cli_fail("show", EX_USAGE, &reason);
	if (wanted->picture.format != NULL)
		return print_picture(file, path, library, wanted, (uint8_t)seat);
	if (wanted->fen && !args_has(wanted->given, "--json"))
		return print_fen(file);
	report_game(wanted->given, file, seat);
	return EX_OK;
}

/* Reports faults after the part of a file that is shown, and where they are: it is damaged, or has
 * something after its last whole entry. Only the first `size` bytes are read, because more may have
 * been added since. */
static int check_tail(const struct gamefile *shown, const char *path,
		      struct variant_library *library, const struct wanted *wanted, uint64_t size,
		      struct reason *reason)
{
	uint64_t sound = shown->size;
	struct strbuf bytes;
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
	strbuf_init(&bytes, SIZE_MAX);
	if (files_read(path, &bytes, NULL) == 0)
		for (uint64_t i = 0; i < sound && i < bytes.len; i++)
			line += bytes.bytes[i] == '\n';
	strbuf_done(&bytes);
	return reason_fail_as(reason, REASON_DAMAGED,
			      "%s:%u: there is no complete entry from this line on", path, line);
}

/* Shows the sound part of a file, then reports the fault. */
static int show_file(const struct gamefile *file, const char *path, uint64_t size,
		     struct variant_library *library, const struct wanted *wanted)
{
	struct reason reason;
	int result;

	if (cli_check_owner(path, &reason) != 0)
		return cli_fail("show", EX_DATAERR, &reason);
	result = print_game(file, path, library, wanted);
	if (result == EX_OK && check_tail(file, path, library, wanted, size, &reason) != 0)
		result = cli_fail("show", EX_DATAERR, &reason);
	return result;
}

static int show_game(const struct wanted *wanted)
{
	struct variant_library *library = variant_library_new(paths_games(), gametypes_all);
	struct gamefile *file;
	struct reason reason;
	uint64_t size = 0;
	char *path;
	int result;

	/* Without a snapshot the whole game file is read, including events such as AUTOPASS. */
	vocabulary_set_folder(paths_games());
	file = load_game(wanted, library, &path, &size, &reason);
	if (file != NULL) {
		result = show_file(file, path, size, library, wanted);
	} else if (access(path, R_OK) < 0) {
		cli_explain_no_game(wanted->game, path, &reason);
		result = cli_fail("show", EX_NOINPUT, &reason);
	} else {
		result = cli_fail("show", EX_DATAERR, &reason);
	}
	gamefile_free(file);
	variant_library_free(library);
	free(path);
	return result;
}

int cmd_show(const struct args *args)
{
	struct wanted wanted = {
		.given = args,
		.game = args->words[0],
		.seat = args_value(args, "--seat"),
		.fen = args_has(args, "--fen"),
		.picture = {.format = args_value(args, "--format"),
			    .output = args_value(args, "--output")},
		.ply = SIZE_MAX,
	};
	struct reason reason;
	long ply = -1;

	if (args_number(args, "--ply", 1000000, &ply, &reason) != 0)
		return args_wrong(args->command, "%s", reason.text);
	if (image_file_check(&wanted.picture, &reason) < 0)
		return args_wrong(args->command, "%s", reason.text);
	if (wanted.picture.format != NULL && (wanted.fen || args_has(args, "--json")))
		return args_wrong(args->command, "--format can't be combined with --fen or --json");
	if (ply >= 0)
		wanted.ply = (size_t)ply;
	return show_game(&wanted);
}
