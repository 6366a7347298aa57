/* SPDX-License-Identifier: MIT */
/* Moves given in advance against the game: whether they can be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/intent/intent_inner.h"
#include "core/order/order.h"
#include "core/phrase/phrase.h"
#include "core/variant/variant_data.h"

/* A game that is played on in mind. */
struct dream {
	struct game game;
	uint8_t seat;	/* whose intent it is */
	bool moved;	/* a move was made in it */
	unsigned turns; /* finished ones before it began */
	struct reason *why;
};

static const char *title(const struct game *game, unsigned seat)
{
	return phrase(variant_seat_title(game->variant, seat));
}

bool intent_is_asked(const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) == PART_AHEAD)
			return true;
	return false;
}

/* Its canonical text, and whose turn it was: of the turn that has just been made. */
static bool note_made(const struct game *game, struct intent_ply *ply)
{
	struct game_standing standing;
	const bool stands = game_standing(game, &standing);
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

/* Where one board is played on everybody waits for his turn; who sits there plays it. */
static enum verdict find_player(struct dream *dream, uint8_t seat, bool own, uint8_t *player_out)
{
	const struct game *game = &dream->game;
	const bool boards = game->variant->kind->boards;

	*player_out = boards ? seat : game_player(game);
	if (game->outcome.status != STATUS_PLAYING)
		reason_set(dream->why, "the game would be over before that");
	else if (!own && !boards && *player_out == dream->seat && !dream->moved)
		reason_set(dream->why, "it is your turn now: write your MOVE above it");
	else if (!own && *player_out == dream->seat)
		reason_set(dream->why, "there it would be your turn, and what you play yourself "
				       "stands behind THEN");
	else if (own ? *player_out != dream->seat : !boards && game->position.turn != seat)
		reason_set(dream->why, "it would be %s's turn there, not %s's",
			   title(game, game->position.turn), title(game, seat));
	else
		return ACCEPTED;
	return REFUSED;
}

/* One move is made in mind, and noted as it is played. */
static enum verdict dream_on(struct dream *dream, uint8_t seat, bool own, const char *move,
			     struct intent_ply *ply)
{
	struct event_list events;
	enum verdict verdict;
	uint8_t player;

	if (find_player(dream, seat, own, &player) == REFUSED)
		return REFUSED;
	event_list_init(&events);
	verdict = intent_decide(&dream->game, player, move, &events, dream->why);
	if (verdict == ACCEPTED)
		intent_happen(&dream->game, &events);
	if (verdict == ACCEPTED && !note_made(&dream->game, ply))
		verdict = reason_refuse(dream->why, "so long a move can't be given in advance");
	dream->moved = true;
	event_list_done(&events);
	return verdict;
}

/* "black MOVE e7-e5 THEN MOVE g1-f3" */
static enum verdict dream_line(struct dream *dream, const char *text, struct intent_line *line)
{
	const char *word;
	size_t len;

	line->count = 0;
	while (text_next_word(&text, &word, &len)) {
		bool own = len == 4 && memcmp(word, "THEN", len) == 0;
		char *name = base_strndup(word, len), *move;
		int seat = own ? (int)dream->seat : variant_seat_named(dream->game.variant, name);
		struct intent_ply *ply = &line->plies[line->count];
		enum verdict verdict = REFUSED;

		free(name);
		/* The word MOVE, and the move. */
		(void)text_next_word(&text, &word, &len);
		(void)text_next_word(&text, &word, &len);
		move = base_strndup(word, len);
		intent_settle(&dream->game);
		if (own)
			intent_note_board(&dream->game, line);
		if (line->count == INTENT_PLIES)
			reason_set(dream->why, "more than %d moves stand in one line",
				   INTENT_PLIES);
		else
			verdict = dream_on(dream, (uint8_t)seat, own, move, ply);
		if (verdict == REFUSED)
			reason_prefix(dream->why, "%s MOVE %s: ",
				      own ? "THEN"
					  : variant_seat_name(dream->game.variant, (unsigned)seat),
				      move);
		else if (!intent_same_board(&dream->game, ply->move, line->plies[0].move))
			verdict = reason_refuse(dream->why,
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

/* The plan that a line belongs to: that of its board. NULL: a seat has no so many boards. */
static struct intent *plan_of(struct dream *dream, const struct intent_line *line,
			      struct intent_list *given)
{
	for (unsigned i = 0; i < given->count; i++)
		if (intent_same_board(&dream->game, line->plies[0].move,
				      given->plans[i].lines[0].plies[0].move))
			return &given->plans[i];
	if (given->count == GAME_PLANS)
		return NULL;
	given->plans[given->count].turns = dream->turns;
	return &given->plans[given->count++];
}

static enum verdict add_line(struct dream *dream, const char *text, struct intent_list *given)
{
	struct intent_line line = {.count = 0};
	struct intent *plan;

	if (dream_line(dream, text, &line) == REFUSED)
		return REFUSED;
	plan = plan_of(dream, &line, given);
	if (plan == NULL || plan->count == INTENT_LINES)
		return reason_refuse(dream->why, "so many moves can't be given in advance");
	plan->lines[plan->count++] = line;
	return ACCEPTED;
}

static enum verdict dream_lines(struct dream *dream, const struct order_list *orders,
				struct intent_list *given)
{
	enum verdict verdict = ACCEPTED;
	unsigned lines = 0;

	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind != ORDER_AHEAD)
			continue;
		if (lines++ == INTENT_LINES)
			verdict = reason_refuse(dream->why,
						"at most %d lines can be given in advance",
						INTENT_LINES);
		else
			verdict = add_line(dream, order->text, given);
		if (verdict == REFUSED)
			reason_prefix(dream->why,
				      "Line %u can't be given in advance: ", order->line);
	}
	return verdict;
}

static enum verdict may_intend(const struct game *game, uint8_t seat, struct reason *why)
{
	if (!game->started)
		return reason_refuse(why, "The game hasn't begun yet.");
	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "The game is over; nothing can be played in it any "
					  "more.");
	if (!game_in_play(game, seat))
		return reason_refuse(why, "You are out of this game and have no move in it any "
					  "more.");
	if (game->paused != 0)
		return reason_refuse(why, "The game is paused: give moves in advance when it goes "
					  "on.");
	return ACCEPTED;
}

/* It must fit in its line. */
static enum verdict check_length(const struct variant *variant, const struct intent *plan,
				 struct reason *why)
{
	struct text text;
	size_t len;

	text_init(&text, 0);
	intent_print(variant, plan, &text);
	len = text.len + DIGEST_HEX;
	text_done(&text);
	return len < INTENT_TEXT_MAX
		       ? ACCEPTED
		       : reason_refuse(why, "so many moves can't be given in advance");
}

enum verdict intent_judge(const struct game *game, uint8_t seat, const struct order_list *orders,
			  const struct event_list *events, struct intent_list *given_out,
			  struct reason *why)
{
	struct dream dream = {.seat = seat, .why = why};
	struct intent_list *given = base_zalloc(1, sizeof *given);
	enum verdict verdict = may_intend(game, seat, why);

	if (verdict == ACCEPTED) {
		game_copy(&dream.game, game);
		intent_happen(&dream.game, events);
		intent_settle(&dream.game);
		dream.turns = dream.game.turns;
		verdict = dream_lines(&dream, orders, given);
		game_done(&dream.game);
	}
	for (unsigned i = 0; verdict == ACCEPTED && i < given->count; i++)
		verdict = check_length(game->variant, &given->plans[i], why);
	if (verdict == ACCEPTED)
		*given_out = *given;
	free(given);
	return verdict;
}
