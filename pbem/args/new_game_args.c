/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/game/game_options.h"
#include "core/notation/start_position.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/args/new_game_args.h"
#include "pbem/calendar/timezone.h"
#include "pbem/sys/files.h"

const char new_game_args_no_variant[] =
	"the variant is missing; write, for example: pbem new chess 'white=Anna "
	"<anna@example.org>' 'black=Bob <bob@example.org>'";

static const char *find_option(const struct option *options, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(options[i].key, key) == 0)
			return options[i].value;
	return NULL;
}

const char *new_game_args_option(const struct new_game_args *request, const char *key)
{
	return find_option(request->options, request->option_count, key);
}

int new_game_args_options(const struct args *args, struct option options[MAX_OPTIONS],
			  size_t *count_out, struct reason *reason)
{
	const char *word;
	size_t at = 0, count = 0;

	while ((word = args_next(args, "--option", &at)) != NULL) {
		size_t len = strcspn(word, "=");
		struct option *option = &options[count];

		if (word[len] == '\0' || len == 0 || len > NAME_MAX_LEN ||
		    strlen(word + len + 1) > OPTION_VALUE_MAX || count == MAX_OPTIONS) {
			return reason_fail_as(reason, REASON_USAGE,
					      "--option %s: expected KEY=VALUE, at most %d times",
					      word, MAX_OPTIONS);
		}
		snprintf(option->key, sizeof option->key, "%.*s", (int)len, word);
		snprintf(option->value, sizeof option->value, "%s", word + len + 1);
		if (find_option(options, count, option->key) != NULL)
			return reason_fail_as(reason, REASON_USAGE, "--option %s is given twice",
					      option->key);
		count++;
	}
	*count_out = count;
	return 0;
}

int new_game_args_add_terms(struct new_game_args *request, const struct option *terms, size_t count,
			    struct reason *reason)
{
	for (size_t i = 0; i < count; i++) {
		if (new_game_args_option(request, terms[i].key) != NULL)
			continue;
		if (request->option_count == MAX_OPTIONS)
			return reason_fail_as(
				reason, REASON_USAGE,
				"a game has at most %d options, including the options of pbem.conf",
				MAX_OPTIONS);
		request->options[request->option_count++] = terms[i];
	}
	return 0;
}

const struct variant *new_game_args_variant(struct variant_library *library, const char *name,
					    const struct option *options, size_t count,
					    struct reason *reason)
{
	char zone[TIMEZONE_NAME_MAX + 1];
	struct option own[MAX_OPTIONS];
	struct game_options terms;

	if (game_options_read(options, count, &terms, reason) != 0)
		return NULL;
	if (timezone_find(terms.zone, zone, reason) == REFUSED) {
		reason_prefix(reason, "zone: ");
		return NULL;
	}
	if (strcmp(terms.zone, zone) != 0) {
		reason_set(reason, "zone: write the time zone as %s", zone);
		return NULL;
	}
	return variant_get(library, name, own, game_options_leave_out(options, count, own), reason);
}

static int add_person(struct new_game_args *request, const char *person, struct reason *reason)
{
	if (request->person_count == MAX_SEATS)
		return reason_fail(reason, "no game has more than %d seats", MAX_SEATS);
	request->persons[request->person_count++] = person;
	return 0;
}

/* Reads the file's lines, except empty lines and comments. */
static int read_players_file(struct new_game_args *request, const char *path, struct reason *reason)
{
	char *rest, *line;

	strbuf_clear(&request->players);
	if (files_read(path, &request->players, reason) != 0)
		return reason_set_kind(reason, REASON_MISSING);
	rest = request->players.bytes;
	while ((line = strsep(&rest, "\n")) != NULL) {
		g_strstrip(line);
		if (*line != '\0' && *line != '#' && add_person(request, line, reason) != 0)
			return -1;
	}
	return 0;
}

void new_game_args_init(struct new_game_args *request)
{
	memset(request, 0, sizeof *request);
	strbuf_init(&request->players, 1 << 16);
}

void new_game_args_done(struct new_game_args *request)
{
	strbuf_done(&request->players);
}

/* Reads an option that may be given once: its value, or NULL. */
static int read_once(const struct args *args, const char *option, const char **value_out,
		     struct reason *reason)
{
	size_t at = 0;

	*value_out = args_next(args, option, &at);
	if (*value_out == NULL || args_next(args, option, &at) == NULL)
		return 0;
	return reason_fail(reason, "%s is given twice", option);
}

static int read_persons(const struct args *args, struct new_game_args *request,
			struct reason *reason)
{
	const char *players;

	if (read_once(args, "--players", &players, reason) != 0)
		return -1;
	if (players != NULL && read_players_file(request, players, reason) != 0)
		return -1;
	for (size_t i = 1; i < args->count; i++) {
		if (strpbrk(args->words[i], "=@") == NULL)
			return reason_fail(
				reason,
				"can't read '%s'; expected a player, such as 'Anna "
				"<anna@example.org>' or 'white=Anna <anna@example.org>', or an "
				"option ('pbem help new' lists the options)",
				args->words[i]);
		if (add_person(request, args->words[i], reason) != 0)
			return -1;
	}
	return 0;
}

static int read_odds(const struct args *args, struct new_game_args *request, struct reason *reason)
{
	const char *word;
	size_t at = 0;

	while ((word = args_next(args, "--odds", &at)) != NULL) {
		if (request->odds_count == MAX_SIDES)
			return reason_fail(reason,
					   "--odds occurs more than %d times; expected --odds at "
					   "most once for each seat",
					   MAX_SIDES);
		request->odds[request->odds_count++] = word;
	}
	return 0;
}

static int read_words(const struct args *args, struct new_game_args *request, struct reason *reason)
{
	if (new_game_args_options(args, request->options, &request->option_count, reason) != 0 ||
	    read_once(args, "--id", &request->id, reason) != 0 ||
	    read_persons(args, request, reason) != 0)
		return -1;
	if (read_once(args, "--fen", &request->fen, reason) != 0 ||
	    read_odds(args, request, reason) != 0)
		return -1;
	request->lot = args_has(args, "--lot");
	request->open = args_has(args, "--open");
	if (read_once(args, "--until", &request->until, reason) != 0)
		return -1;
	if (request->until != NULL && !request->open)
		return reason_fail(reason,
				   "--until is only for open games; write: --open --until %s",
				   request->until);
	request->variant = args->count > 0 ? args->words[0] : NULL;
	if (request->variant != NULL)
		return 0;
	return reason_fail(reason, "%s", new_game_args_no_variant);
}

int new_game_args_read(const struct args *args, struct new_game_args *request,
		       struct reason *reason)
{
	return read_words(args, request, reason) == 0 ? 0 : reason_set_kind(reason, REASON_USAGE);
}

char *new_game_args_seat_word(const char *person)
{
	size_t len = strcspn(person, "=<");

	return person[len] == '=' ? base_strndup(person, len) : NULL;
}

/* Returns the seat that a person is given by name. */
static int named_seat(const struct new_game_args *request, const struct variant *variant,
		      const char *word, const struct seats *seats, struct reason *reason)
{
	int seat = variant_seat_wanted(variant, request->variant, word, reason);

	if (seat >= 0 && seats->seats[seat].address_count > 0)
		return reason_fail(reason, "the seat %s is given twice", word);
	return seat;
}

/* Returns the first free seat; -1 if there are more persons than seats. */
static int next_seat(const struct variant *variant, const struct seats *seats,
		     struct reason *reason)
{
	for (unsigned i = 0; i < seats->count; i++)
		if (seats->seats[i].address_count == 0)
			return (int)i;
	if (variant_option(variant, "seats") == NULL)
		return reason_fail(reason,
				   "there are more players than seats; the variant has %u seats",
				   seats->count);
	return reason_fail(reason,
			   "there are more players than seats; the game would have %u seats. "
			   "Choose the number of seats with: --option seats=%u",
			   seats->count, seats->count + 1);
}

/* Seats the persons who are given with a seat, or those without, who take the remaining seats in
 * order. */
static int assign_seats(const struct new_game_args *request, const struct variant *variant,
			bool named, struct seats *seats, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < request->person_count; i++) {
		const char *person = request->persons[i];
		char *word = new_game_args_seat_word(person);
		int seat;

		if ((word != NULL) == named) {
			seat = named ? named_seat(request, variant, word, seats, reason)
				     : next_seat(variant, seats, reason);
			result = seat < 0 ? -1
					  : seats_read_person(named ? person + strlen(word) + 1
								    : person,
							      &seats->seats[seat], reason);
		}
		free(word);
	}
	return result;
}

int new_game_args_seat(const struct new_game_args *request, const struct variant *variant,
		       struct seats *seats, struct reason *reason)
{
	seats_init(seats, variant_seats(variant));
	if (assign_seats(request, variant, true, seats, reason) != 0 ||
	    assign_seats(request, variant, false, seats, reason) != 0)
		return -1;
	for (unsigned i = 0; i < seats->count; i++) {
		if (seats->seats[i].address_count > 0)
			continue;
		return reason_fail(reason,
				   "the player of %s is missing; write: '%s=Name <address>'",
				   variant_seat_title(variant, i), variant_seat_name(variant, i));
	}
	return 0;
}

void new_game_args_append_shared(const struct seats *seats, const struct variant *variant,
				 struct strbuf *out)
{
	for (unsigned i = 0; i < seats->count; i++) {
		const char *address = seats->seats[i].addresses[0];
		unsigned before = 0;

		while (before < i && !seats_has_address(&seats->seats[before], address))
			before++;
		if (before < i)
			strbuf_addf(out,
				    "pbem: note: %s plays both %s and %s, and gets the letters of "
				    "both\n",
				    address, variant_seat_title(variant, before),
				    variant_seat_title(variant, i));
	}
}

/* ---- the position from which the game begins ---- */

/* Removes one piece: "Qd1", or "d1". */
static int remove_odds_piece(const struct variant *variant, uint8_t side, const char *word,
			     size_t len, struct position *position, struct reason *reason)
{
	bool kind = len > 0 && isupper((unsigned char)word[0]);
	int type = kind ? variant_type_of_letter(variant, word[0]) : -1;
	char name[SQUARE_NAME_MAX] = "";
	const struct piece *piece = NULL;
	square at = NO_SQUARE;

	if (len - kind < sizeof name) {
		memcpy(name, word + kind, len - kind);
		name[len - kind] = '\0';
		at = board_square_named(&variant->board, name);
	}
	if (at != NO_SQUARE)
		piece = position_piece(position, at);
	if (piece == NULL || piece->side != side || (kind && piece->type != type))
		return reason_fail(reason,
				   "%s has no piece '%.*s' in the starting position; expected "
				   "pieces with their squares, such as white=Qd1,Nb1",
				   variant_side_title(variant, side), (int)len, word);
	if (piece->type == variant->royal)
		return reason_fail(reason, "the %s on %s can't be removed",
				   variant_type_name(variant, piece->type), name);
	position_remove(variant, position, at, NULL);
	return 0;
}

/* Removes the pieces of one seat: "white=Qd1,Nb1". */
static int apply_odds(const struct variant *variant, const char *odds, struct position *position,
		      struct reason *reason)
{
	size_t len = strcspn(odds, "=");
	char *seat = base_strndup(odds, len);
	int side = variant_side_named(variant, seat), result = 0;
	const char *word = odds + len + 1;

	free(seat);
	if (odds[len] == '\0' || side < 0)
		return reason_fail(reason,
				   "expected SEAT=PIECES, such as white=Qd1,Nb1; '%s' doesn't name "
				   "a seat of %s and its pieces",
				   odds, variant_name(variant));
	do {
		size_t word_len = strcspn(word, ",");

		result =
			remove_odds_piece(variant, (uint8_t)side, word, word_len, position, reason);
		word += word_len;
	} while (result == 0 && *word++ == ',');
	return result;
}

static int check_game_not_over(const struct variant *variant, const struct position *position,
			       struct reason *reason)
{
	struct position now = *position;
	struct history history;
	struct move_list *moves = base_alloc(sizeof *moves);
	struct outcome outcome;
	struct strbuf how;

	repetition_init(&history);
	outcome = rules_first_turn(variant, &now, &history, moves, NULL);
	repetition_done(&history);
	free(moves);
	if (outcome.status == STATUS_PLAYING)
		return 0;
	strbuf_init(&how, 0);
	rules_print_outcome(variant, &outcome, &how);
	reason_set(reason, "in this position, the game is already over (%s)", how.bytes);
	strbuf_done(&how);
	return -1;
}

static int position_by_odds(const struct new_game_args *request, const struct variant *variant,
			    struct strbuf *from_out, struct reason *reason)
{
	struct position position;

	position_start(variant, &position);
	for (size_t i = 0; i < request->odds_count; i++)
		if (apply_odds(variant, request->odds[i], &position, reason) < 0)
			return -1;
	if (check_game_not_over(variant, &position, reason) < 0)
		return -1;
	if (start_position_write(variant, &position, 1, from_out))
		return 0;
	return reason_fail(reason, "FEN can't express this starting position of %s",
			   variant_name(variant));
}

/* Adds the FEN as pbem writes it, or unchanged if pbem can't write it. */
static int position_by_fen(const struct new_game_args *request, const struct variant *variant,
			   struct strbuf *from_out, struct reason *reason)
{
	struct position position;
	unsigned round;

	if (start_position_read(variant, request->fen, &position, &round, reason) < 0 ||
	    check_game_not_over(variant, &position, reason) < 0)
		return -1;
	if (!start_position_write(variant, &position, round, from_out))
		strbuf_add(from_out, request->fen);
	return 0;
}

int new_game_args_from(const struct new_game_args *request, const struct variant *variant,
		       struct strbuf *from_out, struct reason *reason)
{
	const char *what = request->fen != NULL ? "--fen" : "--odds";
	int result;

	if (request->fen == NULL && request->odds_count == 0)
		return 0;
	if (request->fen != NULL && request->odds_count > 0)
		return reason_fail(reason, "--odds and --fen can't be combined, because each sets "
					   "the starting position");
	if (!variant->kind->from_anywhere)
		return reason_fail(
			reason, "%s: a game of %s has a fixed starting position, because %s", what,
			variant_name(variant),
			variant->kind->boards
				? "FEN can describe only one board"
				: "cards return pieces to their squares in this position");
	result = request->fen != NULL ? position_by_fen(request, variant, from_out, reason)
				      : position_by_odds(request, variant, from_out, reason);
	if (result < 0)
		reason_prefix(reason, "%s: ", what);
	return result;
}
