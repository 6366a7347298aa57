/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/position/move_seat.h"
#include "core/rules/draws.h"
#include "core/rules/movegen.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/base/text.h"
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

void rules_result(const struct variant *variant, const struct outcome *outcome, struct text *out)
{
	if (outcome->status == STATUS_DRAWN)
		text_add(out, "draw");
	if (outcome->status == STATUS_WON)
		variant_print_seats(variant, outcome->winners, out);
}

/* Ends the game: nobody is to move any more. */
static struct outcome end(const struct variant *variant, struct position *position,
			  struct outcome outcome, struct event_list *record)
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

struct outcome rules_draw(const struct variant *variant, struct position *position, const char *how,
			  struct event_list *record)
{
	return end(variant, position, (struct outcome){.status = STATUS_DRAWN, .how = how}, record);
}

/* Whether the seats in play are all of one team, or one alone [last-in-play-wins]; then that team
 * has won. */
static bool decided(const struct variant *variant, const struct position *position,
		    struct outcome *won_out)
{
	uint16_t members = 0;
	uint8_t team;

	/* A set-up may have had one seat alone. */
	if (position->in_play == 0) {
		won_out->status = STATUS_DRAWN;
		return true;
	}
	team = variant->sides[__builtin_ctz(position->in_play)].team;
	for (unsigned seat = 0; seat < variant->side_count; seat++)
		if (variant->sides[seat].team == team)
			members |= (uint16_t)(1u << seat);
	won_out->status = STATUS_WON;
	won_out->winners = members; /* [team-wins-whole]: beaten partners too */
	return (position->in_play & ~members) == 0;
}

/* [who-mated]: of those who give check the one who moved last; else the nearest before the
 * victim. */
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

/* A seat leaves the game, its armies to `by` if that is how the game is played [beaten-armies]. */
struct outcome rules_beat(const struct variant *variant, struct position *position, uint8_t seat,
			  uint8_t by, const char *how, struct event_list *record)
{
	struct outcome won = {.how = how};

	move_seat_beaten(position, seat, by, how, record);
	if (decided(variant, position, &won))
		return end(variant, position, won, record);
	move_seat_leave(variant, position, seat, by, record);
	position_close_round(position, record);
	return playing;
}

/* [exchange-round], [round-length]: one turn less of the running round, a turn that was passed by
 * or lost included. At its end who had no part in an exchange owes what was worth least in it;
 * nobody, if that were kings. */
static void run_exchange(const struct variant *variant, struct position *position,
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

/* The seat to move is mated and frozen until its next turn [frozen-seat], or passes. */
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

/* The seat in position->turn has no move. Leaves position->turn as it is when that seat's turn goes
 * on in a conqueror's hands [role-at-once]. `passed` is the set of seats that passed since somebody
 * moved. */
static struct outcome without_moves(const struct variant *variant, struct position *position,
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
	run_exchange(variant, position, record);
	*passed |= (uint16_t)(1u << seat);
	for (uint8_t other = 0; other < variant->side_count; other++)
		all = all &&
		      (*passed >> other & 1 || !move_seat_takes_turns(variant, position, other));
	if (all)
		return rules_draw(variant, position, "passes", record);
	position->turn = rules_next_seat(variant, position, seat);
	return playing;
}

/* Counts the position in, and draws if it has come again too often. */
static struct outcome judge_repetition(const struct variant *variant, struct position *position,
				       struct history *history, struct event_list *record)
{
	bool restarted = position->quiet == 0 && position->round == 0;
	const char *how;

	history_add(history, history_key(variant, position), restarted);
	how = draws_by_repetition(history, DRAWS_TELL_AGAIN, record);
	return how == NULL ? playing : rules_draw(variant, position, how, record);
}

/* [en-passant-right]: rights against a side's pawns end when the turn comes round to the seat that
 * moves them. */
static void drop_passants(const struct variant *variant, struct position *position,
			  struct event_list *record)
{
	for (uint8_t side = 0; side < variant->side_count; side++) {
		if (move_seat_of(variant, position, side) == position->turn &&
		    position->passant[side].over != NO_SQUARE)
			position_close_passant(position, side, record);
	}
}

/* Whether the seat to move has a turn; its moves are listed and counted where that is asked for,
 * and whether it is in check. */
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

/* From position->turn on, finds the first seat that has a turn, and says how many moves and whether
 * it is in check; what is NULL isn't asked. Mates and passes are called on the way. */
static struct outcome find_mover(const struct variant *variant, struct position *position,
				 struct move_list *list_out, unsigned *moves_out, bool *checked_out,
				 struct event_list *record)
{
	struct outcome outcome = playing;
	uint16_t passed = 0;

	while (outcome.status == STATUS_PLAYING) {
		const char *how = draws_by_rounds(position);
		bool able;

		drop_passants(variant, position, record);
		able = has_turn(variant, position, list_out, moves_out, checked_out);
		if (able && position->frozen >> position->turn & 1)
			position_thaw(position, position->turn, record);
		if (able && how != NULL)
			outcome = rules_draw(variant, position, how, record);
		else if (able)
			return outcome;
		else
			outcome = without_moves(variant, position, &passed, record);
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
	struct outcome outcome = find_mover(variant, position, list_out, NULL,
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

/* A turn with a move is over: the next seat's begins, unless the last opponent's king was captured.
 */
static struct outcome end_turn(const struct variant *variant, struct position *position,
			       struct event_list *record)
{
	struct outcome won = {.how = "king-captured"};

	if (variant->peterson.capture && decided(variant, position, &won))
		return end(variant, position, won, record);
	run_exchange(variant, position, record);
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
	find_mover(variant, position, list_out, &moves, NULL, NULL);
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
