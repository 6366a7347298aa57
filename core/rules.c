/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/rules.h"
#include "core/text.h"
#include "core/variant_data.h"

/* V8 */
enum {
	CLAIM_OCCURRENCES = 3,
	DRAWN_OCCURRENCES = 5,
	CLAIM_ROUNDS = 50,
	DRAWN_ROUNDS = 75,
};

static const struct outcome playing = {.status = STATUS_PLAYING};

static void
record_seat(struct event_list *record, enum event_kind kind, uint8_t seat, uint8_t by,
            const char *text)
{
	event_add(record, (struct event){
		.kind = kind,
		.side = NO_SIDE,
		.type = NO_TYPE,
		.seat = seat,
		.by = by,
		.from = NO_SQUARE,
		.to = NO_SQUARE,
		.text = text,
	});
}

static uint8_t
next_in_play(const struct variant *variant, const struct position *position, uint8_t seat)
{
	do
		seat = (uint8_t)((seat + 1) % variant->side_count);
	while (!(position->in_play >> seat & 1));
	return seat;
}

void
rules_result(const struct variant *variant, const struct outcome *outcome, struct text *out)
{
	const char *plus = "";

	if (outcome->status == STATUS_DRAWN)
		text_add(out, "draw");
	for (unsigned seat = 0; seat < variant->side_count; seat++) {
		if (outcome->status != STATUS_WON || !(outcome->winners >> seat & 1))
			continue;
		text_addf(out, "%s%s", plus, variant->sides[seat].name);
		plus = "+";
	}
}

/* Ends the game: nobody is to move any more. */
static struct outcome
end(const struct variant *variant, struct position *position, struct outcome outcome,
    struct event_list *record)
{
	struct text text;

	position_set_turn(position, NO_SIDE, NULL);
	if (record == NULL)
		return outcome;
	text_init(&text, 0);
	rules_result(variant, &outcome, &text);
	text_addf(&text, " %s", outcome.how);
	record_seat(record, EVENT_RESULT, NO_SIDE, NO_SIDE, text.bytes);
	text_done(&text);
	return outcome;
}

static struct outcome
drawn(const struct variant *variant, struct position *position, const char *how,
      struct event_list *record)
{
	return end(variant, position, (struct outcome){.status = STATUS_DRAWN, .how = how}, record);
}

/* A seat leaves the game; the last one in play has won (V11). */
static struct outcome
beaten(const struct variant *variant, struct position *position, uint8_t seat, const char *how,
       struct event_list *record)
{
	struct outcome won = {.status = STATUS_WON, .how = how};

	position_remove_seat(position, seat);
	won.winners = position->in_play;
	return end(variant, position, won, record);
}

/* The seat in position->turn has `moves` moves: is the game over for want of them, or of progress? */
static struct outcome
judge(const struct variant *variant, struct position *position, unsigned moves,
      struct event_list *record)
{
	uint8_t seat = position->turn;

	if (moves == 0 && move_in_check(variant, position, seat)) {
		record_seat(record, EVENT_BEATEN, seat, next_in_play(variant, position, seat),
		            "checkmate");
		return beaten(variant, position, seat, "checkmate", record);
	}
	if (moves == 0) {
		record_seat(record, EVENT_STALEMATE, seat, NO_SIDE, NULL);
		return drawn(variant, position, "stalemate", record);
	}
	if (position->quiet >= DRAWN_ROUNDS)
		return drawn(variant, position, "75-rounds", record);
	return playing;
}

/* Counts the position in, and draws at its fifth occurrence (V8). */
static struct outcome
judge_repetition(const struct variant *variant, struct position *position,
                 struct history *history, struct event_list *record)
{
	bool restarted = position->quiet == 0 && position->round == 0;
	unsigned times;

	history_add(history, position_key(variant, position), restarted);
	times = history_occurrences(history);
	if (times > 1 && record != NULL) {
		record_seat(record, EVENT_OCCURS, NO_SIDE, NO_SIDE, NULL);
		record->events[record->count - 1].number = times;
	}
	if (times >= DRAWN_OCCURRENCES)
		return drawn(variant, position, "repetition", record);
	return playing;
}

/* V6: rights against a side's pawns end when its seat's turn comes. */
static void
drop_passants(const struct variant *variant, struct position *position, struct event_list *record)
{
	for (uint8_t side = 0; side < variant->side_count; side++)
		if (position->controller[side] == position->turn &&
		    position->passant[side].over != NO_SQUARE)
			position_close_passant(position, side, record);
}

struct outcome
rules_first_turn(const struct variant *variant, struct position *position, struct history *history,
                 struct move_list *list_out, struct event_list *record)
{
	uint8_t seat = position->turn;
	struct outcome outcome;

	drop_passants(variant, position, record);
	move_generate(variant, position, list_out);
	outcome = judge(variant, position, list_out->count, record);
	if (outcome.status == STATUS_PLAYING) {
		position_set_turn(position, seat, record);
		if (history != NULL)
			outcome = judge_repetition(variant, position, history, record);
	}
	if (outcome.status != STATUS_PLAYING)
		list_out->count = 0;
	else if (record != NULL && move_in_check(variant, position, seat))
		record_seat(record, EVENT_CHECK, seat, NO_SIDE, NULL);
	return outcome;
}

struct outcome
rules_next_turn(const struct variant *variant, struct position *position, struct history *history,
                struct move_list *list_out, struct event_list *record)
{
	position->turn = next_in_play(variant, position, position->turn);
	return rules_first_turn(variant, position, history, list_out, record);
}

unsigned
rules_next_moves(const struct variant *variant, struct position *position,
                 struct move_list *list_out)
{
	position->turn = next_in_play(variant, position, position->turn);
	drop_passants(variant, position, NULL);
	if (position->quiet >= DRAWN_ROUNDS)
		return 0;
	if (list_out == NULL)
		return move_count(variant, position);
	move_generate(variant, position, list_out);
	return list_out->count;
}

struct outcome
rules_seat_leaves(const struct variant *variant, struct position *position,
                  struct history *history, uint8_t seat, const char *how,
                  struct move_list *list_out, struct event_list *record)
{
	(void)history;
	list_out->count = 0;
	record_seat(record, EVENT_BEATEN, seat, NO_SIDE, how);
	return beaten(variant, position, seat, how, record);
}

/* The squares a bishop can reach from `at` are those of one colour: file and rank summed, even or
 * odd. */
static unsigned
colour(const struct board *board, square at)
{
	return (board_file(board, at) + board_rank(board, at)) % 2;
}

static bool
goes_aslant_only(const struct reach *reach)
{
	unsigned straight = 1 << N | 1 << E | 1 << S | 1 << W;
	unsigned all = reach->slide_move | reach->slide_capture | reach->step_move |
	               reach->step_capture;

	return !(all & straight) && !reach->leap_move && !reach->leap_capture;
}

static bool
leaps_only(const struct reach *reach)
{
	return !(reach->slide_move | reach->slide_capture | reach->step_move | reach->step_capture);
}

/* Ruling 1: kings alone, one more knight, one more bishop, or bishops of one colour only. */
static bool
dead_position(const struct variant *variant, const struct position *position)
{
	unsigned others = 0, leapers = 0, colours = 0;

	if (__builtin_popcount(position->in_play) != 2)
		return false;
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		const struct reach *reach = &variant->sides[piece->side].reach[piece->type];

		if (piece->fate != ON_BOARD || piece->type == variant->royal)
			continue;
		others++;
		if (leaps_only(reach))
			leapers++;
		else if (goes_aslant_only(reach) && piece->type != variant->pawn)
			colours |= 1u << colour(&variant->board, piece->at);
		else
			return false;
	}
	return leapers == 0 ? colours != 3 : others == 1;
}

const char *
rules_draw_claim(const struct variant *variant, const struct position *position,
                 const struct history *history)
{
	if (position->turn == NO_SIDE)
		return NULL;
	if (history != NULL && history_occurrences(history) >= CLAIM_OCCURRENCES)
		return "repetition";
	if (position->quiet >= CLAIM_ROUNDS)
		return "50-rounds";
	if (dead_position(variant, position))
		return "dead-position";
	return NULL;
}
