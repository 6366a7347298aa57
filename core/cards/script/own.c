/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/cards/field/ways.h"
#include "core/cards/script/demand.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/judge.h"
#include "core/cards/script/own.h"
#include "core/cards/script/script.h"
#include "core/cards/script/walk.h"
#include "core/cards/table/action.h"
#include "core/cards/table/facts.h"

void own_run_ahead(const struct table *table, struct table *ahead_out)
{
	table_try(ahead_out, table);
	walk_script(ahead_out, &(struct walk_terms){.traps = true}, NULL);
}

bool own_is_moveless(const struct table *table, uint8_t seat)
{
	return table->now.king_back && !ways_any_move(table->book, &table->field, seat);
}

/* [straw-alone]: the mover was in check, a card before the move has cured that, and left no move.
 */
static bool is_stuck_by_cure(const struct table *table, uint8_t seat, uint8_t first)
{
	struct table *ahead = base_alloc(sizeof *ahead);
	bool cured = false;

	own_run_ahead(table, ahead);
	for (uint8_t i = first; i < ahead->action_count; i++) {
		const struct card *card = script_card(ahead, &ahead->actions[i]);

		cured |= card != NULL && card->effect->moves_king_safely &&
			 ahead->actions[i].when == WHEN_BEFORE &&
			 ahead->actions[i].fate == ACTION_STANDS;
	}
	cured = judge_ends_without_move(ahead->book, &ahead->field, seat, cured);
	free(ahead);
	return cured;
}

/* Whether the seat has a move when its cards before the move are played, which may give it one. */
static bool has_move_to_make(const struct table *table, uint8_t seat, uint8_t first)
{
	struct table *ahead = base_alloc(sizeof *ahead);
	uint8_t before = first;
	bool any;

	table_try(ahead, table);
	while (before < ahead->action_count && ahead->actions[before].when != WHEN_AFTER)
		before++;
	table_cut(ahead, before);
	walk_script(ahead, &(struct walk_terms){.traps = true}, NULL);
	any = ways_any_move(ahead->book, &ahead->field, seat);
	free(ahead);
	return any;
}

/* [turn-in-one-letter], [straw-alone]: whether cards alone are a whole turn. */
static bool needs_no_move(const struct table *table, uint8_t seat, uint8_t first)
{
	return (table->now.king_back && !has_move_to_make(table, seat, first)) ||
	       is_stuck_by_cure(table, seat, first);
}

enum verdict own_judge(struct table *table, uint8_t seat, uint8_t first, struct event_list *record,
		       struct reason *why)
{
	if (!script_has_move(table, first)) {
		if (table->action_count == first || !needs_no_move(table, seat, first))
			return reason_refuse(
				why, "Your move is missing: a turn has one move, or a card played "
				     "instead of it, and all of it goes into one letter.");
		table->now.state = TURN_IN;
	}
	if (evaluate_script(table, first, NO_ACTION, record, why) == REFUSED)
		return REFUSED;
	if (table->now.state == TURN_IN && judge_is_undone(table, &table->field))
		return reason_refuse(why, "Your turn was undone, and this one leads to the same "
					  "board; play another.");
	return demand_check(table, seat, why);
}

/* Adds the card, under those Plots or NO_ACTION; its number. */
static uint8_t add_card(struct table *table, uint8_t seat, const struct own_card *card,
			uint8_t plots)
{
	struct action action = action_new(ACTION_CARD, seat, card->when, NO_ACTION);
	const struct action_words words = {.play = card->play};

	action.card = card->play.card;
	action.acts_as = card->acts_as;
	action.plots = plots;
	return facts_add_action(table, &action, &words, NULL);
}

/* Adds the move that it is where the script has got to; false when it is none there. */
static bool add_move(struct table *table, uint8_t seat, const struct move *move)
{
	struct action action = action_new(ACTION_MOVE, seat, WHEN_INSTEAD, NO_ACTION);
	struct table *ahead = base_alloc(sizeof *ahead);
	struct move_list *list = base_alloc(sizeof *list);
	const struct move *found;
	char name[MOVE_TEXT_MAX];

	own_run_ahead(table, ahead);
	ways_moves(ahead->book, &ahead->field, ahead->field.position.turn, false, list);
	move_text(ahead->book->variant, move, name);
	found = move_list_find(ahead->book->variant, list, name);
	if (found != NULL && table_has_room(table)) {
		action.move = *found;
		facts_add_action(table, &action, NULL, NULL);
	} else {
		found = NULL;
	}
	free(list);
	free(ahead);
	return found != NULL;
}

/* Adds what the turn consists of; false when it has no room or no such move. */
static bool add_turn(struct table *table, uint8_t seat, const struct own_turn *turn)
{
	bool below = turn->cards[turn->count - 1].when == WHEN_AFTER;
	uint8_t plots = NO_ACTION;

	if (turn->move != NULL && below && !add_move(table, seat, turn->move))
		return false;
	for (unsigned i = 0; i < turn->count; i++) {
		uint8_t number;

		if (!table_has_room(table))
			return false;
		number = add_card(table, seat, &turn->cards[i], plots);
		if (script_verb(table, number) == VERB_PLOTS)
			plots = number;
	}
	return turn->move == NULL || below || add_move(table, seat, turn->move);
}

void own_open(const struct table *table, struct table *open_out)
{
	table_try(open_out, table);
	open_out->now = (struct table_state){
		.phase = PHASE_MOVE,
		.state = TURN_OPEN,
		.demanded = NO_SIDE,
		.demand = NO_ACTION,
		.king_back = table->now.king_back,
	};
	facts_settle(open_out, SETTLE_TURN, NULL);
}

bool own_is_accepted(const struct table *table, uint8_t seat, const struct own_turn *turn)
{
	struct table *next = base_alloc(sizeof *next);
	uint8_t first = table->action_count;
	struct reason why = {""};
	bool accepted;

	table_try(next, table);
	accepted =
		add_turn(next, seat, turn) && own_judge(next, seat, first, NULL, &why) == ACCEPTED;
	free(next);
	return accepted;
}
