/* SPDX-License-Identifier: MIT */
/* pbem export [GAME|FILE]...: writes games in other programs' formats, as far as everybody may know
 * them. pbem calendar: writes deadlines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/formats/jsonl.h"
#include "core/formats/pgn.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/position/fen4.h"
#include "core/util/strbuf.h"
#include "pbem/calendar/deadlines.h"
#include "pbem/cli/cli.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/site/address_index.h"
#include "pbem/site/site_open.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/step.h"

enum { GAME_FILE_MAX = 1 << 28 };

/* A format: whether it can express games of a variant, and how to write one. */
struct format {
	const char *name;
	int (*fits)(const struct variant *variant, struct reason *reason);
	int (*write)(const struct movelist *score, const struct pgn_style *style,
		     struct strbuf *out, struct reason *reason);
	bool lines; /* written by jsonl_write */
};

static int fen4_fits(const struct variant *variant, struct reason *reason)
{
	if (fen4_knows(variant) && !variant_has_cards(variant))
		return 0;
	return reason_fail(reason,
			   "FEN4 can't express positions of %s; use --format pgn or --format jsonl",
			   variant_name(variant));
}

static int write_fen4(const struct movelist *score, const struct pgn_style *style,
		      struct strbuf *out, struct reason *reason)
{
	const struct game *game = &score->file->game;
	struct position position = game->position;

	(void)style;
	/* FEN4 can't express that nobody is to move, so after the end of the game it names the next
	 * seat. */
	if (position.turn == NO_SIDE && score->count > 0)
		position.turn = (uint8_t)((score->plies[score->count - 1].seat + 1u) %
					  variant_seats(game->variant));
	if (!fen4_write(game->variant, &position, out))
		return reason_fail(reason, "FEN4 can't express this position; use --format jsonl");
	strbuf_add_char(out, '\n');
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
	const struct args *given;
	const struct format *format;
	struct variant_library *library;
	struct pgn_style style;
	bool addresses;
	GArray *games; /* struct exported, in the requested order */
	int code;
};

struct exported {
	uint32_t number;
	char *text; /* freed with free */
};

static void fail_export(struct exporting *exporting, int code, const struct reason *reason)
{
	code = cli_fail(exporting->given->command->name, code, reason);
	if (exporting->code == EX_OK)
		exporting->code = code;
}

/* Prints on standard error a fault that `verify` finds, so that nobody takes such a game for one
 * that was played. */
static void print_fault(void *context, const char *line)
{
	(void)context;
	fprintf(stderr, "%s\n", line);
}

static bool is_sound(struct exporting *exporting, const char *path)
{
	size_t unread = 0;
	const struct gamefile_check_options options = {.fault = print_fault, .unread = &unread};
	size_t faults = gamefile_check(path, exporting->library, &options);
	struct reason reason;

	if (faults == 0)
		return true;
	reason_set(&reason, "%s: the game was not exported, because its file is damaged", path);
	(void)reason_set_kind(&reason, faults > unread ? REASON_DAMAGED : REASON_TEMPORARY);
	fail_export(exporting, EX_DATAERR, &reason);
	return false;
}

/* ---- one game ---- */

/* Reads the players' addresses for a game in its own folder. */
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

static int write_movelist(struct exporting *exporting, const struct gamefile_bytes *bytes,
			  const struct movelist *score, struct strbuf *out, struct reason *reason)
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

/* Exports a game. `all`: the game is one of the site's, and is left out unless it is over and the
 * format can express it. */
static void export_movelist(struct exporting *exporting, const struct gamefile_bytes *bytes,
			    const struct movelist *score, bool all)
{
	const struct format *format = exporting->format;
	struct exported exported = {.number = score->file->header.number};
	struct reason reason;
	bool fits = format->fits == NULL || format->fits(score->file->game.variant, &reason) == 0;
	struct strbuf out;

	/* A game whose file is cut off may have been over. */
	if (all && score->file->size < bytes->log_len && !is_sound(exporting, bytes->path))
		return;
	if (all && (!fits || score->file->header.imported[0] != '\0' ||
		    score->file->game.outcome.status == STATUS_PLAYING))
		return;
	strbuf_init(&out, 0);
	if (!fits) {
		reason_prefix(&reason, "%s: ", score->file->header.id);
		fail_export(exporting, EX_USAGE, &reason);
	} else if (is_sound(exporting, bytes->path)) {
		if (write_movelist(exporting, bytes, score, &out, &reason) != 0) {
			reason_prefix(&reason, "%s: ", score->file->header.id);
			fail_export(exporting, EX_DATAERR, &reason);
		} else {
			exported.text = strbuf_take(&out);
			g_array_append_val(exporting->games, exported);
		}
	}
	strbuf_done(&out);
}

static void export_file(struct exporting *exporting, const char *path, bool all)
{
	struct gamefile_bytes bytes = {.path = path};
	struct reason reason;
	struct movelist score;
	struct strbuf file;

	strbuf_init(&file, GAME_FILE_MAX);
	if (files_read(path, &file, &reason) != 0) {
		fail_export(exporting, EX_NOINPUT, &reason);
	} else if (cli_check_owner(path, &reason) != 0) {
		fail_export(exporting, EX_DATAERR, &reason);
	} else {
		bytes.log = file.bytes;
		bytes.log_len = file.len;
		if (movelist_read(&bytes, exporting->library, &score, &reason) == 0)
			export_movelist(exporting, &bytes, &score, all);
		else
			fail_export(exporting, EX_DATAERR, &reason);
		movelist_done(&score);
	}
	strbuf_done(&file);
}

/* ---- all games ---- */

static int compare_numbers(const void *a, const void *b)
{
	const struct exported *one = a, *other = b;

	return (one->number > other->number) - (one->number < other->number);
}

/* Exports the site's games, oldest first. */
static void export_all(struct exporting *exporting)
{
	struct reason reason;
	char **ids = site_games(paths_site(), &reason);

	if (ids == NULL) {
		fail_export(exporting, EX_NOINPUT, &reason);
		return;
	}
	for (char **id = ids; *id != NULL; id++) {
		char *path = base_printf("%s/games/%s/game.txt", paths_site(), *id);

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
		char *path = cli_file_meant(exporting->given->words[i]);

		if (access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)) {
			export_file(exporting, path, false);
		} else {
			cli_explain_no_game(exporting->given->words[i], path, &reason);
			fail_export(exporting, EX_NOINPUT, &reason);
		}
		free(path);
	}
}

/* Writes the sound games even if others aren't. */
static void write_output(struct exporting *exporting)
{
	const char *path = args_value(exporting->given, "--output");
	struct reason reason;
	struct strbuf all;

	strbuf_init(&all, SIZE_MAX);
	for (guint i = 0; i < exporting->games->len; i++)
		strbuf_add(&all, g_array_index(exporting->games, struct exported, i).text);
	if (path == NULL)
		fwrite(all.bytes, 1, all.len, stdout);
	else if (files_write(path, all.bytes, all.len, &reason) != 0)
		fail_export(exporting, EX_CANTCREAT, &reason);
	strbuf_done(&all);
}

static void free_exported(void *game)
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

int cmd_export(const struct args *args)
{
	const bool all = args_has(args, "--all-finished");
	struct exporting exporting = {
		.given = args,
		.format = format_named(args_value(args, "--format")),
		.style = {args_value(args, "--event"), args_value(args, "--place"), NULL},
		.addresses = args_has(args, "--addresses"),
	};
	struct reason reason;

	if (exporting.format == NULL)
		return args_wrong(args->command,
				  "--format is pgn, pgn4, fen4, bpgn or jsonl, not '%s'",
				  args_value(args, "--format"));
	if (all == (args->count > 0))
		return args_wrong(args->command, "expected GAME or FILE, or --all-finished");
	vocabulary_set_folder(paths_games());
	if (cli_check_games_folder(&reason) == 0 && vocabulary_ensure_loaded(&reason) < 0)
		return cli_fail(args->command->name, EX_DATAERR, &reason);
	exporting.library = variant_library_new(paths_games(), gametypes_all);
	exporting.games = g_array_new(FALSE, FALSE, sizeof(struct exported));
	g_array_set_clear_func(exporting.games, free_exported);
	(all ? export_all : export_named)(&exporting);
	write_output(&exporting);
	g_array_free(exporting.games, TRUE);
	variant_library_free(exporting.library);
	return exporting.code;
}

/* ---- calendars ---- */

static void add_deadlines(struct workspace *workspace, const struct workspace_game *game,
			  unsigned seat, struct strbuf *out)
{
	const struct config *config = workspace->site->config;
	const struct variant *variant = game->file->game.variant;
	const uint16_t all = (uint16_t)((1u << variant_seats(variant)) - 1);
	struct deadlines deadlines = {
		.file = game->file,
		.source = {config->name, config->address, workspace->now},
		.domain = config->domain,
	};
	struct strbuf opponents;

	strbuf_init(&opponents, 0);
	mail_names(game, all & (uint16_t)~variant_team(variant, seat), &opponents);
	deadlines.opponents = opponents.bytes;
	deadlines_add(&deadlines, seat, deadlines_open(&game->file->game, seat), 0, out);
	strbuf_done(&opponents);
}

static int add_game_deadlines(struct workspace *workspace, const char *id, const char *seat_name,
			      struct strbuf *out, struct reason *reason)
{
	struct gamefile *file = NULL;
	const struct workspace_game *game;
	int seat;

	if (cli_check_game(id, reason) == 0)
		file = cmd_load_game(workspace->site, id, reason);
	if (file == NULL)
		return -1;
	game = workspace_game(workspace, file->header.number);
	seat = variant_seat_wanted(file->game.variant, id, seat_name, reason);
	if (game == NULL || game->file == NULL)
		seat = reason_fail(reason, "%s: %s", id, game != NULL ? game->why.text : "?");
	else if (seat < 0)
		(void)reason_set_kind(reason, REASON_USAGE);
	else
		add_deadlines(workspace, game, (unsigned)seat, out);
	gamefile_free(file);
	return seat < 0 ? -1 : 0;
}

/* Adds the deadlines of all games whose messages go to that address. Returns the exit code, for
 * games that can't be read. */
static int add_address_deadlines(struct workspace *workspace, const char *address,
				 struct strbuf *out)
{
	GArray *sitters = address_index_find(workspace, address);
	int code = EX_OK;

	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = &g_array_index(sitters, struct sitter, i);
		const struct workspace_game *game =
			sitter->since > 0 ? workspace_game(workspace, sitter->game) : NULL;

		if (game != NULL && game->file == NULL) {
			struct reason reason = game->why;

			reason_prefix(&reason, "game %s is left out: ", game->id);
			(void)cli_fail("calendar", EX_DATAERR, &reason);
			fprintf(stderr, "Run: pbem repair %s\n", game->id);
			code = reason_is_temporary(&reason) ? EX_TEMPFAIL : EX_DATAERR;
		} else if (game != NULL &&
			   seats_has_address(&game->seats.seats[sitter->seat], address)) {
			add_deadlines(workspace, game, sitter->seat, out);
		}
	}
	g_array_unref(sitters);
	return code;
}

/* RFC 5545 requires CRLF. */
static void print_with_crlf(const struct strbuf *file)
{
	for (const char *c = file->bytes; *c != '\0'; c++) {
		if (*c == '\n')
			putchar('\r');
		putchar(*c);
	}
}

int cmd_calendar(const struct args *args)
{
	const bool person = strchr(args->words[0], '@') != NULL;
	struct site *site;
	struct workspace workspace;
	struct reason reason;
	struct strbuf out;
	int code;

	if (person == (args->count == 2))
		return args_wrong(args->command, "expected GAME SEAT, or ADDRESS alone");
	code = cli_open(args->command->name, SITE_LOOK, &site);
	if (code != EX_OK)
		return code;
	workspace_init(&workspace, site, step_time(), NULL);
	strbuf_init(&out, 0);
	icalendar_begin(&out);
	if (person)
		code = add_address_deadlines(&workspace, args->words[0], &out);
	else if (add_game_deadlines(&workspace, args->words[0], args->words[1], &out, &reason) != 0)
		code = cli_fail(args->command->name, EX_DATAERR, &reason);
	icalendar_end(&out);
	if (person || code == EX_OK)
		print_with_crlf(&out);
	strbuf_done(&out);
	workspace_done(&workspace);
	site_close(site);
	return code;
}
