/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/choice.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/own_turn.h"
#include "core/cards/resolve/replay.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"

void own_turn_run_ahead(const struct card_state *table, struct card_state *ahead_out)
{
	card_state_try(ahead_out, table);
	replay_script(ahead_out, &(struct replay_terms){.traps = true}, NULL);
}

bool own_turn_is_moveless(const struct card_state *table, uint8_t seat)
{
	return table->now.king_back && !card_movegen_any_move(table->book, &table->field, seat);
}

/* Reports whether a card before the move has cured the mover's check and left no move
 * [straw-alone]. */
static bool is_stuck_by_cure(const struct card_state *table, uint8_t seat, uint8_t first)
{
	struct card_state *ahead = base_alloc(sizeof *ahead);
	bool cured = false;

	own_turn_run_ahead(table, ahead);
	for (uint8_t i = first; i < ahead->action_count; i++) {
		const struct card *card = action_script_card(ahead, &ahead->actions[i]);

		cured |= card != NULL && card->effect->moves_king_safely &&
			 ahead->actions[i].when == WHEN_BEFORE &&
			 ahead->actions[i].fate == ACTION_STANDS;
	}
	cured = legality_ends_without_move(ahead->book, &ahead->field, seat, cured);
	free(ahead);
	return cured;
}

/* Reports whether the seat has a move after its cards before the move. */
static bool has_move_to_make(const struct card_state *table, uint8_t seat, uint8_t first)
{
	struct card_state *ahead = base_alloc(sizeof *ahead);
	uint8_t before = first;
	bool any;

	card_state_try(ahead, table);
	while (before < ahead->action_count && ahead->actions[before].when != WHEN_AFTER)
		before++;
	card_state_cut(ahead, before);
	replay_script(ahead, &(struct replay_terms){.traps = true}, NULL);
	any = card_movegen_any_move(ahead->book, &ahead->field, seat);
	free(ahead);
	return any;
}

/* Reports whether cards alone are a whole turn [turn-in-one-letter] [straw-alone]. */
static bool needs_no_move(const struct card_state *table, uint8_t seat, uint8_t first)
{
	return (table->now.king_back && !has_move_to_make(table, seat, first)) ||
	       is_stuck_by_cure(table, seat, first);
}

enum verdict own_turn_judge(struct card_state *table, uint8_t seat, uint8_t first,
			    struct event_list *record, struct reason *why)
{
	if (!action_script_has_move(table, first)) {
		if (table->action_count == first || !needs_no_move(table, seat, first))
			return reason_refuse(
				why, "Your move is missing: a turn needs one move, or a card that "
				     "is played instead of it, and all of it goes into one "
				     "message.");
		table->now.state = TURN_IN;
	}
	if (resolve_script(table, first, NO_ACTION, record, why) == REFUSED)
		return REFUSED;
	if (table->now.state == TURN_IN && legality_is_undone(table, &table->field))
		return reason_refuse(why, "Your turn was undone, and this one leads to the same "
					  "position. Please play another.");
	return choice_check(table, seat, why);
}

/* Adds the card, under `plots` or NO_ACTION, and returns its number. */
static uint8_t add_card(struct card_state *table, uint8_t seat, const struct own_card *card,
			uint8_t plots)
{
	struct action action = action_new(ACTION_CARD, seat, card->when, NO_ACTION);
	const struct action_words words = {.play = card->play};

	action.card = card->play.card;
	action.acts_as = card->acts_as;
	action.plots = plots;
	return state_events_add_action(table, &action, &words, NULL);
}

/* Adds the move, if it is possible at the end of the script. Returns false if not. */
static bool add_move(struct card_state *table, uint8_t seat, const struct move *move)
{
	struct action action = action_new(ACTION_MOVE, seat, WHEN_INSTEAD, NO_ACTION);
	struct card_state *ahead = base_alloc(sizeof *ahead);
	struct move_list *list = base_alloc(sizeof *list);
	const struct move *found;
	char name[MOVE_TEXT_MAX];

	own_turn_run_ahead(table, ahead);
	card_movegen_moves(ahead->book, &ahead->field, ahead->field.position.turn, false, list);
	move_text(ahead->book->variant, move, name);
	found = move_list_find(ahead->book->variant, list, name);
	if (found != NULL && card_state_has_room(table)) {
		action.move = *found;
		state_events_add_action(table, &action, NULL, NULL);
	} else {
		found = NULL;
	}
	free(list);
	free(ahead);
	return found != NULL;
}

/* Adds the actions of the turn. Returns false if there is no room or no such move. */
static bool add_turn(struct card_state *table, uint8_t seat, const struct own_turn *turn)
{
	bool below = turn->cards[turn->count - 1].when == WHEN_AFTER;
	uint8_t plots = NO_ACTION;

	if (turn->move != NULL && below && !add_move(table, seat, turn->move))
		return false;
	for (unsigned i = 0; i < turn->count; i++) {
		uint8_t number;

		if (!card_state_has_room(table))
			return false;
		number = add_card(table, seat, &turn->cards[i], plots);
		if (action_script_verb(table, number) == VERB_PLOTS)
			plots = number;
	}
	return turn->move == NULL || below || add_move(table, seat, turn->move);
}

void own_turn_open(const struct card_state *table, struct card_state *open_out)
{
	card_state_try(open_out, table);
	open_out->now = (struct card_state_state){
		.phase = PHASE_MOVE,
		.state = TURN_OPEN,
		.demanded = NO_SIDE,
		.demand = NO_ACTION,
		.king_back = table->now.king_back,
	};
	state_events_settle(open_out, SETTLE_TURN, NULL);
}

bool own_turn_is_accepted(const struct card_state *table, uint8_t seat, const struct own_turn *turn)
{
	struct card_state *next = base_alloc(sizeof *next);
	uint8_t first = table->action_count;
	struct reason why = {.text = ""};
	bool accepted;

	card_state_try(next, table);
	accepted = add_turn(next, seat, turn) &&
		   own_turn_judge(next, seat, first, NULL, &why) == ACCEPTED;
	free(next);
	return accepted;
}
