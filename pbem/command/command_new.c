/* SPDX-License-Identifier: MIT */
/* pbem new: games that begin. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "pbem/command/commands.h"
#include "pbem/batch/deal.h"
#include "pbem/site/files.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/desk.h"
#include "pbem/run/run.h"
#include "pbem/site/step.h"
#include "pbem/command/wish.h"
#include "pbem/mailing/mailing.h"

enum { NEW_BATCH = 500 };

static int make_header(struct desk *desk, const struct wish *wish, const struct seats *seats,
		       uint32_t number, struct game_header *header, struct reason *reason)
{
	char *folder;
	bool taken;
	int told;

	memset(header, 0, sizeof *header);
	header->number = number;
	header->created = desk->now;
	if (wish->id != NULL && !commands_is_game_id(wish->id)) {
		reason_set(reason,
			   "a game's id begins with a letter and has at most %d small letters, "
			   "digits and '-'; '%s' isn't one",
			   GAME_ID_MAX, wish->id);
		return reason_is(reason, REASON_ASKED);
	}
	if (wish->id != NULL)
		snprintf(header->id, sizeof header->id, "%s", wish->id);
	else
		snprintf(header->id, sizeof header->id, "g%u", (unsigned)number);
	folder = site_game_folder(desk->site, header->id);
	told = files_is_there(folder, &taken, reason);
	free(folder);
	if (told != 0)
		return -1;
	for (struct desk_game *game = desk->first; game != NULL; game = game->next)
		taken = taken || strcmp(game->id, header->id) == 0;
	if (taken) {
		reason_set(reason, "there is a game %s already; choose another --id", header->id);
		return reason_is(reason, REASON_TAKEN);
	}
	snprintf(header->variant, sizeof header->variant, "%s", wish->variant);
	memcpy(header->options, wish->options, sizeof header->options);
	header->option_count = wish->option_count;
	for (unsigned i = 0; i < seats->count; i++)
		snprintf(header->names[i], sizeof header->names[i], "%s", seats->seats[i].name);
	return 0;
}

/* Everything of a new game goes into the batch: record, seats, index, letters. */
static int start_game(struct desk *desk, struct desk_game *game, const char *secret,
		      struct reason *reason)
{
	char *path = base_printf("games/%s/seats", game->id);
	const struct variant *variant = game->file->game.variant;
	struct event_list events;
	struct text seats;
	int result;

	event_list_init(&events);
	text_init(&seats, 0);
	deal_start(game, secret, &events);
	result = desk_enter(game, desk->now, "moderator", &events, reason);
	if (result == 0) {
		seats_print(&game->seats, variant, &seats);
		batch_append(&desk->batch, path, 0, seats.bytes, seats.len, 0600);
		ledger_line_game(&desk->batch.ledger, game->file->header.number, game->id);
		result = mailing_welcome(desk, game, reason);
	}
	text_done(&seats);
	event_list_done(&events);
	free(path);
	return result;
}

/* The lot is proven by the secret that a game with lots has. */
static int check_lot(const struct wish *wish, bool proven, struct reason *reason)
{
	bool named = false;

	for (size_t i = 0; i < wish->person_count; i++) {
		char *word = wish_seat_word(wish->persons[i]);

		named |= word != NULL;
		free(word);
	}
	if (proven && !named)
		return 0;
	reason_set(reason, named ? "with --lot no person is given a seat"
				 : "--lot is for games with cards: their secret proves it");
	return reason_is(reason, REASON_ASKED);
}

/* The variant wished for; where it can have any number of seats, as many as persons are named,
 * unless their number is wished. */
static const struct variant *get_variant(struct desk *desk, struct wish *wish,
					 struct reason *reason)
{
	const struct variant *variant = variant_get(desk->site->library, wish->variant,
						    wish->options, wish->option_count, reason);
	struct option *seats = &wish->options[wish->option_count];

	if (variant == NULL || variant_option(variant, "seats") == NULL ||
	    wish_option(wish, "seats") != NULL || wish->person_count == 0 ||
	    wish->person_count == variant_seats(variant) || wish->option_count == MAX_OPTIONS)
		return variant;
	wish->option_count++;
	snprintf(seats->key, sizeof seats->key, "seats");
	snprintf(seats->value, sizeof seats->value, "%zu", wish->person_count);
	variant = variant_get(desk->site->library, wish->variant, wish->options, wish->option_count,
			      reason);
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

static int make_game(struct desk *desk, struct wish *wish, uint32_t number, struct reason *reason)
{
	const struct variant *variant = get_variant(desk, wish, reason);
	struct game_header header;
	struct desk_game *game;
	struct seats seats;

	bool lots = variant != NULL && deal_has_lots(variant);
	char secret[DIGEST_HEX + 1] = "";

	if (number > TOKEN_MAX_GAME) {
		reason_set(reason,
			   "this site has had %d games, as many as its keys can tell apart; make "
			   "another",
			   TOKEN_MAX_GAME);
		return reason_is(reason, REASON_TAKEN);
	}
	if (variant == NULL || deal_check(variant, reason) != 0 ||
	    (wish->lot && check_lot(wish, variant->kind->draw_seats != NULL, reason) != 0) ||
	    wish_seat(wish, variant, &seats, reason) != 0)
		return reason_is(reason, REASON_ASKED);
	if (make_header(desk, wish, &seats, number, &header, reason) != 0 ||
	    (lots && deal_secret(&header, secret, reason) != 0))
		return -1;
	if (wish->lot)
		deal_seats(variant, secret, &header, &seats);
	game = desk_add(desk, gamefile_new(&header, variant), &seats);
	if (start_game(desk, game, secret, reason) != 0)
		return -1;
	warn_of(&seats, variant);
	printf("Game %s: %s", header.id, header.variant);
	for (unsigned i = 0; i < seats.count; i++)
		printf("%s %s (%s)", i > 0 ? "," : "", seats.seats[i].name,
		       variant_seat_title(variant, i));
	printf("\n");
	return 0;
}

/* Splits a line into words at blanks; '...' and "..." keep blanks, as in a shell. */
static int make_listed(struct desk *desk, const char *line, uint32_t number, struct reason *reason)
{
	char **words = NULL;
	GError *error = NULL;
	struct wish wish;
	int count, result = -1;

	wish_init(&wish);
	if (!g_shell_parse_argv(line, &count, &words, &error)) {
		reason_set(reason, "%s", error->message);
		(void)reason_is(reason, REASON_ASKED);
		g_error_free(error);
	} else if (wish_read(count, words, &wish, reason) == 0) {
		result = make_game(desk, &wish, number, reason);
	}
	wish_done(&wish);
	g_strfreev(words);
	return result;
}

/* A game a line; committed in batches, so that a list of thousands costs a few flushes. */
static int make_list(struct desk *desk, FILE *list, struct reason *reason)
{
	uint32_t number = ledger_last_game(desk->site->ledger);
	unsigned line_number = 0, in_batch = 0;
	char *line = NULL;
	size_t size = 0;
	int result = 0;

	while (result == 0 && getline(&line, &size, list) >= 0) {
		line_number++;
		line[strcspn(line, "\r\n")] = '\0';
		if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
			continue;
		result = make_listed(desk, line, ++number, reason);
		if (result != 0)
			reason_prefix(reason, "line %u: ", line_number);
		else if (++in_batch % NEW_BATCH == 0)
			result = commit_batch(desk, reason);
	}
	if (result == 0 && ferror(list)) {
		/* Half a list would be some of the games. */
		reason_set_errno(reason, "the list can't be read to its end (%u lines could)",
				 line_number);
		result = -1;
	}
	free(line);
	return result;
}

static int make_games(struct desk *desk, int argc, char **argv, struct reason *reason)
{
	uint32_t number = ledger_last_game(desk->site->ledger) + 1;
	struct wish wish;
	FILE *list;
	int result;

	if (argc == 3 && strcmp(argv[1], "--list") == 0) {
		list = strcmp(argv[2], "-") == 0 ? stdin : fopen(argv[2], "re");
		if (list == NULL) {
			const int error = errno;

			reason_set(reason, "%s: %s", argv[2], strerror(error));
			reason_judge_errno(reason, error);
			return reason_is(reason, REASON_MISSING);
		}
		result = make_list(desk, list, reason);
		if (list != stdin)
			fclose(list);
	} else {
		wish_init(&wish);
		result = wish_read(argc - 1, argv + 1, &wish, reason);
		if (result == 0)
			result = make_game(desk, &wish, number, reason);
		wish_done(&wish);
	}
	return result == 0 ? commit_batch(desk, reason) : -1;
}

int command_new(int argc, char **argv)
{
	struct run_options options = {.told = stdout};
	struct desk desk;
	struct reason reason;
	struct site *site;
	int code;

	if (argc < 2)
		return command_usage(argv[0]);
	code = commands_open(argv[0], SITE_WAIT, &site);
	if (code != EX_OK)
		return code;
	desk_init(&desk, site, step_time(), NULL);
	if (make_games(&desk, argc, argv, &reason) != 0)
		code = commands_fail(argv[0], EX_CONFIG, &reason);
	desk_done(&desk);
	/* The welcome goes out now; what can't be sent waits for the next run. */
	if (code == EX_OK && run_send(site, &options) != EX_OK)
		printf("The letters wait in the outbox; the next run sends them.\n");
	site_close(site);
	return code;
}
