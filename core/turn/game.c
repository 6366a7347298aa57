/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/turn/game.h"
#include "core/turn/game_times.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/variant/variant.h"
#include "core/variant/variant_data.h"

void game_init(struct game *game, const struct variant *variant)
{
	memset(game, 0, sizeof *game);
	game->variant = variant;
	position_start(variant, &game->position);
	if (variant_is_ring(variant)) {
		game->ring = ring_new(variant);
		game->position.turn = NO_SIDE;
	}
	if (variant_has_cards(variant)) {
		game->table = base_alloc(sizeof *game->table);
		table_init(game->table, book_of(variant, NULL), &game->position, NULL);
	}
	history_init(&game->history);
	game->offering = NO_SIDE;
	game->opened_to = NO_SIDE;
}

void game_done(struct game *game)
{
	history_done(&game->history);
	ring_free(game->ring);
	free(game->table);
}

void game_copy(struct game *to, const struct game *from)
{
	*to = *from;
	history_init(&to->history);
	history_copy(&to->history, &from->history);
	if (from->ring != NULL)
		to->ring = ring_copy(from->ring);
	if (from->table != NULL) {
		to->table = base_alloc(sizeof *to->table);
		table_copy(to->table, from->table);
	}
}

void game_know_lots(struct game *game, const char *id, const char *secret)
{
	struct lots *lots;

	if (game->table == NULL)
		return;
	lots = &game->table->lots;
	snprintf(lots->game, sizeof lots->game, "%s", id);
	snprintf(lots->secret, sizeof lots->secret, "%s", secret);
}

/* The round in which a turn of that seat falls: a new one begins when the turn has come round. */
static unsigned round_of(const struct game *game, uint8_t seat)
{
	const struct turn_record *last = game_recent(game, 0);

	return last == NULL ? 1 : last->round + (seat <= last->seat);
}

/* One more finished turn. The canonical text begins with the square its piece came from, which
 * tells a castling king from its rook. */
static void note_turn(struct game *game, const struct entry_head *head, const struct event *event,
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
	snprintf(record->text, sizeof record->text, "%s", event->text ? event->text : "");
	game->step_count = 0;
	game->questions[event->seat].entry = 0;
}

/* A conqueror is asked for the seat he plays [beaten-armies]. */
static void close_player(struct game *game, uint8_t seat)
{
	uint8_t player = game->position.controller[seat];

	if (player < MAX_SEATS)
		game->questions[player].entry = 0;
}

/* An offer was made at a table that is no more. */
static void note_beaten(struct game *game, const struct event *event)
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

/* What a move means beyond the board: what may recur, and where the last turn's mark goes. */
static void note_move(struct game *game, const struct event *event)
{
	game->restarted |= event->type == game->variant->pawn;
	if (game->step_count < (variant_turn_moves(game->variant) > 1 ? TURN_STEPS : 1))
		game->steps[game->step_count++] = (struct turn_step){event->from, event->to};
}

/* A seat's turn has begun: [same-position] counts the position, unless the seat turns out to have
 * no move. */
static void note_position(struct game *game, const struct entry_head *head)
{
	history_add(&game->history, history_key(game->variant, &game->position), game->restarted);
	game->restarted = false;
	game->judged = head->number;
}

static void forget_position(struct game *game, const struct entry_head *head)
{
	if (game->judged == head->number && game->history.count > 0)
		game->history.count--;
	game->judged = 0;
}

static bool is_of_gathering(enum event_kind kind)
{
	return event_trait(kind) == EVENT_OF_GATHERING;
}

/* What may stand before the start where words or decks are gathered: who says and sends them. */
static bool may_be_gathered(const struct game *game, const struct event *event)
{
	return game->table != NULL && (is_of_gathering(event->kind) || event->kind == EVENT_ORDER ||
				       event->kind == EVENT_SAY || event->kind == EVENT_ASK ||
				       event->kind == EVENT_SEALED);
}

static int check_seats(const struct game *game, const struct event *event, struct reason *reason)
{
	unsigned seats = variant_seats(game->variant);
	enum event_trait trait = event_trait(event->kind);

	if ((trait == EVENT_OF_A_SEAT && event->seat >= seats) ||
	    (event->seat != NO_SIDE && event->seat >= seats)) {
		reason_set(reason, "a fact names no seat of this game");
		return -1;
	}
	if (game->started ? event->kind == EVENT_START || is_of_gathering(event->kind)
			  : event->kind != EVENT_START && !may_be_gathered(game, event)) {
		reason_set(reason, game->started ? "the game starts, or gathers, when it has begun"
						 : "a fact stands before the game's start");
		return -1;
	}
	if (trait == EVENT_OF_THE_END && game->outcome.status == STATUS_PLAYING) {
		reason_set(reason, "secrets are published before the game is over");
		return -1;
	}
	return 0;
}

/* What a fact means for the game beyond the board, which has taken it already. */
static int note(struct game *game, const struct entry_head *head, const struct event *event,
		struct reason *reason)
{
	switch (event->kind) {
	case EVENT_START:
		game->started = true;
		break;
	case EVENT_MOVE:
		note_move(game, event);
		break;
	case EVENT_CAPTURE:
		game->restarted = true;
		break;
	case EVENT_NO_PASSANT:
		if (game->judged == head->number && game->history.count > 0)
			game->history.keys[game->history.count - 1] =
				history_key(game->variant, &game->position);
		break;
	case EVENT_PLAYED:
		note_turn(game, head, event, round_of(game, event->seat));
		close_player(game, event->seat);
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
		note_beaten(game, event);
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

/* A seat is asked board by board; its question is the newest of those it hasn't answered. */
static void find_questions(struct game *game)
{
	const struct ring *ring = game->ring;

	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		game->questions[seat].entry = 0;
	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];
		uint8_t seat = ring_mover(ring, i);

		if (seat != NO_SIDE && board->asked > game->questions[seat].entry)
			game->questions[seat] =
				(struct question){board->asked, board->asked_when,
						  board->asked_when, board->asked_digest};
	}
}

static void ask_on_boards(struct game *game, const struct entry_head *head, uint8_t seat)
{
	for (unsigned i = 0; i < game->ring->boards; i++) {
		struct ring_board *board = &game->ring->board[i];

		if (ring_mover(game->ring, i) != seat || board->asked != 0)
			continue;
		board->asked = head->number;
		board->asked_when = head->when;
		board->asked_digest.hex[0] = '\0';
	}
	find_questions(game);
}

/* What was asked on the board in hand is answered, or means nothing any more. */
static void close_question(struct game *game)
{
	game->ring->board[game->ring->at].asked = 0;
	find_questions(game);
}

/* What a fact of a ring means beyond its boards. Rounds are counted board by board. */
static int note_ring(struct game *game, const struct entry_head *head, const struct event *event,
		     struct reason *reason)
{
	switch (event->kind) {
	case EVENT_MOVE:
	case EVENT_PLACE:
		if (game->step_count == 0)
			game->steps[game->step_count++] =
				(struct turn_step){event->from, event->to};
		return 0;
	case EVENT_PLAYED:
		note_turn(game, head, event, (game->ring->board[game->ring->at].turns + 1) / 2);
		game->ring->played[event->seat] = head->number;
		close_question(game);
		return 0;
	case EVENT_ASK:
		ask_on_boards(game, head, event->seat);
		return 0;
	case EVENT_BEATEN:
		note_beaten(game, event);
		return 0;
	case EVENT_MATED:
	case EVENT_CLOSE:
	case EVENT_FRESH:
	case EVENT_CONQUER:
		close_question(game);
		return 0;
	case EVENT_START:
	case EVENT_RESULT:
		return note(game, head, event, reason);
	default:
		return 0;
	}
}

/* Who isn't waited for any more has nothing to answer. */
static void close_answered(struct game *game)
{
	uint16_t awaited = table_awaited(game->table);

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		if (!(awaited >> seat & 1))
			game->questions[seat].entry = 0;
}

/* What a fact of a game with cards means beyond its table. */
static int note_table(struct game *game, const struct entry_head *head, const struct event *event,
		      struct reason *reason)
{
	game->position = game->table->field.position;
	switch (event->kind) {
	case EVENT_MOVE:
	case EVENT_CARRY:
		if (game->step_count == 0)
			game->steps[game->step_count++] =
				(struct turn_step){event->from, event->to};
		return 0;
	case EVENT_ANEW:
		game->step_count = 0;
		return 0;
	case EVENT_PLAYED:
		note_turn(game, head, event, round_of(game, event->seat));
		return 0;
	case EVENT_OCCURS:
		history_add(&game->history, ways_key(game->table->book, &game->table->field),
			    false);
		return 0;
	case EVENT_STATE:
		close_answered(game);
		return 0;
	case EVENT_TURN:
	case EVENT_PASS:
	case EVENT_STALEMATE:
	case EVENT_NO_PASSANT:
	case EVENT_CAPTURE:
		return 0;
	default:
		return note(game, head, event, reason);
	}
}

int game_apply(struct game *game, const struct entry_head *head, const struct event *event,
	       struct reason *reason)
{
	if (event->kind == EVENT_DIAGRAM)
		return 0;
	if (check_seats(game, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_ORDER || event->kind == EVENT_MOVE || event->kind == EVENT_CAPTURE)
		game->judged = 0;
	if (game->ring == NULL && event_trait(event->kind) == EVENT_OF_RING) {
		reason_set(reason, "a fact of a ring stands in the file of another game");
		return -1;
	}
	if (game->ring != NULL)
		return ring_apply(game->variant, game->ring, head->number, event, reason) < 0
			       ? -1
			       : note_ring(game, head, event, reason);
	if (game->table != NULL)
		return table_apply(game->table, event, reason) < 0 ||
				       note_table(game, head, event, reason) < 0
			       ? -1
			       : game_times_note(game, head, event, reason);
	if (position_apply(game->variant, &game->position, event, reason) < 0)
		return -1;
	return note(game, head, event, reason);
}

void game_close_entry(struct game *game, unsigned entry, const struct digest *digest)
{
	struct ring *ring = game->ring;

	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		if (game->questions[seat].entry == entry)
			game->questions[seat].digest = *digest;
	for (unsigned i = 0; ring != NULL && i < ring->boards; i++) {
		if (ring->board[i].asked == entry)
			ring->board[i].asked_digest = *digest;
		if (ring->played[i] == entry)
			ring->played_digest[i] = *digest;
	}
}

uint8_t game_player(const struct game *game)
{
	uint8_t turn = game->position.turn;

	if (!game->started || turn >= variant_seats(game->variant))
		return NO_SIDE;
	return game->position.controller[turn] < variant_seats(game->variant)
		       ? game->position.controller[turn]
		       : turn;
}

bool game_in_play(const struct game *game, unsigned seat)
{
	return (game->ring ? game->ring->in_play : game->position.in_play) >> seat & 1;
}

bool game_is_crowded(const struct game *game)
{
	return variant_seats(game->variant) > 2;
}

unsigned game_round(const struct game *game)
{
	const struct turn_record *last = game_recent(game, 0);

	return game->position.turn < MAX_SEATS ? round_of(game, game->position.turn)
	       : last != NULL		       ? last->round
					       : 1;
}

const struct turn_record *game_recent(const struct game *game, unsigned back)
{
	if (back >= game->turns || back >= GAME_RECENT)
		return NULL;
	return &game->recent[(game->turns - 1 - back) % GAME_RECENT];
}
