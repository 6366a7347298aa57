/* SPDX-License-Identifier: MIT */
/* pbem new: makes games. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/game/game_options.h"
#include "core/notation/start_position.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/args/new_game_args.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/new_game.h"
#include "pbem/cli/cli.h"
#include "pbem/run/run.h"
#include "pbem/signup/open_games.h"
#include "pbem/site/site_open.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"

enum { NEW_BATCH = 500 };

static int make_header(struct workspace *workspace, const struct new_game_args *request,
		       uint32_t number, struct game_header *header, struct reason *reason)
{
	bool taken;

	memset(header, 0, sizeof *header);
	header->number = number;
	header->created = workspace->now;
	if (request->id != NULL && !cli_is_game_id(request->id))
		return reason_fail_as(reason, REASON_USAGE,
				      "expected a game's name that begins with a small letter and "
				      "has at most %d small letters, digits and '-', not '%s'",
				      GAME_ID_MAX, request->id);
	if (request->id != NULL)
		snprintf(header->id, sizeof header->id, "%s", request->id);
	else
		snprintf(header->id, sizeof header->id, "g%u", (unsigned)number);
	if (open_games_is_id_taken(workspace, header->id, &taken, reason) != 0)
		return -1;
	if (taken)
		return reason_fail_as(reason, REASON_EXISTS,
				      "there is already a game %s; choose another --id",
				      header->id);
	snprintf(header->variant, sizeof header->variant, "%s", request->variant);
	memcpy(header->options, request->options, sizeof header->options);
	header->option_count = request->option_count;
	return 0;
}

static int check_lot(const struct new_game_args *request, struct reason *reason)
{
	bool named = false;

	for (size_t i = 0; i < request->person_count; i++) {
		char *word = new_game_args_seat_word(request->persons[i]);

		named |= word != NULL;
		free(word);
	}
	if (!named)
		return 0;
	return reason_fail_as(reason, REASON_USAGE,
			      "--lot assigns the seats at random; write the players without a "
			      "seat, or omit --lot");
}

/* Draws an option that the moderator left open: if the FEN's castling rights require a value, that
 * one, otherwise a number from the public lot in the header. Returns the variant with that option,
 * which is added to the arguments and the header. */
static const struct variant *draw_option(struct workspace *workspace, struct new_game_args *request,
					 const struct variant *variant, struct game_header *header,
					 struct reason *reason)
{
	struct variant_library *library = workspace->site->library;
	const struct variant_option *drawn;
	struct option *option = request->options, own[MAX_OPTIONS];
	unsigned low, high;
	const char *key;
	long number = -1;

	if (!variant_option_drawn(variant, &drawn, &low, &high))
		return variant;
	while (option < request->options + request->option_count &&
	       strcmp(option->key, drawn->key) != 0)
		option++;
	if (option == request->options + MAX_OPTIONS) {
		reason_set(reason, "a game has at most %d options", MAX_OPTIONS);
		return NULL;
	}
	if (request->fen != NULL)
		number = start_position_choose(
			library, variant, own,
			game_options_leave_out(request->options, request->option_count, own),
			request->fen, &key);
	if (number < 0) {
		snprintf(header->lot_option, sizeof header->lot_option, "%s", drawn->key);
		number = (long)gamefile_lot_number(header, low, high);
	}
	request->option_count += option == request->options + request->option_count;
	snprintf(option->key, sizeof option->key, "%s", drawn->key);
	snprintf(option->value, sizeof option->value, "%ld", number);
	memcpy(header->options, request->options, sizeof header->options);
	header->option_count = request->option_count;
	return new_game_args_variant(library, request->variant, request->options,
				     request->option_count, reason);
}

/* Returns whether something is drawn in public: an option, or the seats of a game without secrets.
 */
static bool draws_in_public(const struct new_game_args *request, const struct variant *variant)
{
	const struct variant_option *drawn;
	unsigned low, high;

	return variant_option_drawn(variant, &drawn, &low, &high) ||
	       (request->lot && variant->kind->draw_seats == NULL);
}

/* Returns the requested variant. If it can have any number of seats, it gets as many as persons are
 * named, unless their number was given. */
static const struct variant *get_variant(struct workspace *workspace, struct new_game_args *request,
					 struct reason *reason)
{
	const struct variant *variant =
		new_game_args_variant(workspace->site->library, request->variant, request->options,
				      request->option_count, reason);
	struct option *seats = &request->options[request->option_count];

	if (variant != NULL &&
	    variant_options_idle(variant, request->options, request->option_count, reason) < 0) {
		(void)reason_set_kind(reason, REASON_USAGE);
		return NULL;
	}
	if (variant == NULL || variant_option(variant, "seats") == NULL ||
	    new_game_args_option(request, "seats") != NULL || request->person_count == 0 ||
	    request->open || request->person_count == variant_seats(variant) ||
	    request->option_count == MAX_OPTIONS)
		return variant;
	request->option_count++;
	snprintf(seats->key, sizeof seats->key, "seats");
	snprintf(seats->value, sizeof seats->value, "%zu", request->person_count);
	variant = new_game_args_variant(workspace->site->library, request->variant,
					request->options, request->option_count, reason);
	if (variant == NULL)
		reason_prefix(reason, "%zu person%s named: ", request->person_count,
			      request->person_count == 1 ? " is" : "s are");
	return variant;
}

/* Prints warnings on standard error. The game is made in any case. */
static void warn_of_shared(const struct seats *seats, const struct variant *variant)
{
	struct strbuf shared;

	strbuf_init(&shared, 0);
	new_game_args_append_shared(seats, variant, &shared);
	if (shared.len > 0)
		fputs(shared.bytes, stderr);
	strbuf_done(&shared);
}

/* Checks that tokens can contain the number. */
static int check_number(uint32_t number, struct reason *reason)
{
	if (number <= TOKEN_MAX_GAME)
		return 0;
	return reason_fail_as(
		reason, REASON_EXISTS,
		"this site has reached its limit of %d games; make another site with 'pbem init'",
		TOKEN_MAX_GAME);
}

static void print_new_game(const struct game_header *header, const struct variant *variant,
			   const struct seats *seats)
{
	warn_of_shared(seats, variant);
	progress_clear();
	printf("Game %s: %s", header->id, header->variant);
	if (header->lot_option[0] != '\0')
		printf(", %s %s chosen at random", header->lot_option,
		       variant_option(variant, header->lot_option));
	for (unsigned i = 0; i < seats->count; i++)
		printf("%s %s (%s)", i > 0 || header->lot_option[0] != '\0' ? "," : "",
		       seats->seats[i].name, variant_seat_title(variant, i));
	printf("\n");
}

/* Draws what is left to chance, and makes the game with the results. */
static int draw_game(struct workspace *workspace, struct new_game_args *request,
		     const struct variant *variant, struct seats *seats, struct game_header *header,
		     struct reason *reason)
{
	struct strbuf from;
	int result;

	if (draws_in_public(request, variant) && new_game_lot(header, reason) != 0)
		return -1;
	variant = draw_option(workspace, request, variant, header, reason);
	if (variant == NULL)
		return reason_set_kind(reason, REASON_USAGE);
	/* Nothing was drawn after all. */
	if (header->lot_option[0] == '\0' && (!request->lot || variant->kind->draw_seats != NULL))
		header->lot.hex[0] = '\0';
	strbuf_init(&from, 0);
	result = new_game_args_from(request, variant, &from, reason);
	if (result != 0)
		result = reason_set_kind(reason, REASON_USAGE);
	else
		result = new_game_create(workspace,
					 &(struct new_game){.header = header,
							    .variant = variant,
							    .seats = seats,
							    .lot = request->lot,
							    .from = from.bytes},
					 reason);
	strbuf_done(&from);
	if (result == 0)
		print_new_game(header, variant, seats);
	return result;
}

/* Makes an open game. Random choices are made when the game begins. */
static int make_open_game(struct workspace *workspace, const struct new_game_args *request,
			  const struct variant *variant, const struct game_header *header,
			  struct reason *reason)
{
	const struct variant_option *drawn;
	unsigned low, high;
	struct strbuf from;
	int result;

	if ((request->fen != NULL || request->odds_count > 0) &&
	    variant_option_drawn(variant, &drawn, &low, &high)) {
		return reason_fail_as(reason, REASON_USAGE,
				      "an open game with a given position can't choose this option "
				      "at random; write: --option %s=%u",
				      drawn->key, low);
	}
	strbuf_init(&from, 0);
	result = new_game_args_from(request, variant, &from, reason) == 0
			 ? cmd_open_game(workspace, request, variant, header, from.bytes, reason)
			 : reason_set_kind(reason, REASON_USAGE);
	strbuf_done(&from);
	return result;
}

/* Checks that options of single seats name seats that exist. */
static int check_seats(const struct new_game_args *request, const struct variant *variant,
		       struct reason *reason)
{
	struct game_options terms;

	return game_options_read(request->options, request->option_count, &terms, reason) == 0
		       ? game_options_fit(&terms, variant, reason)
		       : -1;
}

static int make_game(struct workspace *workspace, struct new_game_args *request, uint32_t number,
		     struct reason *reason)
{
	const struct config *config = workspace->site->config;
	const struct variant *variant =
		new_game_args_add_terms(request, config->options, config->option_count, reason) == 0
			? get_variant(workspace, request, reason)
			: NULL;
	struct game_header header;
	struct seats seats = {.count = 0};
	int result = -1;

	if (check_number(number, reason) != 0)
		return -1;
	if (variant == NULL || check_seats(request, variant, reason) != 0 ||
	    new_game_check(variant, reason) != 0 ||
	    (request->lot && check_lot(request, reason) != 0) ||
	    (!request->open && new_game_args_seat(request, variant, &seats, reason) != 0))
		result = reason_set_kind(reason, REASON_USAGE);
	else if (make_header(workspace, request, number, &header, reason) == 0)
		result = request->open
				 ? make_open_game(workspace, request, variant, &header, reason)
				 : draw_game(workspace, request, variant, &seats, &header, reason);
	seats_done(&seats);
	return result;
}

static int make_from_args(struct workspace *workspace, const struct args *args, uint32_t number,
			  struct reason *reason)
{
	struct new_game_args request;
	int result;

	new_game_args_init(&request);
	result = new_game_args_read(args, &request, reason);
	if (result == 0)
		result = make_game(workspace, &request, number, reason);
	new_game_args_done(&request);
	return result;
}

/* Splits a line into words at spaces. '...' and "..." keep spaces, as in a shell. */
static int make_from_line(struct workspace *workspace, const char *line, uint32_t number,
			  struct reason *reason)
{
	char *whole = base_printf("new %s", line), **words = NULL;
	GError *error = NULL;
	struct args args;
	int count, result = -1;

	if (!g_shell_parse_argv(whole, &count, &words, &error)) {
		reason_set(reason, "%s", error->message);
		(void)reason_set_kind(reason, REASON_USAGE);
		g_error_free(error);
	} else {
		result = args_read(&cli_listed, NULL, count, words, &args, reason);
		if (result == 0)
			result = make_from_args(workspace, &args, number, reason);
		args_done(&args);
	}
	g_strfreev(words);
	free(whole);
	return result;
}

/* Makes one game per line. Games are committed in batches, so that a list of thousands costs few
 * flushes. */
static int make_from_lines(struct workspace *workspace, FILE *list, struct reason *reason)
{
	uint32_t number = site_last_number(workspace->site);
	unsigned line_number = 0, in_batch = 0;
	char *line = NULL;
	size_t size = 0;
	int result = 0;

	progress_begin("lines");
	while (result == 0 && getline(&line, &size, list) >= 0) {
		progress_tick(line_number++, 0);
		line[strcspn(line, "\r\n")] = '\0';
		if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
			continue;
		result = make_from_line(workspace, line, ++number, reason);
		if (result != 0)
			reason_prefix(reason, "line %u: ", line_number);
		else if (++in_batch % NEW_BATCH == 0)
			result = commit_batch(workspace, reason);
	}
	progress_end();
	if (result == 0 && ferror(list)) {
		/* Part of a list would be only some of the games. */
		reason_set_errno(reason, "can't read the list after line %u", line_number);
		result = -1;
	}
	free(line);
	return result;
}

/* Makes games from the file's lines; "-" is standard input. */
static int make_from_file(struct workspace *workspace, const char *path, struct reason *reason)
{
	FILE *list = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	int result;

	if (list == NULL) {
		const int error = errno;

		reason_set(reason, "%s: %s", path, strerror(error));
		reason_judge_errno(reason, error);
		return reason_set_kind(reason, REASON_MISSING);
	}
	result = make_from_lines(workspace, list, reason);
	if (list != stdin)
		fclose(list);
	return result;
}

/* Checks that a list is the only argument, because its lines contain everything about a game. */
static int check_list(const struct args *args, struct reason *reason)
{
	static const char *const of_one[] = {"--players", "--lot",  "--id",   "--option",
					     "--fen",	  "--odds", "--open", "--until"};
	bool given_one = args->count > 0;

	for (size_t i = 0; i < ARRAY_LEN(of_one); i++)
		given_one |= args_has(args, of_one[i]);
	if (!given_one)
		return 0;
	return reason_fail_as(reason, REASON_USAGE,
			      "with --list FILE, write each game's players and options into a line "
			      "of the file, not on the command line");
}

static int make_games(struct workspace *workspace, const struct args *args, struct reason *reason)
{
	uint32_t number = site_last_number(workspace->site) + 1;
	const char *list = args_value(args, "--list");
	int result;

	if (list != NULL)
		result = check_list(args, reason) == 0 ? make_from_file(workspace, list, reason)
						       : -1;
	else
		result = make_from_args(workspace, args, number, reason);
	return result == 0 ? commit_batch(workspace, reason) : -1;
}

int cmd_new(const struct args *args)
{
	struct run_options options = {.told = stdout};
	const char *name = args->command->name;
	struct workspace workspace;
	struct reason reason;
	struct site *site;
	int code;

	if (args->count == 0 && !args_has(args, "--list"))
		return args_wrong(args->command, "%s", new_game_args_no_variant);
	code = cli_open(name, SITE_WAIT, &site);
	if (code != EX_OK)
		return code;
	workspace_init(&workspace, site, step_time(), NULL);
	if (make_games(&workspace, args, &reason) != 0)
		code = cli_fail_on(site, name, EX_CONFIG, &reason);
	workspace_done(&workspace);
	/* The welcome messages are sent now. If any can't be sent, the next run sends them. */
	if (code == EX_OK && run_send(site, &options) != RUN_DONE)
		printf("The letters are in the outbox; the next run sends them.\n");
	site_close(site);
	return code;
}
