/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/judge.h"
#include "core/cards/lists/rescue.h"
#include "core/cards/message/turns.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/position/move_seat.h"
#include "core/rules/draws.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

enum { TURN_LINE_MAX = 400 };

static void note_seat(struct event_list *record, enum event_kind kind, uint8_t seat,
		      uint32_t number)
{
	event_add(record, event_about(kind, seat, number, NULL));
}

/* Whether the card is played in the open turn, which is being run again. */
static bool is_in_script(const struct table *table, uint8_t seat, uint16_t copy)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (table->actions[i].seat == seat && table->actions[i].copy == copy &&
		    table->actions[i].fate != ACTION_RETURNED)
			return true;
	return false;
}

/* [hand-of-who-left]: the hand leaves the game, or goes to the common discards. */
static void clear_hand(struct table *table, uint8_t seat, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++)
		if (!is_in_script(table, seat, copies[i]))
			facts_set_aside(table, copies[i], record);
}

void turns_clear_gone(struct table *table, struct event_list *record)
{
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (!(table->field.position.in_play >> seat & 1))
			clear_hand(table, seat, record);
}

/* What the turn finds: the field and the piles as they are now. */
static void open_turn(struct table *table, struct event_list *record)
{
	table->now.settled = table->now.played = table->now.window = 0;
	table->now.state = TURN_OPEN;
	table->now.no_card = false;
	facts_say_ahead(table, &(struct ahead){"", ""}, record);
	turns_clear_gone(table, record);
	facts_settle(table, SETTLE_TURN, record);
}

static void end_lost(struct table *table)
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

static void draw_game(struct table *table, const char *how, struct event_list *record)
{
	table->outcome = rules_draw(table->book->variant, &table->field.position, how, record);
	end_lost(table);
}

/* [hand-of-who-left]: the pile leaves the game with the hand; effects end whose piece is gone. */
static void clear_away(struct table *table, uint8_t seat, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	unsigned count;

	clear_hand(table, seat, record);
	count = table->piles.common ? 0 : piles_list(&table->piles, ZONE_DRAW, seat, copies);
	for (unsigned i = 0; i < count; i++)
		facts_set_aside(table, copies[i], record);
	for (unsigned i = 0; i < table->field.effect_count;) {
		const struct effect *effect = &table->field.effects[i];
		const struct piece *piece =
			&table->field.position.pieces[effect->piece % MAX_PIECES];

		if (effect->piece != NO_PIECE && piece->fate == GONE)
			field_end_effect(table->book, &table->field, effect->serial, record);
		else
			i++;
	}
	script_sweep(table, record);
}

void turns_beat(struct table *table, uint8_t seat, uint8_t by, const char *how,
		struct event_list *record)
{
	table->outcome =
		rules_beat(table->book->variant, &table->field.position, seat, by, how, record);
	end_lost(table);
	if (table->outcome.status != STATUS_PLAYING)
		return;
	field_refresh(table->book, &table->field);
	clear_away(table, seat, record);
}

/* It is mated, in its turn; that goes on in a conqueror's hands, or passes on [role-at-once]. */
static void beat_mated(struct table *table, uint8_t seat, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;
	uint16_t checkers = ways_checkers(table->book, &table->field, seat);

	turns_beat(table, seat, rules_conqueror(variant, position, seat, checkers), "checkmate",
		   record);
	if (table->outcome.status == STATUS_PLAYING &&
	    !move_seat_takes_turns(variant, position, seat))
		position->turn = rules_next_seat(variant, position, seat);
}

/* A seat had no move, or lost its turn, and what bound it runs out; the turn passes on. True when
 * all have passed in one round. */
static bool pass_over(struct table *table, uint16_t *passed, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;
	uint8_t seat = position->turn;
	bool all = true;

	lasting_turn_ends(table->book, &table->field, seat, record);
	position_pass(position, seat, record);
	position_close_round(position, record);
	*passed |= (uint16_t)(1u << seat);
	for (uint8_t other = 0; other < variant->side_count; other++)
		all = all &&
		      (*passed >> other & 1 || !move_seat_takes_turns(variant, position, other));
	position->turn = rules_next_seat(variant, position, seat);
	return all;
}

/* The same: whether the game goes on behind it. */
static bool goes_on(struct table *table, uint16_t *passed, struct event_list *record)
{
	if (!pass_over(table, passed, record))
		return true;
	draw_game(table, "passes", record);
	return false;
}

/* Whether the king under the hill returns now: he asks where (C: Under Elf Hill). */
static bool asks_return(struct table *table, bool *stuck_out)
{
	uint8_t seat = table->field.position.turn;
	const struct effect *effect = field_asking(table->book, &table->field, seat, true);
	struct moment moment = {
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
	moment.card = &table->book->set->cards[effect->card];
	if (moment.card->effect->demand == NULL)
		return false;
	table->now.demanded = moment.card->effect->demand->asks(&moment, 0);
	table->now.demand = NO_ACTION;
	*stuck_out = table->now.demanded == NO_SIDE;
	return table->now.demanded != NO_SIDE;
}

/* [draw-by-repetition]: counts the position in, effects being part of it; true when that is a draw.
 */
static bool recurs(struct table *table, struct event_list *record)
{
	const char *how = draws_by_rounds(&table->field.position);

	if (how == NULL && table->history != NULL) {
		/* Nothing is ever past: cards bring captured pieces back. */
		history_add(table->history, ways_key(table->book, &table->field), false);
		/* The first time too: replay counts by it. */
		how = draws_by_repetition(table->history, DRAWS_TELL_ALL, record);
	}
	if (how != NULL)
		draw_game(table, how, record);
	return how != NULL;
}

/* The seat is to move: the turn is open. */
static void open_move(struct table *table, struct event_list *record)
{
	if (recurs(table, record))
		return;
	if (ways_in_check(table->book, &table->field, table->field.position.turn))
		note_seat(record, EVENT_CHECK, table->field.position.turn, 0);
	table->now.phase = PHASE_MOVE;
	open_turn(table, record);
}

/* The seat in turn has neither move nor saving card. True when the game goes on with another seat.
 */
static bool stalemate(struct table *table, uint16_t *passed, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;

	if (variant->stalemate_draws || __builtin_popcount(position->in_play) == 2) {
		note_seat(record, EVENT_STALEMATE, position->turn, 0);
		draw_game(table, "stalemate", record);
		return false;
	}
	return goes_on(table, passed, record);
}

/* Judges the seat in turn, whose due effects have happened. True when the turn passes on. */
static bool judge_turn(struct table *table, uint16_t *passed, struct event_list *record)
{
	struct position *position = &table->field.position;
	uint8_t seat = position->turn;
	bool in_play = position->in_play >> seat & 1;

	lasting_turn_begins(table->book, &table->field, seat, record);
	script_sweep(table, record);
	if (ways_any_move(table->book, &table->field, seat) ||
	    (in_play && rescue_exists(table, seat))) {
		open_move(table, record);
		return false;
	}
	if (in_play && ways_in_check(table->book, &table->field, seat)) {
		beat_mated(table, seat, record);
		return table->outcome.status == STATUS_PLAYING;
	}
	if (!in_play || table->now.king_back) {
		/* A king back but nothing able to move is only a turn without a move. */
		return goes_on(table, passed, record);
	}
	return stalemate(table, passed, record);
}

/* The turn that has begun is lost [lost-turn]: due effects have happened. */
static bool is_lost(struct table *table)
{
	return field_effect_on(&table->field, EFFECT_LOST, table->field.position.turn) != NULL;
}

static void go_on(struct table *table, bool returned, struct event_list *record)
{
	uint16_t passed = 0;

	while (table->outcome.status == STATUS_PLAYING) {
		uint8_t seat = table->field.position.turn;
		bool stuck = false, on;

		table->now.demanded = NO_SIDE;
		table->now.demand = NO_ACTION;
		if (!returned) {
			table->now.king_back = false;
			field_begin_turn(table->book, &table->field, seat, record);
			script_sweep(table, record);
			if (asks_return(table, &stuck)) {
				table->now.phase = PHASE_DEMAND;
				open_turn(table, record);
				break;
			}
		}
		returned = false;
		on = is_lost(table) ? goes_on(table, &passed, record)
		     : stuck	    ? stalemate(table, &passed, record)
				    : judge_turn(table, &passed, record);
		if (!on)
			break;
	}
	facts_note_state(table, record);
}

void turns_begin(struct table *table, struct event_list *record)
{
	go_on(table, false, record);
}

void turns_begun(struct table *table, struct event_list *record)
{
	table->now.king_back = true;
	go_on(table, true, record);
}

void turns_stuck(struct table *table, struct event_list *record)
{
	uint8_t seat = table->field.position.turn;
	uint16_t passed = 0;
	bool on;

	if (ways_in_check(table->book, &table->field, seat)) {
		beat_mated(table, seat, record);
		on = table->outcome.status == STATUS_PLAYING;
	} else if (table->now.king_back) {
		/* As when it began: only a turn without a move. */
		on = goes_on(table, &passed, record);
	} else {
		on = stalemate(table, &passed, record);
	}
	if (on)
		turns_begin(table, record);
	else
		facts_note_state(table, record);
}

/* From a common deck that has run out, too. */
static void draw(struct table *table, uint8_t seat, struct event_list *record)
{
	if (!facts_draw_top(table, seat, record) && facts_reshuffle(table, record))
		facts_draw_top(table, seat, record);
}

/* Whether the seat's turn is undone, and what it would discard with it stays [final-discard]. */
static bool is_undone(const struct table *table, uint8_t seat)
{
	return table->now.state == TURN_VOID && seat == table->start.position.turn;
}

void turns_discard(struct table *table, struct event_list *record)
{
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++) {
		uint16_t copy = table->discard[seat];

		if (copy == NO_COPY)
			continue;
		if (!(table->now.played >> seat & 1) && !is_undone(table, seat) &&
		    table->piles.copies[copy].zone == ZONE_HAND) {
			facts_discard(table, copy, record);
			draw(table, seat, record);
		}
		facts_will_discard(table, seat, NO_COPY, record);
	}
}

/* hand = growing: the mover draws until his hand is full. */
static void grow(struct table *table, uint8_t seat, struct event_list *record)
{
	if (table->book->growing &&
	    piles_size(&table->piles, ZONE_HAND, seat) < table->book->hands[seat])
		draw(table, seat, record);
}

/* A capture, or a pawn that went, begins the count of quiet rounds anew [quiet-rounds]. */
static bool restarts(const struct table *table)
{
	const struct story *story = &table->field.story;

	for (unsigned i = 0; i < story->gone_count; i++) {
		if (story->gone[i].type == table->book->variant->pawn)
			return true;
	}
	return story->taken_count > 0;
}

static void count_round(struct table *table, struct event_list *record)
{
	struct position *position = &table->field.position;

	if (restarts(table)) {
		if (position->quiet != 0 || position->round != 0)
			position_set_quiet(position, 0, record);
		return;
	}
	facts_had_turn(table, table->start.position.turn, record);
	position_close_round(position, record);
}

void turns_note_played(const struct table *table, struct event_list *record)
{
	struct text text;

	if (record == NULL || table->now.state == TURN_VOID)
		return;
	text_init(&text, TURN_LINE_MAX);
	table_tell(table, &text);
	event_add(record, event_about(EVENT_PLAYED, table->start.position.turn, 0, text.bytes));
	text_done(&text);
}

/* [straw-alone]: the mover's card has cured a check and left him no move, which is his whole turn.
 */
static bool is_moveless(const struct table *table)
{
	bool played = false;

	for (uint8_t i = 0; i < table->action_count; i++) {
		if (!script_is_own(table, i) || table->actions[i].fate == ACTION_RETURNED)
			continue;
		if (table->actions[i].when == WHEN_INSTEAD)
			return false;
		played = true;
	}
	return played && table->now.state == TURN_IN && !table->now.king_back &&
	       table->field.position.in_play >> table->start.position.turn & 1;
}

void turns_final(struct table *table, struct event_list *record)
{
	const struct variant *variant = table->book->variant;
	struct position *position = &table->field.position;
	uint16_t passed = 0;

	turns_note_played(table, record);
	turns_discard(table, record);
	grow(table, position->turn, record);
	if (is_moveless(table)) {
		turns_stuck(table, record);
		return;
	}
	if (table->now.state == TURN_VOID) {
		pass_over(table, &passed, record);
	} else {
		count_round(table, record);
		position->turn = rules_next_seat(variant, position, position->turn);
	}
	turns_begin(table, record);
}

void turns_lose(struct table *table, struct event_list *record)
{
	uint16_t passed = 0;

	pass_over(table, &passed, record);
	turns_begin(table, record);
}

void turns_without_move(struct table *table, struct event_list *record)
{
	uint16_t passed = 0;

	if (field_challenge(table->book, &table->field, table->field.position.turn) != NULL ||
	    table->now.king_back)
		turns_lose(table, record);
	else if (stalemate(table, &passed, record))
		turns_begin(table, record);
	else
		facts_note_state(table, record);
}
