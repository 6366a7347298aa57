/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/game/game_bookkeeping.h"
#include "core/variant/variant_data.h"

void game_note_turn(struct game *game, const struct entry_head *head, const struct event *event,
		    unsigned round)
{
	struct turn_record *record = &game->recent[game->turns++ % GAME_RECENT];

	*record = (struct turn_record){
		.entry = head->number,
		.number = game->turns,
		.round = round,
		.seat = event->seat,
		.step_count = game->step_count,
	};
	memcpy(record->steps, game->steps, game->step_count * sizeof *record->steps);
	if (event->text != NULL)
		strncat(record->text, event->text, sizeof record->text - 1);
	game->step_count = 0;
	game->questions[event->seat].entry = 0;
}

void game_note_sent(struct game *game, const struct entry_head *head, unsigned seat)
{
	if (seat < MAX_SEATS)
		game->sent[seat] = head->number;
}

/* Returns the player of that seat's turn, who may be its conqueror [beaten-armies]. */
static uint8_t player_of(const struct game *game, uint8_t seat)
{
	uint8_t player = game->position.controller[seat];

	return player < MAX_SEATS ? player : seat;
}

static void close_player_question(struct game *game, uint8_t seat)
{
	game->questions[player_of(game, seat)].entry = 0;
}

void game_note_beaten(struct game *game, const struct event *event)
{
	struct departure *out = &game->out[event->seat];

	out->round = game_round(game);
	out->by = event->by;
	snprintf(out->how, sizeof out->how, "%s", event->text ? event->text : "");
	game->questions[event->seat].entry = 0;
	game->offering = NO_SIDE;
	game->agreed = 0;
}

static void note_debt(struct game *game, const struct event *event)
{
	struct owing *owing = &game->owing[event->seat];
	const struct turn_record *last = game_recent(game, 0);

	if (event->number == 0) {
		*owing = (struct owing){.round = 0};
		return;
	}
	if (owing->round == 0)
		owing->round = last != NULL ? last->round : 1;
	owing->involved |= game->exchanged;
}

static int note_result(struct game *game, const struct event *event, struct reason *reason)
{
	struct outcome outcome;

	if (rules_read_outcome(game->variant, event->text ? event->text : "", &outcome, reason) < 0)
		return -1;
	game->outcome = outcome;
	game->position.turn = NO_SIDE;
	game->offering = NO_SIDE;
	game->agreed = 0;
	memset(game->questions, 0, sizeof game->questions);
	return 0;
}

/*
 * Applies what a move means apart from the board: earlier positions that can't recur, and the marks
 * of the turn.
 */
static void note_move(struct game *game, const struct event *event)
{
	game->restarted |= event->type == game->variant->pawn;
	if (game->step_count < (variant_turn_moves(game->variant) > 1 ? TURN_STEPS : 1))
		game->steps[game->step_count++] = (struct turn_step){event->from, event->to};
}

/* Marks the king's move, or the rook's if the king doesn't move. */
static void note_castle(struct game *game, const struct event *event)
{
	const struct position *position = &game->position;
	square at = position->pieces[position->king[event->side]].at;

	if (game->step_count == 0 && at != event->from)
		game->steps[game->step_count++] = (struct turn_step){event->from, at};
	else if (game->step_count == 0)
		game->steps[game->step_count++] = (struct turn_step){
			event->to,
			board_square_at(&game->variant->board, strchr(event->text, ' ') + 1, NULL)};
}

/*
 * Counts the position in which a seat's turn begins [same-position]. It is forgotten again if the
 * seat turns out to have no move.
 */
static void note_position(struct game *game, const struct entry_head *head)
{
	repetition_add(&game->history, repetition_key(game->variant, &game->position),
		       game->restarted);
	game->restarted = false;
	game->judged = head->number;
}

static void forget_position(struct game *game, const struct entry_head *head)
{
	if (game->judged == head->number && game->history.count > 0)
		game->history.count--;
	game->judged = 0;
}

int game_note(struct game *game, const struct entry_head *head, const struct event *event,
	      struct reason *reason)
{
	switch (event->kind) {
	case EVENT_START:
		game->started = true;
		break;
	case EVENT_MOVE:
		note_move(game, event);
		break;
	case EVENT_CASTLE:
		note_castle(game, event);
		break;
	case EVENT_CAPTURE:
		game->restarted = true;
		break;
	case EVENT_NO_PASSANT:
		if (game->judged == head->number && game->history.count > 0)
			game->history.keys[game->history.count - 1] =
				repetition_key(game->variant, &game->position);
		break;
	case EVENT_PLAYED:
		game_note_turn(game, head, event, game_round_of(game, event->seat));
		game_note_sent(game, head, player_of(game, event->seat));
		close_player_question(game, event->seat);
		break;
	case EVENT_TURN:
		if (event->seat != NO_SIDE)
			note_position(game, head);
		break;
	case EVENT_PASS:
	case EVENT_FREEZE:
	case EVENT_STALEMATE:
		forget_position(game, head);
		game->questions[event->seat].entry = 0;
		break;
	case EVENT_BEATEN:
		forget_position(game, head);
		game_note_beaten(game, event);
		break;
	case EVENT_EXCHANGE:
		if (game->position.exchange.involved != 0)
			game->exchanged = game->position.exchange.involved;
		break;
	case EVENT_OWE:
		note_debt(game, event);
		break;
	case EVENT_OFFER:
		game->offering = event->seat;
		game->agreed = (uint16_t)(1u << event->seat);
		break;
	case EVENT_AGREE:
		game->agreed |= (uint16_t)(1u << event->seat);
		break;
	case EVENT_NO_OFFER:
		game->offering = NO_SIDE;
		game->agreed = 0;
		break;
	case EVENT_ASK:
		game->questions[event->seat] = (struct question){
			.entry = head->number, .asked = head->when, .when = head->when};
		break;
	case EVENT_RESULT:
		return note_result(game, event, reason);
	default:
		break;
	}
	return 0;
}
