/* SPDX-License-Identifier: MIT */
/* Checks whether conditional moves are possible in the game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional_internal.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* A simulated continuation of a game. */
struct simulation {
	struct game game;
	uint8_t seat;	/* the seat whose conditional moves are checked */
	bool moved;	/* a move was made in it */
	unsigned turns; /* finished turns before it began */
	struct reason *why;
};

static const char *seat_title(const struct game *game, unsigned seat)
{
	return translate(variant_seat_title(game->variant, seat));
}

bool conditional_is_asked(const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) == PART_CONDITIONAL)
			return true;
	return false;
}

/* Records the canonical text of the turn just made, and whose turn it was. */
static bool record_made_move(const struct game *game, struct conditional_ply *ply)
{
	struct game_pending_turn standing;
	const bool stands = game_pending_turn(game, &standing);
	const struct turn_record *turn = game_recent(game, 0);
	const char *text = stands ? standing.text : turn != NULL ? turn->text : "";
	const size_t len = strcspn(text, " ");

	if (len == 0 || len >= sizeof ply->move)
		return false;
	memcpy(ply->move, text, len);
	ply->move[len] = '\0';
	ply->seat = stands ? standing.seat : turn->seat;
	return true;
}

/*
 * Finds the player who makes the next move. With one board, that must be the player of the seat
 * whose turn it is.
 */
static enum verdict find_player(struct simulation *simulation, uint8_t seat, bool own,
				uint8_t *player_out)
{
	const struct game *game = &simulation->game;
	const bool boards = game->variant->kind->boards;

	*player_out = boards ? seat : game_player(game);
	if (game->outcome.status != STATUS_PLAYING)
		reason_set(simulation->why, "the game would be over before that");
	else if (!own && !boards && *player_out == simulation->seat && !simulation->moved)
		reason_set(simulation->why, "it is your turn now: write your MOVE above it");
	else if (!own && *player_out == simulation->seat)
		reason_set(simulation->why,
			   "there it would be your turn; what you play yourself comes "
			   "after THEN");
	else if (own ? *player_out != simulation->seat : !boards && game->position.turn != seat)
		reason_set(simulation->why, "it would be %s's turn there, not %s's",
			   seat_title(game, game->position.turn), seat_title(game, seat));
	else
		return ACCEPTED;
	return REFUSED;
}

/* Simulates a move and records it as played. */
static enum verdict simulate_move(struct simulation *simulation, uint8_t seat, bool own,
				  const char *move, struct conditional_ply *ply)
{
	struct event_list events;
	enum verdict verdict;
	uint8_t player;

	if (find_player(simulation, seat, own, &player) == REFUSED)
		return REFUSED;
	event_list_init(&events);
	verdict = conditional_decide(&simulation->game, player, move, &events, simulation->why);
	if (verdict == ACCEPTED)
		conditional_apply_events(&simulation->game, &events);
	if (verdict == ACCEPTED && !record_made_move(&simulation->game, ply))
		verdict = reason_refuse(simulation->why,
					"the move is too long for a conditional move");
	simulation->moved = true;
	event_list_done(&events);
	return verdict;
}

/* Simulates a line such as "black MOVE e7-e5 THEN MOVE g1-f3". */
static enum verdict simulate_line(struct simulation *simulation, const char *text,
				  struct conditional_line *line)
{
	const char *word;
	size_t len;

	line->count = 0;
	while (strbuf_next_word(&text, &word, &len)) {
		bool own = len == 4 && memcmp(word, "THEN", len) == 0;
		char *name = base_strndup(word, len), *move;
		int seat = own ? (int)simulation->seat
			       : variant_seat_named(simulation->game.variant, name);
		struct conditional_ply *ply = &line->plies[line->count];
		enum verdict verdict = REFUSED;

		free(name);
		/* Skip the word MOVE, read the move. */
		(void)strbuf_next_word(&text, &word, &len);
		(void)strbuf_next_word(&text, &word, &len);
		move = base_strndup(word, len);
		conditional_settle(&simulation->game);
		if (own)
			conditional_note_board(&simulation->game, line);
		if (line->count == CONDITIONAL_PLIES)
			reason_set(simulation->why, "more than %d moves stand in one line",
				   CONDITIONAL_PLIES);
		else
			verdict = simulate_move(simulation, (uint8_t)seat, own, move, ply);
		if (verdict == REFUSED)
			reason_prefix(
				simulation->why, "%s MOVE %s: ",
				own ? "THEN"
				    : variant_seat_name(simulation->game.variant, (unsigned)seat),
				move);
		else if (!conditional_same_board(&simulation->game, ply->move, line->plies[0].move))
			verdict = reason_refuse(simulation->why,
						"a line is about one board, and %s is on another "
						"than its first move",
						ply->move);
		free(move);
		if (verdict == REFUSED)
			return REFUSED;
		line->count++;
	}
	return ACCEPTED;
}

/*
 * Finds or adds the plan for the line's board. Returns NULL if the seat can't have another board.
 */
static struct conditional *find_or_add_plan(struct simulation *simulation,
					    const struct conditional_line *line,
					    struct conditional_list *given)
{
	for (unsigned i = 0; i < given->count; i++)
		if (conditional_same_board(&simulation->game, line->plies[0].move,
					   given->plans[i].lines[0].plies[0].move))
			return &given->plans[i];
	if (given->count == GAME_PLANS)
		return NULL;
	given->plans[given->count].turns = simulation->turns;
	return &given->plans[given->count++];
}

static enum verdict add_line(struct simulation *simulation, const char *text,
			     struct conditional_list *given)
{
	struct conditional_line line = {.count = 0};
	struct conditional *plan;

	if (simulate_line(simulation, text, &line) == REFUSED)
		return REFUSED;
	plan = find_or_add_plan(simulation, &line, given);
	if (plan == NULL || plan->count == CONDITIONAL_LINES)
		return reason_refuse(simulation->why, "there are too many conditional moves");
	plan->lines[plan->count++] = line;
	return ACCEPTED;
}

static enum verdict simulate_lines(struct simulation *simulation, const struct order_list *orders,
				   struct conditional_list *given)
{
	enum verdict verdict = ACCEPTED;
	unsigned lines = 0;

	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind != ORDER_CONDITIONAL)
			continue;
		if (lines++ == CONDITIONAL_LINES)
			verdict = reason_refuse(simulation->why,
						"at most %d lines of conditional moves are "
						"possible",
						CONDITIONAL_LINES);
		else
			verdict = add_line(simulation, order->text, given);
		if (verdict == REFUSED)
			reason_prefix(simulation->why,
				      "Line %u can't be a conditional move: ", order->line);
	}
	return verdict;
}

static enum verdict may_intend(const struct game *game, uint8_t seat, struct reason *why)
{
	if (!game->started)
		return reason_refuse(why, "The game hasn't begun yet.");
	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "The game is over, so you can't play in it any more.");
	if (!game_in_play(game, seat))
		return reason_refuse(why, "You are out of this game, so you can't move in it any "
					  "more.");
	if (game->paused != 0)
		return reason_refuse(why, "The game is paused. Please send conditional moves when "
					  "it goes on.");
	return ACCEPTED;
}

static enum verdict check_length(const struct variant *variant, const struct conditional *plan,
				 struct reason *why)
{
	struct strbuf text;
	size_t len;

	strbuf_init(&text, 0);
	conditional_print(variant, plan, &text);
	len = text.len + SHA256_HEX;
	strbuf_done(&text);
	return len < CONDITIONAL_TEXT_MAX
		       ? ACCEPTED
		       : reason_refuse(why, "there are too many conditional moves");
}

enum verdict conditional_judge(const struct game *game, uint8_t seat,
			       const struct order_list *orders, const struct event_list *events,
			       struct conditional_list *given_out, struct reason *why)
{
	struct simulation simulation = {.seat = seat, .why = why};
	struct conditional_list *given = base_zalloc(1, sizeof *given);
	enum verdict verdict = may_intend(game, seat, why);

	if (verdict == ACCEPTED) {
		game_copy(&simulation.game, game);
		conditional_apply_events(&simulation.game, events);
		conditional_settle(&simulation.game);
		simulation.turns = simulation.game.turns;
		verdict = simulate_lines(&simulation, orders, given);
		game_done(&simulation.game);
	}
	for (unsigned i = 0; verdict == ACCEPTED && i < given->count; i++)
		verdict = check_length(game->variant, &given->plans[i], why);
	if (verdict == ACCEPTED)
		*given_out = *given;
	free(given);
	return verdict;
}
