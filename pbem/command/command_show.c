/* SPDX-License-Identifier: MIT */
/* pbem show GAME: how a game stands, or stood. Reads the game's files and nothing else of a site.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/kind/kinds.h"
#include "core/position/fen4.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/command/commands.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/site/places.h"

enum { TURNS_SHOWN = 8 };

struct wanted {
	const char *game, *seat;
	size_t ply; /* SIZE_MAX: now */
	bool fen;   /* the position as other programs read it, and nothing else */
};

/* Whether the word names a file by itself: a copy of a game under any name but its own. */
static bool is_lone_file(const char *word)
{
	const char *name = strrchr(word, '/');
	struct stat status;

	name = name != NULL ? name + 1 : word;
	return strcmp(name, "game.txt") != 0 && stat(word, &status) == 0 && S_ISREG(status.st_mode);
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

/* Its file, too, for a message. The caller frees both. */
static struct gamefile *load(const struct wanted *wanted, struct variant_library *library,
			     char **path_out, struct reason *reason)
{
	bool alone = is_lone_file(wanted->game);
	char *folder = folder_meant(wanted->game);
	struct gamefile *file = NULL;

	*path_out = alone ? base_strdup(wanted->game) : base_printf("%s/game.txt", folder);
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

/* FEN, or FEN4 for four seats. */
static int print_fen(const struct gamefile *file)
{
	const struct game *game = &file->game;
	const struct mail_kind *kind = desk_mail_kind(game->variant);
	struct reason reason;
	struct text out;
	int result = EX_OK;

	text_init(&out, 0);
	if (kind->fens != NULL) {
		kind->fens(game, &out);
		fputs(out.bytes, stdout);
	} else if (fen4_write(game->variant, &game->position, &out) ||
		   position_to_fen(game->variant, &game->position, game_round(game), &out)) {
		puts(out.bytes);
	} else {
		reason_set(&reason, "neither FEN nor FEN4 has words for this position");
		result = commands_fail("show", EX_DATAERR, &reason);
	}
	text_done(&out);
	return result;
}

static int print_game(const struct gamefile *file, const struct wanted *wanted)
{
	const struct game *game = &file->game;
	const struct mail_kind *kind = desk_mail_kind(game->variant);
	int seat = wanted->seat ? variant_seat_named(game->variant, wanted->seat) : NO_SIDE;
	struct reason reason;
	struct text out;

	if (wanted->ply != SIZE_MAX && wanted->ply > game->turns) {
		reason_set(&reason, "%s has %u turns so far, not %zu", file->header.id, game->turns,
			   wanted->ply);
		return commands_fail("show", EX_USAGE, &reason);
	}
	if (seat < 0) {
		reason_set(&reason, "the game has no seat \"%s\"", wanted->seat);
		return commands_fail("show", EX_USAGE, &reason);
	}
	if (wanted->fen)
		return print_fen(file);
	text_init(&out, 0);
	add_title(file, &out);
	if (kind->boards != NULL)
		kind->boards(game, (uint8_t)seat, &out);
	else
		view_board(game, (uint8_t)seat, BOARD_FULL, &out);
	text_add_char(&out, '\n');
	view_status(game, &out);
	if (kind->news != NULL)
		kind->news(game, &out);
	if (game->turns > 0)
		text_add_char(&out, '\n');
	view_recent(game, game->turns > TURNS_SHOWN ? game->turns - TURNS_SHOWN : 0, &out);
	fputs(out.bytes, stdout);
	text_done(&out);
	return EX_OK;
}

static int show(const struct wanted *wanted)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	struct reason reason;
	char *path;
	struct gamefile *file = load(wanted, library, &path, &reason);
	int result;

	if (file != NULL) {
		result = print_game(file, wanted);
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

int command_show(int argc, char **argv)
{
	struct wanted wanted = {.ply = SIZE_MAX};

	for (int i = 1; i < argc; i++) {
		bool has_value = i + 1 < argc;

		if (strcmp(argv[i], "--ply") == 0 && has_value &&
		    text_number(argv[i + 1], 1000000) >= 0)
			wanted.ply = (size_t)text_number(argv[++i], 1000000);
		else if (strcmp(argv[i], "--seat") == 0 && has_value)
			wanted.seat = argv[++i];
		else if (strcmp(argv[i], "--fen") == 0)
			wanted.fen = true;
		else if (argv[i][0] != '-' && wanted.game == NULL)
			wanted.game = argv[i];
		else
			return command_usage(argv[0]);
	}
	return wanted.game != NULL ? show(&wanted) : command_usage(argv[0]);
}
