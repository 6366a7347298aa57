/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_turn.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/mate_escape.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/position/move_armies.h"
#include "core/rules/draws.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

enum { TURN_LINE_MAX = 400 };

static void note_seat(struct event_list *record, enum event_kind kind, uint8_t seat,
		      uint32_t number)
{
	event_add(record, event_about(kind, seat, number, NULL));
}

/* Reports whether the card is played in the open turn, which is evaluated again. */
static bool is_in_script(const struct card_state *table, uint8_t seat, uint16_t copy)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (table->actions[i].seat == seat && table->actions[i].copy == copy &&
		    table->actions[i].fate != ACTION_RETURNED)
			return true;
	return false;
}

/* Removes the hand from the game, or puts it on the common discards [hand-of-who-left]. */
static void clear_hand(struct card_state *table, uint8_t seat, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++)
		if (!is_in_script(table, seat, copies[i]))
			state_events_set_aside(table, copies[i], record);
}

void turn_cycle_clear_gone(struct card_state *table, struct event_list *record)
{
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (!(table->field.position.in_play >> seat & 1))
			clear_hand(table, seat, record);
}

/* Opens a turn, with the present board and piles as its beginning. */
static void open_turn(struct card_state *table, struct event_list *record)
{
	table->now.settled = table->now.played = table->now.window = 0;
	table->now.state = TURN_OPEN;
	table->now.no_card = false;
	state_events_set_ahead(table, &(struct ahead){"", ""}, record);
	turn_cycle_clear_gone(table, record);
	state_events_settle(table, SETTLE_TURN, record);
}

static void end_if_decided(struct card_state *table)
{
	struct position *position = &table->field.position;

	if (table->outcome.status == STATUS_PLAYING)
		return;
	position->turn = NO_SIDE;
	table->now.phase = PHASE_OVER;
	table->now.window = 0;
	table->now.demanded = NO_SIDE;
	table->now.demand = NO_ACTION;
}

static void draw_game(struct card_state *table, const char *how, struct event_list *record)
{
	table->outcome = rules_draw(table->book->variant, &table->field.position, how, record);
	end_if_decided(table);
}

/* Removes a seat's hand and pile from the game, and ends effects whose piece is gone
 * [hand-of-who-left]. */
static void clear_cards_and_effects(struct card_state *table, uint8_t seat,
				    struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	unsigned count;

	clear_hand(table, seat, record);
	count = table->piles.common ? 0 : piles_list(&table->piles, ZONE_DRAW, seat, copies);
	for (unsigned i = 0; i < count; i++)
		state_events_set_aside(table, copies[i], record);
	for (unsigned i = 0; i < table->field.effect_count;) {
		const struct effect *effect = &table->field.effects[i];
		const struct piece *piece =
			&table->field.position.pieces[effect->piece % MAX_PIECES];

		if (effect->piece != NO_PIECE && piece->fate == GONE)
			card_board_end_effect(table->book, &table->field, effect->serial, record);
		else
			i++;
	}
	action_script_sweep(table, record);
}

void turn_cycle_beat(struct card_state *table, uint8_t seat, uint8_t by, const char *how,
		     struct event_list *record)
{
	table->outcome =
		rules_beat(table->book->variant, &table->field.position, seat, by, how, record);
	end_if_decided(table);
	if (table->outcome.status != STATUS_PLAYING)
		return;
	card_board_refresh(table->book, &table->field);
	clear_cards_and_effects(table, seat, record);
}

/* Beats a seat that is mated in its turn. The turn goes on in a conqueror's hands, or passes on
 * [role-at-once]. */
static void beat_mated(struct card_state *table, uint8_t seat, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;
	uint16_t checkers = card_movegen_checkers(table->book, &table->field, seat);

	turn_cycle_beat(table, seat, rules_conqueror(variant, position, seat, checkers),
			"checkmate", record);
	if (table->outcome.status == STATUS_PLAYING &&
	    !move_seat_takes_turns(variant, position, seat))
		position->turn = rules_next_seat(variant, position, seat);
}

/* Passes over a seat that has no move, or has lost its turn. Effects that bound it end. Returns
 * true if all seats have passed in one round. */
static bool pass_over(struct card_state *table, uint16_t *passed, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;
	uint8_t seat = position->turn;
	bool all = true;

	continuous_turn_ends(table->book, &table->field, seat, record);
	position_pass(position, seat, record);
	position_close_round(position, record);
	*passed |= (uint16_t)(1u << seat);
	for (uint8_t other = 0; other < variant->side_count; other++)
		all = all &&
		      (*passed >> other & 1 || !move_seat_takes_turns(variant, position, other));
	position->turn = rules_next_seat(variant, position, seat);
	return all;
}

/* Does the same, with a draw if all have passed. Returns whether the game goes on. */
static bool pass_over_or_draw(struct card_state *table, uint16_t *passed, struct event_list *record)
{
	if (!pass_over(table, passed, record))
		return true;
	draw_game(table, "passes", record);
	return false;
}

/* Reports whether the king returns from Under Elf Hill now: its player is asked where (C: Under Elf
 * Hill). *stuck_out: it must return but can't. */
static bool demand_king_return(struct card_state *table, bool *stuck_out)
{
	uint8_t seat = table->field.position.turn;
	const struct effect *effect = card_board_asking(table->book, &table->field, seat, true);
	struct effect_context context = {
		.book = table->book,
		.field = &table->field,
		.player = seat,
		.mover = seat,
		.copy = NO_COPY,
		.play = &(const struct play){.card = NO_CARD},
	};

	*stuck_out = false;
	if (effect == NULL)
		return false;
	context.card = &table->book->set->cards[effect->card];
	if (context.card->effect->demand == NULL)
		return false;
	table->now.demanded = context.card->effect->demand->asks(&context, 0);
	table->now.demand = NO_ACTION;
	*stuck_out = table->now.demanded == NO_SIDE;
	return table->now.demanded != NO_SIDE;
}

/* Counts the position, effects included, and ends the game if it is a draw [draw-by-repetition].
 * Returns whether it is. */
static bool record_and_check_repetition(struct card_state *table, struct event_list *record)
{
	const char *how = draws_by_rounds(&table->field.position);

	if (how == NULL && table->history != NULL) {
		/* No position becomes impossible: cards bring captured pieces back. */
		repetition_add(table->history, card_movegen_key(table->book, &table->field), false);
		/* The first time is recorded, too, because replay counts by these events. */
		how = draws_by_repetition(table->history, DRAWS_REPORT_ALL, record);
	}
	if (how != NULL)
		draw_game(table, how, record);
	return how != NULL;
}

/* Opens the turn of a seat that is to move. */
static void open_move(struct card_state *table, struct event_list *record)
{
	if (record_and_check_repetition(table, record))
		return;
	if (card_movegen_in_check(table->book, &table->field, table->field.position.turn))
		note_seat(record, EVENT_CHECK, table->field.position.turn, 0);
	table->now.phase = PHASE_MOVE;
	open_turn(table, record);
}

/* Handles a seat in turn that has neither a move nor a card that saves it. Returns true if the game
 * goes on with another seat. */
static bool handle_stalemate(struct card_state *table, uint16_t *passed, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;

	if (variant->stalemate_draws || __builtin_popcount(position->in_play) == 2) {
		note_seat(record, EVENT_STALEMATE, position->turn, 0);
		draw_game(table, "stalemate", record);
		return false;
	}
	return pass_over_or_draw(table, passed, record);
}

/* Reports whether a seat whose king has returned, and which can't move, has a turn: as long as it
 * holds any card, the game waits for it [turn-without-move]. */
static bool has_turn_without_move(const struct card_state *table, uint8_t seat)
{
	return card_ruleset_is_third(table->book) && table->now.king_back &&
	       piles_size(&table->piles, ZONE_HAND, seat) > 0 &&
	       !card_movegen_in_check(table->book, &table->field, seat);
}

/* Judges the seat in turn after its due effects have happened. Returns true if the turn passes
 * on. */
static bool judge_turn(struct card_state *table, uint16_t *passed, struct event_list *record)
{
	struct position *position = &table->field.position;
	uint8_t seat = position->turn;
	bool in_play = position->in_play >> seat & 1;

	continuous_turn_begins(table->book, &table->field, seat, record);
	action_script_sweep(table, record);
	if (card_movegen_any_move(table->book, &table->field, seat) ||
	    (in_play && (has_turn_without_move(table, seat) || mate_escape_exists(table, seat)))) {
		open_move(table, record);
		return false;
	}
	if (in_play && card_movegen_in_check(table->book, &table->field, seat)) {
		beat_mated(table, seat, record);
		return table->outcome.status == STATUS_PLAYING;
	}
	if (!in_play || table->now.king_back) {
		/* If the king has returned and nothing can move, it is only a turn without a
		 * move. */
		return pass_over_or_draw(table, passed, record);
	}
	return handle_stalemate(table, passed, record);
}

/* Reports whether the turn that has begun is lost, although its due effects have happened
 * [lost-turn]. */
static bool is_turn_lost(struct card_state *table)
{
	return card_board_effect_on(&table->field, EFFECT_LOST, table->field.position.turn) != NULL;
}

static void run_turns(struct card_state *table, bool returned, struct event_list *record)
{
	uint16_t passed = 0;

	while (table->outcome.status == STATUS_PLAYING) {
		uint8_t seat = table->field.position.turn;
		bool stuck = false, on;

		table->now.demanded = NO_SIDE;
		table->now.demand = NO_ACTION;
		if (!returned) {
			table->now.king_back = false;
			card_board_begin_turn(table->book, &table->field, seat, record);
			action_script_sweep(table, record);
			if (demand_king_return(table, &stuck)) {
				table->now.phase = PHASE_DEMAND;
				open_turn(table, record);
				break;
			}
		}
		returned = false;
		on = is_turn_lost(table) ? pass_over_or_draw(table, &passed, record)
		     : stuck		 ? handle_stalemate(table, &passed, record)
					 : judge_turn(table, &passed, record);
		if (!on)
			break;
	}
	state_events_note_state(table, record);
}

void turn_cycle_begin(struct card_state *table, struct event_list *record)
{
	run_turns(table, false, record);
}

void turn_cycle_begun(struct card_state *table, struct event_list *record)
{
	table->now.king_back = true;
	run_turns(table, true, record);
}

void turn_cycle_stuck(struct card_state *table, struct event_list *record)
{
	uint8_t seat = table->field.position.turn;
	uint16_t passed = 0;
	bool on;

	if (card_movegen_in_check(table->book, &table->field, seat)) {
		beat_mated(table, seat, record);
		on = table->outcome.status == STATUS_PLAYING;
	} else if (table->now.king_back) {
		/* As at the beginning of a turn, this is only a turn without a move. */
		on = pass_over_or_draw(table, &passed, record);
	} else {
		on = handle_stalemate(table, &passed, record);
	}
	if (on)
		turn_cycle_begin(table, record);
	else
		state_events_note_state(table, record);
}

/* Draws a card, also from a common deck that has run out. */
static void draw_card(struct card_state *table, uint8_t seat, struct event_list *record)
{
	if (!state_events_draw_top(table, seat, record) && state_events_reshuffle(table, record))
		state_events_draw_top(table, seat, record);
}

/* Reports whether the seat's turn is undone, so that the card it would discard stays
 * [final-discard]. */
static bool is_undone(const struct card_state *table, uint8_t seat)
{
	return table->now.state == TURN_VOID && seat == table->start.position.turn;
}

void turn_cycle_discard(struct card_state *table, struct event_list *record)
{
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++) {
		uint16_t copy = table->discard[seat];

		if (copy == NO_COPY)
			continue;
		if (!(table->now.played >> seat & 1) && !is_undone(table, seat) &&
		    table->piles.copies[copy].zone == ZONE_HAND) {
			state_events_discard(table, copy, record);
			draw_card(table, seat, record);
		}
		state_events_will_discard(table, seat, NO_COPY, record);
	}
}

/* Reports whether the turn had a capture or a pawn's move, which restarts the count of quiet rounds
 * [quiet-rounds]. */
static bool is_capture_or_pawn_move(const struct card_state *table)
{
	const struct turn_log *turn_log = &table->field.turn_log;

	for (unsigned i = 0; i < turn_log->gone_count; i++) {
		if (turn_log->gone[i].type == table->book->variant->pawn)
			return true;
	}
	return turn_log->taken_count > 0;
}

static void count_round(struct card_state *table, struct event_list *record)
{
	struct position *position = &table->field.position;

	if (is_capture_or_pawn_move(table)) {
		if (position->quiet != 0 || position->round != 0)
			position_set_quiet(position, 0, record);
		return;
	}
	state_events_had_turn(table, table->start.position.turn, record);
	position_close_round(position, record);
}

void turn_cycle_note_played(const struct card_state *table, struct event_list *record)
{
	struct strbuf text;

	if (record == NULL || table->now.state == TURN_VOID)
		return;
	strbuf_init(&text, TURN_LINE_MAX);
	card_state_describe_turn(table, &text);
	event_add(record, event_about(EVENT_PLAYED, table->start.position.turn, 0, text.bytes));
	strbuf_done(&text);
}

/* Reports whether the mover's card has cured a check and left no move, and so is the whole turn
 * [straw-alone]. */
static bool is_moveless(const struct card_state *table)
{
	bool played = false;

	for (uint8_t i = 0; i < table->action_count; i++) {
		if (!action_script_is_own(table, i) || table->actions[i].fate == ACTION_RETURNED)
			continue;
		if (table->actions[i].when == WHEN_INSTEAD)
			return false;
		played = true;
	}
	return played && table->now.state == TURN_IN && !table->now.king_back &&
	       table->field.position.in_play >> table->start.position.turn & 1;
}

void turn_cycle_final(struct card_state *table, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;
	uint16_t passed = 0;

	turn_cycle_note_played(table, record);
	turn_cycle_discard(table, record);
	/* Draws a card for the mover until the hand is full (hand = growing). */
	if (table->book->growing && piles_size(&table->piles, ZONE_HAND, position->turn) <
					    table->book->hands[position->turn])
		draw_card(table, position->turn, record);
	if (is_moveless(table)) {
		turn_cycle_stuck(table, record);
		return;
	}
	if (table->now.state == TURN_VOID) {
		pass_over(table, &passed, record);
	} else {
		count_round(table, record);
		position->turn = rules_next_seat(variant, position, position->turn);
	}
	turn_cycle_begin(table, record);
}

void turn_cycle_lose(struct card_state *table, struct event_list *record)
{
	uint16_t passed = 0;

	pass_over(table, &passed, record);
	turn_cycle_begin(table, record);
}

void turn_cycle_without_move(struct card_state *table, struct event_list *record)
{
	uint16_t passed = 0;

	if (card_board_challenge(table->book, &table->field, table->field.position.turn) != NULL ||
	    table->now.king_back)
		turn_cycle_lose(table, record);
	else if (handle_stalemate(table, &passed, record))
		turn_cycle_begin(table, record);
	else
		state_events_note_state(table, record);
}
