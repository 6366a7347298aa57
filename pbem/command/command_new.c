/* SPDX-License-Identifier: MIT */
/* pbem new: games that begin. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/notation/setup.h"
#include "core/turn/terms.h"
#include "core/variant/variant_data.h"
#include "pbem/command/commands.h"
#include "pbem/batch/deal.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/desk.h"
#include "pbem/run/run.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"
#include "pbem/given/wish.h"
#include "pbem/signup/offers.h"

enum { NEW_BATCH = 500 };

static int make_header(struct desk *desk, const struct wish *wish, uint32_t number,
		       struct game_header *header, struct reason *reason)
{
	bool taken;

	memset(header, 0, sizeof *header);
	header->number = number;
	header->created = desk->now;
	if (wish->id != NULL && !commands_is_game_id(wish->id))
		return reason_fail_as(
			reason, REASON_ASKED,
			"a game's id begins with a letter and has at most %d small letters, "
			"digits and '-'; '%s' isn't one",
			GAME_ID_MAX, wish->id);
	if (wish->id != NULL)
		snprintf(header->id, sizeof header->id, "%s", wish->id);
	else
		snprintf(header->id, sizeof header->id, "g%u", (unsigned)number);
	if (offers_is_id_taken(desk, header->id, &taken, reason) != 0)
		return -1;
	if (taken)
		return reason_fail_as(reason, REASON_TAKEN,
				      "there is a game %s already; choose another --id",
				      header->id);
	snprintf(header->variant, sizeof header->variant, "%s", wish->variant);
	memcpy(header->options, wish->options, sizeof header->options);
	header->option_count = wish->option_count;
	return 0;
}

static int check_lot(const struct wish *wish, struct reason *reason)
{
	bool named = false;

	for (size_t i = 0; i < wish->person_count; i++) {
		char *word = wish_seat_word(wish->persons[i]);

		named |= word != NULL;
		free(word);
	}
	if (!named)
		return 0;
	return reason_fail_as(reason, REASON_ASKED, "with --lot no person is given a seat");
}

/* What the options leave to the lot: what castling rights of the FEN ask for, else a number that
 * the header's public lot gives. The variant with that option, which the wish and the header get.
 */
static const struct variant *draw_option(struct desk *desk, struct wish *wish,
					 const struct variant *variant, struct game_header *header,
					 struct reason *reason)
{
	struct variant_library *library = desk->site->library;
	const struct variant_option *drawn;
	struct option *option = wish->options, own[MAX_OPTIONS];
	unsigned low, high;
	const char *key;
	long number = -1;

	if (!variant_option_drawn(variant, &drawn, &low, &high))
		return variant;
	while (option < wish->options + wish->option_count && strcmp(option->key, drawn->key) != 0)
		option++;
	if (option == wish->options + MAX_OPTIONS) {
		reason_set(reason, "a game has at most %d options", MAX_OPTIONS);
		return NULL;
	}
	if (wish->fen != NULL)
		number = setup_choose(library, variant, own,
				      terms_leave_out(wish->options, wish->option_count, own),
				      wish->fen, &key);
	if (number < 0) {
		snprintf(header->lot_option, sizeof header->lot_option, "%s", drawn->key);
		number = gamefile_lot_number(header, low, high);
	}
	wish->option_count += option == wish->options + wish->option_count;
	snprintf(option->key, sizeof option->key, "%s", drawn->key);
	snprintf(option->value, sizeof option->value, "%ld", number);
	memcpy(header->options, wish->options, sizeof header->options);
	header->option_count = wish->option_count;
	return wish_variant(library, wish->variant, wish->options, wish->option_count, reason);
}

/* Whether something is drawn in public: an option, or the seats of a game without a secret. */
static bool draws_in_public(const struct wish *wish, const struct variant *variant)
{
	const struct variant_option *drawn;
	unsigned low, high;

	return variant_option_drawn(variant, &drawn, &low, &high) ||
	       (wish->lot && variant->kind->draw_seats == NULL);
}

/* The variant wished for; where it can have any number of seats, as many as persons are named,
 * unless their number is wished. */
static const struct variant *get_variant(struct desk *desk, struct wish *wish,
					 struct reason *reason)
{
	const struct variant *variant = wish_variant(desk->site->library, wish->variant,
						     wish->options, wish->option_count, reason);
	struct option *seats = &wish->options[wish->option_count];

	if (variant != NULL &&
	    variant_options_idle(variant, wish->options, wish->option_count, reason) < 0) {
		(void)reason_is(reason, REASON_ASKED);
		return NULL;
	}
	if (variant == NULL || variant_option(variant, "seats") == NULL ||
	    wish_option(wish, "seats") != NULL || wish->person_count == 0 || wish->open ||
	    wish->person_count == variant_seats(variant) || wish->option_count == MAX_OPTIONS)
		return variant;
	wish->option_count++;
	snprintf(seats->key, sizeof seats->key, "seats");
	snprintf(seats->value, sizeof seats->value, "%zu", wish->person_count);
	variant = wish_variant(desk->site->library, wish->variant, wish->options,
			       wish->option_count, reason);
	if (variant == NULL)
		reason_prefix(reason, "%zu person%s named: ", wish->person_count,
			      wish->person_count == 1 ? " is" : "s are");
	return variant;
}

/* What is worth a second look, on standard error: the game is made all the same. */
static void warn_of(const struct seats *seats, const struct variant *variant)
{
	struct text shared;

	text_init(&shared, 0);
	wish_tell_shared(seats, variant, &shared);
	if (shared.len > 0)
		fputs(shared.bytes, stderr);
	text_done(&shared);
}

/* The number is one that tokens can name. */
static int check_number(uint32_t number, struct reason *reason)
{
	if (number <= TOKEN_MAX_GAME)
		return 0;
	return reason_fail_as(
		reason, REASON_TAKEN,
		"this site has had %d games, as many as its keys can tell apart; make another",
		TOKEN_MAX_GAME);
}

static void tell_game(const struct game_header *header, const struct variant *variant,
		      const struct seats *seats)
{
	warn_of(seats, variant);
	terminal_clear();
	printf("Game %s: %s", header->id, header->variant);
	if (header->lot_option[0] != '\0')
		printf(", %s %s by lot", header->lot_option,
		       variant_option(variant, header->lot_option));
	for (unsigned i = 0; i < seats->count; i++)
		printf("%s %s (%s)", i > 0 || header->lot_option[0] != '\0' ? "," : "",
		       seats->seats[i].name, variant_seat_title(variant, i));
	printf("\n");
}

/* Draws what is left to the lot, and makes the game of what is known then. */
static int draw_game(struct desk *desk, struct wish *wish, const struct variant *variant,
		     struct seats *seats, struct game_header *header, struct reason *reason)
{
	struct text from;
	int result;

	if (draws_in_public(wish, variant) && deal_lot(header, reason) != 0)
		return -1;
	variant = draw_option(desk, wish, variant, header, reason);
	if (variant == NULL)
		return reason_is(reason, REASON_ASKED);
	/* Nothing was drawn after all. */
	if (header->lot_option[0] == '\0' && (!wish->lot || variant->kind->draw_seats != NULL))
		header->lot.hex[0] = '\0';
	text_init(&from, 0);
	result = wish_from(wish, variant, &from, reason);
	if (result != 0)
		result = reason_is(reason, REASON_ASKED);
	else
		result = deal_game(desk,
				   &(struct deal){.header = header,
						  .variant = variant,
						  .seats = seats,
						  .lot = wish->lot,
						  .from = from.bytes},
				   reason);
	text_done(&from);
	if (result == 0)
		tell_game(header, variant, seats);
	return result;
}

/* What is left to the lot is drawn when it begins. */
static int offer_game(struct desk *desk, const struct wish *wish, const struct variant *variant,
		      const struct game_header *header, struct reason *reason)
{
	const struct variant_option *drawn;
	unsigned low, high;
	struct text from;
	int result;

	if ((wish->fen != NULL || wish->odds_count > 0) &&
	    variant_option_drawn(variant, &drawn, &low, &high)) {
		return reason_fail_as(
			reason, REASON_ASKED,
			"where a position is given nothing can be left to the lot that the open "
			"game begins with: --option %s=%u",
			drawn->key, low);
	}
	text_init(&from, 0);
	result = wish_from(wish, variant, &from, reason) == 0
			 ? command_open_game(desk, wish, variant, header, from.bytes, reason)
			 : reason_is(reason, REASON_ASKED);
	text_done(&from);
	return result;
}

/* What single seats have otherwise is said of seats there are. */
static int check_seats(const struct wish *wish, const struct variant *variant,
		       struct reason *reason)
{
	struct terms terms;

	return terms_read(wish->options, wish->option_count, &terms, reason) == 0
		       ? terms_fit(&terms, variant, reason)
		       : -1;
}

static int make_game(struct desk *desk, struct wish *wish, uint32_t number, struct reason *reason)
{
	const struct config *config = desk->site->config;
	const struct variant *variant =
		wish_add_terms(wish, config->options, config->option_count, reason) == 0
			? get_variant(desk, wish, reason)
			: NULL;
	struct game_header header;
	struct seats seats = {.count = 0};
	int result = -1;

	if (check_number(number, reason) != 0)
		return -1;
	if (variant == NULL || check_seats(wish, variant, reason) != 0 ||
	    deal_check(variant, reason) != 0 || (wish->lot && check_lot(wish, reason) != 0) ||
	    (!wish->open && wish_seat(wish, variant, &seats, reason) != 0))
		result = reason_is(reason, REASON_ASKED);
	else if (make_header(desk, wish, number, &header, reason) == 0)
		result = wish->open ? offer_game(desk, wish, variant, &header, reason)
				    : draw_game(desk, wish, variant, &seats, &header, reason);
	seats_done(&seats);
	return result;
}

static int make_wished(struct desk *desk, const struct given *given, uint32_t number,
		       struct reason *reason)
{
	struct wish wish;
	int result;

	wish_init(&wish);
	result = wish_read(given, &wish, reason);
	if (result == 0)
		result = make_game(desk, &wish, number, reason);
	wish_done(&wish);
	return result;
}

/* Splits a line into words at blanks; '...' and "..." keep blanks, as in a shell. */
static int make_listed(struct desk *desk, const char *line, uint32_t number, struct reason *reason)
{
	char *whole = base_printf("new %s", line), **words = NULL;
	GError *error = NULL;
	struct given given;
	int count, result = -1;

	if (!g_shell_parse_argv(whole, &count, &words, &error)) {
		reason_set(reason, "%s", error->message);
		(void)reason_is(reason, REASON_ASKED);
		g_error_free(error);
	} else {
		result = given_read(&commands_listed, NULL, count, words, &given, reason);
		if (result == 0)
			result = make_wished(desk, &given, number, reason);
		given_done(&given);
	}
	g_strfreev(words);
	free(whole);
	return result;
}

/* A game a line; committed in batches, so that a list of thousands costs a few flushes. */
static int make_list(struct desk *desk, FILE *list, struct reason *reason)
{
	uint32_t number = site_last_number(desk->site);
	unsigned line_number = 0, in_batch = 0;
	char *line = NULL;
	size_t size = 0;
	int result = 0;

	terminal_begin("lines");
	while (result == 0 && getline(&line, &size, list) >= 0) {
		terminal_tick(line_number++, 0);
		line[strcspn(line, "\r\n")] = '\0';
		if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
			continue;
		result = make_listed(desk, line, ++number, reason);
		if (result != 0)
			reason_prefix(reason, "line %u: ", line_number);
		else if (++in_batch % NEW_BATCH == 0)
			result = commit_batch(desk, reason);
	}
	terminal_end();
	if (result == 0 && ferror(list)) {
		/* Half a list would be some of the games. */
		reason_set_errno(reason, "the list can't be read to its end (%u lines could)",
				 line_number);
		result = -1;
	}
	free(line);
	return result;
}

/* What the file's lines say, "-" being standard input. */
static int make_from(struct desk *desk, const char *path, struct reason *reason)
{
	FILE *list = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	int result;

	if (list == NULL) {
		const int error = errno;

		reason_set(reason, "%s: %s", path, strerror(error));
		reason_judge_errno(reason, error);
		return reason_is(reason, REASON_MISSING);
	}
	result = make_list(desk, list, reason);
	if (list != stdin)
		fclose(list);
	return result;
}

/* A list has all of a game in its lines. */
static int check_list(const struct given *given, struct reason *reason)
{
	static const char *const of_one[] = {"--players", "--lot",  "--id",   "--option",
					     "--fen",	  "--odds", "--open", "--until"};
	bool given_one = given->count > 0;

	for (size_t i = 0; i < ARRAY_LEN(of_one); i++)
		given_one |= given_has(given, of_one[i]);
	if (!given_one)
		return 0;
	return reason_fail_as(
		reason, REASON_ASKED,
		"expected nothing beside --list FILE: what stands there is a line of the "
		"file for each game");
}

static int make_games(struct desk *desk, const struct given *given, struct reason *reason)
{
	uint32_t number = site_last_number(desk->site) + 1;
	const char *list = given_value(given, "--list");
	int result;

	if (list != NULL)
		result = check_list(given, reason) == 0 ? make_from(desk, list, reason) : -1;
	else
		result = make_wished(desk, given, number, reason);
	return result == 0 ? commit_batch(desk, reason) : -1;
}

int command_new(const struct given *given)
{
	struct run_options options = {.told = stdout};
	const char *name = given->command->name;
	struct desk desk;
	struct reason reason;
	struct site *site;
	int code;

	if (given->count == 0 && !given_has(given, "--list"))
		return given_wrong(given->command, "%s", wish_no_variant);
	code = commands_open(name, SITE_WAIT, &site);
	if (code != EX_OK)
		return code;
	desk_init(&desk, site, step_time(), NULL);
	if (make_games(&desk, given, &reason) != 0)
		code = commands_fail(name, EX_CONFIG, &reason);
	desk_done(&desk);
	/* The welcome goes out now; what can't be sent waits for the next run. */
	if (code == EX_OK && run_send(site, &options) != EX_OK)
		printf("The letters wait in the outbox; the next run sends them.\n");
	site_close(site);
	return code;
}
