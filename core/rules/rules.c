/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/position/move_armies.h"
#include "core/rules/draws.h"
#include "core/rules/movegen.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static const struct outcome playing = {.status = STATUS_PLAYING};

static void record_seat(struct event_list *record, enum event_kind kind, uint8_t seat, uint8_t by,
			const char *text)
{
	struct event event = event_about(kind, seat, 0, text);

	event.by = by;
	event_add(record, event);
}

uint8_t rules_next_seat(const struct variant *variant, const struct position *position,
			uint8_t seat)
{
	do
		seat = (uint8_t)((seat + 1) % variant->side_count);
	while (!move_seat_takes_turns(variant, position, seat));
	return seat;
}

void rules_result(const struct variant *variant, const struct outcome *outcome, struct strbuf *out)
{
	if (outcome->status == STATUS_DRAWN)
		strbuf_add(out, "draw");
	if (outcome->status == STATUS_WON)
		variant_print_seats(variant, outcome->winners, out);
}

/* Ends the game. No seat is to move any more. */
static struct outcome end_game(const struct variant *variant, struct position *position,
			       struct outcome outcome, struct event_list *record)
{
	struct strbuf text;

	position_set_turn(position, NO_SIDE, NULL);
	if (record == NULL)
		return outcome;
	strbuf_init(&text, 0);
	rules_result(variant, &outcome, &text);
	strbuf_addf(&text, " %s", outcome.how);
	record_seat(record, EVENT_RESULT, NO_SIDE, NO_SIDE, text.bytes);
	strbuf_done(&text);
	return outcome;
}

struct outcome rules_draw(const struct variant *variant, struct position *position, const char *how,
			  struct event_list *record)
{
	return end_game(variant, position, (struct outcome){.status = STATUS_DRAWN, .how = how},
			record);
}

/* Reports whether all seats in play are of one team [last-in-play-wins]. Then that team has won. */
static bool is_decided(const struct variant *variant, const struct position *position,
		       struct outcome *won_out)
{
	uint16_t members = 0;
	uint8_t team;

	/* Possible if a set-up position had only one seat. */
	if (position->in_play == 0) {
		won_out->status = STATUS_DRAWN;
		return true;
	}
	team = variant->sides[__builtin_ctz(position->in_play)].team;
	for (unsigned seat = 0; seat < variant->side_count; seat++)
		if (variant->sides[seat].team == team)
			members |= (uint16_t)(1u << seat);
	won_out->status = STATUS_WON;
	won_out->winners = members; /* [team-wins-whole]: including beaten partners */
	return (position->in_play & ~members) == 0;
}

uint8_t rules_conqueror(const struct variant *variant, const struct position *position,
			uint8_t victim, uint16_t checkers)
{
	uint8_t best = NO_SIDE;

	for (unsigned i = 1; i < variant->side_count; i++) {
		uint8_t seat = (uint8_t)((victim + variant->side_count - i) % variant->side_count);

		if (checkers >> seat & 1 &&
		    (best == NO_SIDE || position->moved_at[seat] > position->moved_at[best]))
			best = seat;
	}
	return best;
}

struct outcome rules_beat(const struct variant *variant, struct position *position, uint8_t seat,
			  uint8_t by, const char *how, struct event_list *record)
{
	struct outcome won = {.how = how};

	move_seat_beaten(position, seat, by, how, record);
	if (is_decided(variant, position, &won))
		return end_game(variant, position, won, record);
	move_seat_leave(variant, position, seat, by, record);
	position_close_round(position, record);
	return playing;
}

/*
 * [exchange-round], [round-length]: reduces the rest of the running round by one turn, including
 * turns that were passed or lost. At its end, the seats without a part in an exchange owe the least
 * worth lost in it; nothing if only kings were lost.
 */
static void advance_exchange(const struct variant *variant, struct position *position,
			     struct event_list *record)
{
	struct exchange round = position->exchange;

	if (round.left == 0)
		return;
	round.left--;
	position_set_exchange(variant, position, round, record);
	if (round.left > 0 || __builtin_popcount(round.lost) < 2 || round.weakest == 0)
		return;
	for (uint8_t seat = 0; seat < variant->side_count; seat++)
		if (position->in_play >> seat & 1 && !(round.involved >> seat & 1))
			position_set_debt(position, seat,
					  (uint16_t)(position->debts[seat] + round.weakest),
					  record);
}

/*
 * Makes the seat to move lose its turn: if mated, it is frozen until its next turn [frozen-seat];
 * otherwise it passes.
 */
static void lose_turn(struct position *position, bool mated, struct event_list *record)
{
	if (mated) {
		position_freeze(position, position->turn, record);
		return;
	}
	if (position->frozen >> position->turn & 1)
		position_thaw(position, position->turn, record);
	position_pass(position, position->turn, record);
}

/*
 * Handles a seat in position->turn that has no move. Doesn't change position->turn if a conqueror
 * continues that seat's turn [role-at-once]. `passed` is the set of seats that have passed since
 * the last move.
 */
static struct outcome handle_no_moves(const struct variant *variant, struct position *position,
				      uint16_t *passed, struct event_list *record)
{
	uint8_t seat = position->turn;
	bool in_play = position->in_play >> seat & 1, all = true;
	bool mated = in_play && movegen_in_check(variant, position, seat);

	if (mated && !variant->peterson.capture) {
		uint16_t checkers = movegen_checkers(variant, position, seat);
		uint8_t by = rules_conqueror(variant, position, seat, checkers);
		struct outcome outcome =
			rules_beat(variant, position, seat, by, "checkmate", record);

		if (outcome.status == STATUS_PLAYING &&
		    !move_seat_takes_turns(variant, position, seat))
			position->turn = rules_next_seat(variant, position, seat);
		return outcome;
	}
	if (!mated && in_play &&
	    (variant->stalemate_draws || __builtin_popcount(position->in_play) == 2)) {
		record_seat(record, EVENT_STALEMATE, seat, NO_SIDE, NULL);
		return rules_draw(variant, position, "stalemate", record);
	}
	lose_turn(position, mated, record);
	position_close_round(position, record);
	advance_exchange(variant, position, record);
	*passed |= (uint16_t)(1u << seat);
	for (uint8_t other = 0; other < variant->side_count; other++)
		all = all &&
		      (*passed >> other & 1 || !move_seat_takes_turns(variant, position, other));
	if (all)
		return rules_draw(variant, position, "passes", record);
	position->turn = rules_next_seat(variant, position, seat);
	return playing;
}

/* Counts the position, and ends the game as drawn if it has occurred too often. */
static struct outcome judge_repetition(const struct variant *variant, struct position *position,
				       struct history *history, struct event_list *record)
{
	bool restarted = position->quiet == 0 && position->round == 0;
	const char *how;

	repetition_add(history, repetition_key(variant, position), restarted);
	how = draws_by_repetition(history, DRAWS_REPORT_REPEATED, record);
	return how == NULL || history->played_on ? playing
						 : rules_draw(variant, position, how, record);
}

/*
 * Reports whether the seat to move has a turn. Results that aren't NULL also get its moves, their
 * number, and whether it is in check.
 */
static bool has_turn(const struct variant *variant, const struct position *position,
		     struct move_list *list_out, unsigned *moves_out, bool *checked_out)
{
	if (list_out == NULL && moves_out == NULL && position->debts[position->turn] == 0)
		return movegen_any(variant, position, checked_out);
	if (checked_out != NULL)
		*checked_out = movegen_in_check(variant, position, position->turn);
	if (list_out != NULL)
		movegen_generate(variant, position, list_out);
	if (moves_out != NULL)
		*moves_out = list_out ? list_out->count : movegen_count(variant, position);
	if (position->debts[position->turn] > 0)
		return peterson_has_turn(variant, position);
	return list_out != NULL ? list_out->count > 0 : *moves_out > 0;
}

/*
 * Finds the first seat, from position->turn on, that has a turn. Calls mates and passes on the way.
 * Results that aren't NULL get its moves, their number, and whether it is in check.
 */
static struct outcome find_mover(const struct variant *variant, struct position *position,
				 const struct history *history, struct move_list *list_out,
				 unsigned *moves_out, bool *checked_out, struct event_list *record)
{
	struct outcome outcome = playing;
	uint16_t passed = 0;

	while (outcome.status == STATUS_PLAYING) {
		const char *how =
			history != NULL && history->played_on ? NULL : draws_by_rounds(position);
		bool able;

		/*
		 * [en-passant-right]: ends rights against a side's pawns when it is the turn of the
		 * seat that moves them.
		 */
		for (uint8_t side = 0; side < variant->side_count; side++) {
			if (move_seat_of(variant, position, side) == position->turn &&
			    position->passant[side].over != NO_SQUARE)
				position_close_passant(position, side, record);
		}
		able = has_turn(variant, position, list_out, moves_out, checked_out);
		if (able && position->frozen >> position->turn & 1)
			position_thaw(position, position->turn, record);
		if (able && how != NULL)
			outcome = rules_draw(variant, position, how, record);
		else if (able)
			return outcome;
		else
			outcome = handle_no_moves(variant, position, &passed, record);
	}
	if (moves_out != NULL)
		*moves_out = 0;
	return outcome;
}

struct outcome rules_first_turn(const struct variant *variant, struct position *position,
				struct history *history, struct move_list *list_out,
				struct event_list *record)
{
	bool checked = false;
	struct outcome outcome = find_mover(variant, position, history, list_out, NULL,
					    record != NULL ? &checked : NULL, record);

	if (outcome.status == STATUS_PLAYING) {
		position_set_turn(position, position->turn, record);
		if (history != NULL)
			outcome = judge_repetition(variant, position, history, record);
	}
	if (outcome.status != STATUS_PLAYING && list_out != NULL)
		list_out->count = 0;
	if (outcome.status == STATUS_PLAYING && checked)
		record_seat(record, EVENT_CHECK, position->turn, NO_SIDE, NULL);
	return outcome;
}

/*
 * Ends a turn with a move. The next seat's turn begins, unless the last opponent's king was
 * captured.
 */
static struct outcome end_turn(const struct variant *variant, struct position *position,
			       struct event_list *record)
{
	struct outcome won = {.how = "king-captured"};

	if (variant->peterson.capture && is_decided(variant, position, &won))
		return end_game(variant, position, won, record);
	advance_exchange(variant, position, record);
	position->turn = rules_next_seat(variant, position, position->turn);
	return playing;
}

struct outcome rules_next_turn(const struct variant *variant, struct position *position,
			       struct history *history, struct move_list *list_out,
			       struct event_list *record)
{
	struct outcome outcome = end_turn(variant, position, record);

	if (outcome.status == STATUS_PLAYING)
		return rules_first_turn(variant, position, history, list_out, record);
	if (list_out != NULL)
		list_out->count = 0;
	return outcome;
}

unsigned rules_next_moves(const struct variant *variant, struct position *position,
			  struct move_list *list_out)
{
	unsigned moves;

	if (end_turn(variant, position, NULL).status != STATUS_PLAYING)
		return 0;
	find_mover(variant, position, NULL, list_out, &moves, NULL, NULL);
	return moves;
}

struct outcome rules_seat_leaves(const struct variant *variant, struct position *position,
				 struct history *history, uint8_t seat, const char *how,
				 struct move_list *list_out, struct event_list *record)
{
	struct outcome outcome = rules_beat(variant, position, seat, NO_SIDE, how, record);

	if (list_out != NULL)
		list_out->count = 0;
	if (outcome.status != STATUS_PLAYING)
		return outcome;
	if (!move_seat_takes_turns(variant, position, position->turn))
		position->turn = rules_next_seat(variant, position, position->turn);
	return rules_first_turn(variant, position, history, list_out, record);
}
