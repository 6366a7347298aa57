/* SPDX-License-Identifier: MIT */
/* pbem export [GAME|FILE]...: games as other programs read them, as far as everybody may know them;
 * pbem calendar: until when somebody is waited for. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/exchange/jsonl.h"
#include "core/exchange/pgn.h"
#include "core/kind/kinds.h"
#include "core/position/fen4.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/desk/registry.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/site/files.h"
#include "pbem/site/places.h"
#include "pbem/site/step.h"
#include "pbem/times/deadlines.h"

enum { GAME_FILE_MAX = 1 << 28 };

/* A format: whether it has words for games of a variant, and writing one. */
struct format {
	const char *name;
	int (*fits)(const struct variant *variant, struct reason *reason);
	int (*write)(const struct score *score, const struct pgn_style *style, struct text *out,
		     struct reason *reason);
	bool lines; /* written by jsonl_write */
};

static int fen4_fits(const struct variant *variant, struct reason *reason)
{
	if (fen4_knows(variant) && !variant_has_cards(variant))
		return 0;
	return reason_fail(reason, "FEN4 has no words for positions of %s; pgn or jsonl has",
			   variant_name(variant));
}

static int write_fen4(const struct score *score, const struct pgn_style *style, struct text *out,
		      struct reason *reason)
{
	const struct game *game = &score->file->game;
	struct position position = game->position;

	(void)style;
	/* FEN4 has no word for nobody's turn: when the game is over it would be the next seat's. */
	if (position.turn == NO_SIDE && score->count > 0)
		position.turn = (uint8_t)((score->plies[score->count - 1].seat + 1u) %
					  variant_seats(game->variant));
	if (!fen4_write(game->variant, &position, out))
		return reason_fail(reason, "FEN4 has no words for this position; jsonl has");
	text_add_char(out, '\n');
	return 0;
}

static const struct format formats[] = {
	{"pgn", pgn_fits, pgn_write, false},
	{"pgn4", pgn4_fits, pgn4_write, false},
	{"fen4", fen4_fits, write_fen4, false},
	{"bpgn", bpgn_fits, bpgn_write, false},
	{"jsonl", NULL, NULL, true},
};

struct exporting {
	const struct given *given;
	const struct format *format;
	struct variant_library *library;
	struct pgn_style style;
	bool addresses;
	GArray *games; /* struct exported, as they were asked for */
	int code;
};

struct exported {
	uint32_t number;
	char *text; /* for free */
};

static void fail(struct exporting *exporting, int code, const struct reason *reason)
{
	code = commands_fail(exporting->given->command->name, code, reason);
	if (exporting->code == EX_OK)
		exporting->code = code;
}

/* What `verify` finds goes to standard error: nobody is to take such a game for one that was
 * played. */
static void tell_fault(void *context, const char *line)
{
	(void)context;
	fprintf(stderr, "%s\n", line);
}

static bool is_sound(struct exporting *exporting, const char *path)
{
	size_t unread = 0;
	const struct gamefile_wish wish = {.fault = tell_fault, .unread = &unread};
	size_t faults = gamefile_check(path, exporting->library, &wish);
	struct reason reason;

	if (faults == 0)
		return true;
	reason_set(&reason, "%s: the game isn't exported, as its file isn't sound", path);
	(void)reason_is(&reason, faults > unread ? REASON_DAMAGED : REASON_PASSING);
	fail(exporting, EX_DATAERR, &reason);
	return false;
}

/* ---- one game ---- */

/* The addresses to which letters go, of a game that lies in its folder. */
static int read_addresses(const char *path, const struct variant *variant, struct seats *seats,
			  const char *addresses[MAX_SEATS], struct reason *reason)
{
	const char *slash = strrchr(path, '/');
	char *folder =
		slash != NULL ? base_strndup(path, (size_t)(slash - path)) : base_strdup(".");
	int result = seats_load(folder, variant, seats, reason);

	for (unsigned i = 0; result == 0 && i < seats->count; i++)
		addresses[i] = seats->seats[i].addresses[0];
	free(folder);
	return result;
}

static int write_score(struct exporting *exporting, const struct gamefile_bytes *bytes,
		       const struct score *score, struct text *out, struct reason *reason)
{
	const struct variant *variant = score->file->game.variant;
	const char *addresses[MAX_SEATS] = {NULL};
	struct pgn_style style = exporting->style;
	struct seats seats = {.count = 0};
	int result = 0;

	if (exporting->addresses) {
		result = read_addresses(bytes->path, variant, &seats, addresses, reason);
		style.addresses = addresses;
	}
	if (result == 0)
		result = exporting->format->lines
				 ? jsonl_write(bytes, exporting->library, out, reason)
				 : exporting->format->write(score, &style, out, reason);
	seats_done(&seats);
	return result;
}

/* `all`: it is one of the site's, left out unless it is over and has that form. */
static void export_score(struct exporting *exporting, const struct gamefile_bytes *bytes,
			 const struct score *score, bool all)
{
	const struct format *format = exporting->format;
	struct exported exported = {.number = score->file->header.number};
	struct reason reason;
	bool fits = format->fits == NULL || format->fits(score->file->game.variant, &reason) == 0;
	struct text out;

	/* One that is cut may have been over. */
	if (all && score->file->size < bytes->log_len && !is_sound(exporting, bytes->path))
		return;
	if (all && (!fits || score->file->header.imported[0] != '\0' ||
		    score->file->game.outcome.status == STATUS_PLAYING))
		return;
	text_init(&out, 0);
	if (!fits) {
		reason_prefix(&reason, "%s: ", score->file->header.id);
		fail(exporting, EX_USAGE, &reason);
	} else if (is_sound(exporting, bytes->path)) {
		if (write_score(exporting, bytes, score, &out, &reason) != 0) {
			reason_prefix(&reason, "%s: ", score->file->header.id);
			fail(exporting, EX_DATAERR, &reason);
		} else {
			exported.text = text_take(&out);
			g_array_append_val(exporting->games, exported);
		}
	}
	text_done(&out);
}

static void export_file(struct exporting *exporting, const char *path, bool all)
{
	struct gamefile_bytes bytes = {.path = path};
	struct reason reason;
	struct score score;
	struct text file;

	text_init(&file, GAME_FILE_MAX);
	if (files_read(path, &file, &reason) != 0) {
		fail(exporting, EX_NOINPUT, &reason);
	} else if (commands_check_owner(path, &reason) != 0) {
		fail(exporting, EX_DATAERR, &reason);
	} else {
		bytes.log = file.bytes;
		bytes.log_len = file.len;
		if (score_read(&bytes, exporting->library, &score, &reason) == 0)
			export_score(exporting, &bytes, &score, all);
		else
			fail(exporting, EX_DATAERR, &reason);
		score_done(&score);
	}
	text_done(&file);
}

/* ---- all of them ---- */

static int compare_numbers(const void *a, const void *b)
{
	const struct exported *one = a, *other = b;

	return (one->number > other->number) - (one->number < other->number);
}

/* Those of the site, in the order they were begun in. */
static void export_all(struct exporting *exporting)
{
	struct reason reason;
	char **ids = site_games(places_site(), &reason);

	if (ids == NULL) {
		fail(exporting, EX_NOINPUT, &reason);
		return;
	}
	for (char **id = ids; *id != NULL; id++) {
		char *path = base_printf("%s/games/%s/game.txt", places_site(), *id);

		if (access(path, F_OK) == 0 || errno != ENOTDIR)
			export_file(exporting, path, true);
		free(path);
	}
	g_array_sort(exporting->games, compare_numbers);
	g_strfreev(ids);
}

static void export_named(struct exporting *exporting)
{
	struct reason reason;

	for (size_t i = 0; i < exporting->given->count; i++) {
		char *path = commands_file_meant(exporting->given->words[i]);

		if (access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)) {
			export_file(exporting, path, false);
		} else {
			commands_no_game(exporting->given->words[i], path, &reason);
			fail(exporting, EX_NOINPUT, &reason);
		}
		free(path);
	}
}

/* What is sound is written even where other games aren't. */
static void put_out(struct exporting *exporting)
{
	const char *path = given_value(exporting->given, "--output");
	struct reason reason;
	struct text all;

	text_init(&all, SIZE_MAX);
	for (guint i = 0; i < exporting->games->len; i++)
		text_add(&all, g_array_index(exporting->games, struct exported, i).text);
	if (path == NULL)
		fwrite(all.bytes, 1, all.len, stdout);
	else if (files_write(path, all.bytes, all.len, &reason) != 0)
		fail(exporting, EX_CANTCREAT, &reason);
	text_done(&all);
}

static void drop_game(void *game)
{
	free(((struct exported *)game)->text);
}

static const struct format *format_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (strcmp(formats[i].name, name != NULL ? name : formats[0].name) == 0)
			return &formats[i];
	return NULL;
}

int command_export(const struct given *given)
{
	const bool all = given_has(given, "--all-finished");
	struct exporting exporting = {
		.given = given,
		.format = format_named(given_value(given, "--format")),
		.style = {given_value(given, "--event"), given_value(given, "--place"), NULL},
		.addresses = given_has(given, "--addresses"),
	};
	struct reason reason;

	if (exporting.format == NULL)
		return given_wrong(given->command,
				   "--format is pgn, pgn4, fen4, bpgn or jsonl, not '%s'",
				   given_value(given, "--format"));
	if (all == (given->count > 0))
		return given_wrong(given->command, "expected GAME or FILE, or --all-finished");
	words_from(places_games());
	if (commands_check_games_folder(&reason) == 0 && words_need(&reason) < 0)
		return commands_fail(given->command->name, EX_DATAERR, &reason);
	exporting.library = variant_library_new(places_games(), kinds_all);
	exporting.games = g_array_new(FALSE, FALSE, sizeof(struct exported));
	g_array_set_clear_func(exporting.games, drop_game);
	(all ? export_all : export_named)(&exporting);
	put_out(&exporting);
	g_array_free(exporting.games, TRUE);
	variant_library_free(exporting.library);
	return exporting.code;
}

/* ---- calendars ---- */

static void add_deadlines(struct desk *desk, const struct desk_game *game, unsigned seat,
			  struct text *out)
{
	const struct config *config = desk->site->config;
	const struct variant *variant = game->file->game.variant;
	const uint16_t all = (uint16_t)((1u << variant_seats(variant)) - 1);
	struct deadlines deadlines = {
		.file = game->file,
		.source = {config->name, config->address, desk->now},
		.domain = config->domain,
	};
	struct text opponents;

	text_init(&opponents, 0);
	mailing_names(game, all & (uint16_t)~variant_team(variant, seat), &opponents);
	deadlines.opponents = opponents.bytes;
	deadlines_add(&deadlines, seat, deadlines_open(&game->file->game, seat), 0, out);
	text_done(&opponents);
}

static int of_game(struct desk *desk, const char *id, const char *seat_name, struct text *out,
		   struct reason *reason)
{
	struct gamefile *file = NULL;
	const struct desk_game *game;
	int seat;

	if (commands_check_game(id, reason) == 0)
		file = command_load_game(desk->site, id, reason);
	if (file == NULL)
		return -1;
	game = desk_game(desk, file->header.number);
	seat = variant_seat_wanted(file->game.variant, id, seat_name, reason);
	if (game == NULL || game->file == NULL)
		seat = reason_fail(reason, "%s: %s", id, game != NULL ? game->why.text : "?");
	else if (seat < 0)
		(void)reason_is(reason, REASON_ASKED);
	else
		add_deadlines(desk, game, (unsigned)seat, out);
	gamefile_free(file);
	return seat < 0 ? -1 : 0;
}

/* Of all games in which letters go to that address. */
static void of_address(struct desk *desk, const char *address, struct text *out)
{
	GArray *sitters = registry_find(desk, address);

	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = &g_array_index(sitters, struct sitter, i);
		const struct desk_game *game =
			sitter->since > 0 ? desk_game(desk, sitter->game) : NULL;

		if (game != NULL && game->file != NULL &&
		    seats_has_address(&game->seats.seats[sitter->seat], address))
			add_deadlines(desk, game, sitter->seat, out);
	}
	g_array_unref(sitters);
}

/* RFC 5545 has its lines end so. */
static void print_lines(const struct text *file)
{
	for (const char *c = file->bytes; *c != '\0'; c++) {
		if (*c == '\n')
			putchar('\r');
		putchar(*c);
	}
}

int command_calendar(const struct given *given)
{
	const bool person = strchr(given->words[0], '@') != NULL;
	struct site *site;
	struct desk desk;
	struct reason reason;
	struct text out;
	int code;

	if (person == (given->count == 2))
		return given_wrong(given->command, "expected GAME SEAT, or ADDRESS alone");
	code = commands_open(given->command->name, SITE_LOOK, &site);
	if (code != EX_OK)
		return code;
	desk_init(&desk, site, step_time(), NULL);
	text_init(&out, 0);
	ics_begin(&out);
	if (person)
		of_address(&desk, given->words[0], &out);
	else if (of_game(&desk, given->words[0], given->words[1], &out, &reason) != 0)
		code = commands_fail(given->command->name, EX_DATAERR, &reason);
	ics_end(&out);
	if (code == EX_OK)
		print_lines(&out);
	text_done(&out);
	desk_done(&desk);
	site_close(site);
	return code;
}
