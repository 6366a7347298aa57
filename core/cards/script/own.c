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

/* [turn-in-one-letter], [straw-alone]: whether cards alone are a whole turn. */
static bool needs_no_move(const struct table *table, uint8_t seat, uint8_t first)
{
	return (table->now.king_back && !ways_any_move(table->book, &table->field, seat)) ||
	       is_stuck_by_cure(table, seat, first);
}

enum verdict own_judge(struct table *table, uint8_t seat, uint8_t first, struct event_list *record,
		       struct reason *why)
{
	if (!script_has_move(table, first)) {
		if (table->action_count == first || !needs_no_move(table, seat, first)) {
			reason_set(why,
				   "Your move is missing: a turn has one move, or a card "
				   "played instead of it, and all of it goes into one letter.");
			return REFUSED;
		}
		table->now.state = TURN_IN;
	}
	if (evaluate_script(table, first, NO_ACTION, record, why) == REFUSED)
		return REFUSED;
	if (table->now.state == TURN_IN && judge_is_undone(table, &table->field)) {
		reason_set(why, "Your turn was undone, and this one leads to the same board; "
				"play another.");
		return REFUSED;
	}
	return demand_check(table, seat, why);
}

static void add_card(struct table *table, uint8_t seat, const struct play *play, uint8_t acts_as,
		     enum card_when when)
{
	struct action action = action_new(ACTION_CARD, seat, when, NO_ACTION);
	const struct action_words words = {.play = *play};

	action.card = play->card;
	action.acts_as = acts_as;
	facts_add_action(table, &action, &words, NULL);
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

bool own_is_accepted(const struct table *table, uint8_t seat, const struct play *play,
		     uint8_t acts_as, enum card_when when, const struct move *move)
{
	struct table *next = base_alloc(sizeof *next);
	uint8_t first = table->action_count;
	struct reason why = {""};
	bool accepted = table_has_room(table), above = move != NULL && when == WHEN_AFTER;

	table_try(next, table);
	if (accepted && above)
		accepted = add_move(next, seat, move);
	accepted = accepted && table_has_room(next);
	if (accepted)
		add_card(next, seat, play, acts_as, when);
	if (accepted && move != NULL && !above)
		accepted = add_move(next, seat, move);
	accepted = accepted && own_judge(next, seat, first, NULL, &why) == ACCEPTED;
	free(next);
	return accepted;
}
