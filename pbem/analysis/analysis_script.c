/* SPDX-License-Identifier: MIT */
/* The analysis board: reads a script, one command per line. Its details are rulings, under "The
 * analysis board" in games/rulings.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional.h"
#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "pbem/analysis/analysis.h"
#include "pbem/analysis/analysis_print.h"
#include "pbem/analysis/analysis_undo.h"
#include "pbem/analysis/gametype_analysis.h"

/* Counts each message as an entry, as in a game file. */
static void apply_as_entry(struct trial *trial, const struct event_list *events)
{
	const struct entry_head head = {.number = ++trial->entry, .when = 0, .cause = "-"};

	for (size_t i = 0; i < events->count; i++)
		game_apply(&trial->game, &head, &events->events[i], NULL);
	analysis_undo_save(trial);
}

/* Begins the game: from here on the seat to move is judged [trial-set-up]. */
static void begin_trial(struct trial *trial)
{
	struct event_list events;

	if (trial->begun)
		return;
	trial->begun = true;
	if (trial->kind->start != NULL)
		trial->kind->start(trial);
	event_list_init(&events);
	turn_start(&trial->game, &events);
	apply_as_entry(trial, &events);
	event_list_done(&events);
}

/* Takes the starting position off the board; pieces from `captured` lines stay. */
static void remove_starting_pieces(struct trial *trial)
{
	struct position *position = &trial->game.position;
	uint8_t kept = 0;

	for (unsigned i = 0; i < position->piece_count; i++) {
		if (position->pieces[i].fate != ON_BOARD)
			position->pieces[kept++] = position->pieces[i];
	}
	position->piece_count = kept;
	position->in_play = 0;
	position_index(trial->variant, position);
}

/* Makes the board empty at the first `pieces` line of a script. Only the seats that get one are in
 * play [trial-board]. The first of them is to move unless `turn` names another. */
static void put_seat_in_play(struct trial *trial, unsigned seat)
{
	struct position *position = &trial->game.position;

	if (!trial->pieces_given)
		remove_starting_pieces(trial);
	trial->pieces_given = true;
	position->in_play |= (uint16_t)(1u << seat);
	if (!trial->turn_given)
		position->turn = (uint8_t)__builtin_ctz(position->in_play);
}

static int put_piece(struct trial *trial, unsigned seat, const char *word, struct reason *reason)
{
	int type = variant_type_of_letter(trial->variant, word[0]);
	square at =
		type < 0 ? NO_SQUARE : board_square_named(variant_board(trial->variant), word + 1);

	if (at == NO_SQUARE)
		return reason_fail(reason,
				   "expected a piece and its square, such as Ke1, not \"%.20s\"",
				   word);
	if (!position_put(trial->variant, &trial->game.position, (uint8_t)seat, (uint8_t)type, at))
		return reason_fail(reason, "%.20s: another piece stands there", word);
	return 0;
}

static int set_pieces(struct trial *trial, unsigned seat, char *list, struct reason *reason)
{
	char *words[MAX_PIECES];
	size_t count = strbuf_split(list, words, MAX_PIECES);

	put_seat_in_play(trial, seat);
	for (size_t i = 0; i < count; i++) {
		if (put_piece(trial, seat, words[i], reason) < 0)
			return -1;
	}
	return 0;
}

static int set_captured(struct trial *trial, unsigned seat, char *list, struct reason *reason)
{
	struct position *position = &trial->game.position;
	char *words[MAX_PIECES];
	size_t count = strbuf_split(list, words, MAX_PIECES);

	for (size_t i = 0; i < count; i++) {
		int type = words[i][1] ? -1 : variant_type_of_letter(trial->variant, words[i][0]);

		if (type < 0 || position->piece_count == MAX_PIECES)
			return reason_fail(
				reason, "expected letters of pieces, such as P P N, not \"%.20s\"",
				words[i]);
		position->pieces[position->piece_count++] = (struct piece){
			.at = NO_SQUARE,
			.side = (uint8_t)seat,
			.type = (uint8_t)type,
			.born = (uint8_t)type,
			.fate = CAPTURED,
			.moved = true,
		};
	}
	return 0;
}

static int set_turn(struct trial *trial, const char *word, struct reason *reason)
{
	int seat = variant_seat_named(trial->variant, word);

	if (seat < 0)
		return reason_fail(reason, "expected turn and a seat, not \"%.40s\"", word);
	trial->turn_given = true;
	trial->game.position.turn = (uint8_t)seat;
	return 0;
}

/* Reads the orders between semicolons [trial-messages]; cuts up `message`. */
static enum verdict read_orders(const struct trial *trial, char *message, struct order_list *orders,
				struct reason *why)
{
	unsigned number = 0;

	turn_allow_bare_plays(&trial->game, orders);
	for (char *next; message != NULL; message = next) {
		next = strchr(message, ';');
		if (next != NULL)
			*next++ = '\0';
		if (message[strspn(message, " \t")] != '\0' &&
		    order_read(trial->variant, message, ++number, orders, why) == REFUSED)
			return REFUSED;
	}
	if (number == 0)
		return reason_refuse(why, "there is no order");
	return order_check_together(trial->variant, orders, why);
}

/* Applies the results of a message. In a ring each message is a round of its own
 * [every-move-a-sitting]. Returns REFUSED and changes nothing if all agree to take back more than
 * is remembered. */
static enum verdict apply_results(struct trial *trial, const struct event_list *events,
				  struct reason *why)
{
	struct event_list end;

	apply_as_entry(trial, events);
	event_list_init(&end);
	if (turn_end_run(&trial->game, &end))
		apply_as_entry(trial, &end);
	event_list_done(&end);
	return analysis_undo_take_back(trial, why);
}

/* ---- moves given in advance ---- */

/* Forgets the conditional moves that were given before. */
static void forget_conditional(struct conditional **place)
{
	free(*place);
	*place = NULL;
}

/* Replaces the conditional moves that the seat has given on that board. */
static void store_conditional(struct trial *trial, unsigned seat, const struct conditional *intent)
{
	struct conditional **places = trial->conditionals[seat];
	unsigned place = 0;

	while (place + 1 < GAME_PLANS && places[place] != NULL &&
	       conditional_board(places[place]) != conditional_board(intent))
		place++;
	forget_conditional(&places[place]);
	places[place] = base_zalloc(1, sizeof *intent);
	*places[place] = *intent;
}

/* Keeps the conditional moves of a message, after its other results. */
static enum verdict update_conditionals(struct trial *trial, unsigned seat,
					const struct order_list *orders, struct event_list *events,
					struct reason *why)
{
	struct conditional_list given;

	if (!conditional_is_asked(orders))
		return ACCEPTED;
	if (conditional_judge(&trial->game, (uint8_t)seat, orders, events, &given, why) == REFUSED)
		return REFUSED;
	if (orders->dry_run)
		return ACCEPTED;
	for (unsigned i = 0; given.count == 0 && i < GAME_PLANS; i++)
		forget_conditional(&trial->conditionals[seat][i]);
	for (unsigned i = 0; i < given.count; i++)
		store_conditional(trial, seat, &given.plans[i]);
	conditional_add_given(&trial->game, (uint8_t)seat, &given, events);
	return ACCEPTED;
}

/* Makes the turn that a seat has given in advance, if it is due. Returns false if nothing happens.
 */
static bool play_conditional(struct trial *trial, unsigned seat, struct conditional **place)
{
	struct conditional *intent = *place;
	enum conditional_state state = CONDITIONAL_FAILS;
	struct event_list events;
	struct reason why;
	bool played = false;

	if (intent == NULL)
		return false;
	event_list_init(&events);
	if (conditional_holds(&trial->game, (uint8_t)seat, intent))
		state = conditional_follow(&trial->game, (uint8_t)seat, intent, &why);
	if (state == CONDITIONAL_DUE)
		played = conditional_play(&trial->game, (uint8_t)seat, intent, &events, &why) ==
			 ACCEPTED;
	if (played)
		(void)apply_results(trial, &events, &why);
	if ((state != CONDITIONAL_WAITS && !played) || intent->next == intent->count)
		forget_conditional(place);
	event_list_done(&events);
	return played;
}

static void play_conditionals(struct trial *trial)
{
	bool played = true;

	while (played) {
		played = false;
		for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
			for (unsigned i = 0; i < GAME_PLANS; i++)
				played |= play_conditional(trial, seat,
							   &trial->conditionals[seat][i]);
	}
}

/* Takes one message of a seat: all of its orders apply, or none. */
static void decide_message(struct trial *trial, unsigned seat, char *message)
{
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};

	begin_trial(trial);
	order_list_init(&orders);
	event_list_init(&events);
	if (trial->kind->begin_message != NULL)
		trial->kind->begin_message(trial);
	if (read_orders(trial, message, &orders, &why) == REFUSED ||
	    turn_decide(&trial->game, seat, &orders, &events, &why) == REFUSED ||
	    update_conditionals(trial, seat, &orders, &events, &why) == REFUSED ||
	    (!orders.dry_run && apply_results(trial, &events, &why) == REFUSED)) {
		printf("refused: %s\n", why.text);
	} else {
		puts("ok");
		play_conditionals(trial);
		if (trial->kind->print_returned != NULL)
			trial->kind->print_returned(trial);
	}
	event_list_done(&events);
	order_list_done(&orders);
}

/* A word that sets something up. */
struct set_up {
	const char *word;
	bool common; /* a deck may belong to nobody: a common one, in games with cards */
	int (*set)(struct trial *trial, unsigned seat, char *list, struct reason *reason);
};

static const struct set_up *find_set_up(const char *word)
{
	/* A row without a function is handled by the kind of game, except "turn". */
	static const struct set_up rows[] = {
		{"pieces", false, set_pieces}, {"captured", false, set_captured},
		{"hand", false, NULL},	       {"deck", true, NULL},
		{"discards", true, NULL},      {"turn", false, NULL},
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (strcmp(rows[i].word, word) == 0)
			return &rows[i];
	return NULL;
}

/* Handles "pieces SEAT: LIST" and similar lines. */
static int set_up(struct trial *trial, const struct set_up *row, char *rest, struct reason *reason)
{
	char *colon = strchr(rest, ':'), *name;
	unsigned seat = 0;
	int named;

	if (colon == NULL)
		return reason_fail(reason, "expected a seat and a colon");
	*colon = '\0';
	if (strbuf_split(rest, &name, 1) == 0)
		name = rest;
	name[strcspn(name, " \t")] = '\0';
	named = variant_seat_named(trial->variant, name);
	if (named < 0 && !(row->common && strcmp(name, "common") == 0))
		return reason_fail(reason, "there is no seat \"%.40s\"", name);
	if (named >= 0)
		seat = (unsigned)named;
	return row->set != NULL ? row->set(trial, seat, colon + 1, reason)
				: trial->kind->set_cards(trial, row->word, seat, colon + 1, reason);
}

static int run_set_up(struct trial *trial, const struct set_up *row, char *rest,
		      struct reason *reason)
{
	if (trial->begun)
		return reason_fail(reason,
				   "nothing can be set up any more once an order was given or "
				   "something shown");
	if (trial->kind->no_set_up != NULL)
		return reason_fail(reason, "%s", trial->kind->no_set_up);
	if (strcmp(row->word, "turn") != 0)
		return set_up(trial, row, rest, reason);
	rest[strcspn(rest, " \t")] = '\0';
	return set_turn(trial, rest, reason);
}

/* Handles "SEAT: ORDER; ORDER". */
static int run_message(struct trial *trial, char *line, struct reason *reason)
{
	char *colon = strchr(line, ':');
	int seat = -1;

	if (colon != NULL) {
		*colon = '\0';
		line[strcspn(line, " \t")] = '\0';
		seat = variant_seat_named(trial->variant, line);
	}
	if (seat < 0)
		return reason_fail(reason,
				   "expected pieces, captured, turn, hand, deck, discards, show, "
				   "or SEAT: and its orders");
	decide_message(trial, (unsigned)seat, colon + 1);
	return 0;
}

/* Cuts off a comment, which begins with `#` at the line's start or after a space: "Qh4#" is a move.
 */
static void cut_comment(char *line)
{
	line[strcspn(line, "\r\n")] = '\0';
	for (char *at = line; *at != '\0'; at++) {
		if (*at == '#' && (at == line || at[-1] == ' ' || at[-1] == '\t')) {
			*at = '\0';
			return;
		}
	}
}

static int run_line(struct trial *trial, char *line, struct reason *reason)
{
	const struct set_up *row;
	char word[16] = "";
	size_t len;

	cut_comment(line);
	line += strspn(line, " \t");
	len = strcspn(line, " \t");
	if (*line == '\0')
		return 0;
	if (len < sizeof word) {
		memcpy(word, line, len);
		word[len] = '\0';
	}
	if (strcmp(word, "show") == 0) {
		begin_trial(trial);
		return analysis_print_thing(trial, line + len, reason);
	}
	row = find_set_up(word);
	if (row != NULL)
		return run_set_up(trial, row, line + len + strspn(line + len, " \t"), reason);
	return run_message(trial, line, reason);
}

int analysis_try(const struct variant *variant, FILE *script, struct reason *reason)
{
	struct trial trial = {.variant = variant, .kind = analysis_kind_of(variant)};
	char *line = NULL;
	size_t size = 0;
	unsigned number = 0;
	int result = ANALYSIS_DONE;

	if (trial.kind->open != NULL && trial.kind->open(&trial, reason) < 0)
		return ANALYSIS_WRONG_USE;
	game_init(&trial.game, variant);
	while (result == ANALYSIS_DONE && getline(&line, &size, script) >= 0) {
		number++;
		if (run_line(&trial, line, reason) < 0) {
			reason_prefix(reason, "line %u: ", number);
			result = ANALYSIS_ILLEGAL;
		}
	}
	if (trial.kind->close != NULL)
		trial.kind->close(&trial);
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		for (unsigned i = 0; i < GAME_PLANS; i++)
			forget_conditional(&trial.conditionals[seat][i]);
	analysis_undo_done(&trial);
	game_done(&trial.game);
	free(line);
	return result;
}
