/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/cards/resolve/choice.h"
#include "core/cards/resolve/replay.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/card_state_events.h"

const struct card *choice_card(const struct card_state *table)
{
	uint8_t kind = card_state_demand_card(table);

	return kind == NO_CARD ? NULL : &table->book->set->cards[kind];
}

/* An open demand in the middle of the turn; other actions may follow it. */
struct open_demand {
	struct replay_view view;
	struct effect_context context;
	struct play play;
};

/* Runs the turn up to the demand. `context` has pointers into `demand`. `why` gets the card's
 * reasons. */
static void find_demand(const struct card_state *table, struct open_demand *demand,
			struct reason *why)
{
	const struct action *action =
		table->now.demand == NO_ACTION ? NULL : &table->actions[table->now.demand];
	struct replay_view *view = &demand->view;

	memset(demand, 0, sizeof *demand);
	demand->play.card = NO_CARD;
	if (action == NULL) {
		view->now = view->before = table->field;
	} else {
		struct card_state *copy = base_alloc(sizeof *copy);

		card_state_try(copy, table);
		replay_script(copy,
			      &(struct replay_terms){
				      .traps = true,
				      .waived = resolve_waived(table),
				      .asked_on = view,
			      },
			      NULL);
		free(copy);
	}
	demand->context = (struct effect_context){
		.book = table->book,
		.field = &view->now,
		.start = &table->start,
		.found = &view->before,
		.player = action == NULL ? table->now.demanded : action->seat,
		.mover = table->start.position.turn,
		.card = choice_card(table),
		.copy = NO_COPY,
		.play = &demand->play,
		.why = why,
	};
	if (action != NULL && action->kind == ACTION_CARD) {
		demand->play = card_state_play(table, table->now.demand);
		targets_fit(&demand->context, &demand->play, NULL);
	}
}

bool choice_nth_answer(const struct card_state *table, unsigned index, struct answer *answer_out)
{
	struct open_demand demand;

	find_demand(table, &demand, NULL);
	return play_nth_answer(&demand.context, table->now.demanded, index, answer_out);
}

/* Reports whether the card accepts the answer. Consequences for the rest of the turn are not
 * considered. */
static bool is_answer(const struct card_state *table, const struct answer *answer,
		      struct reason *why)
{
	struct open_demand demand;

	find_demand(table, &demand, why);
	return play_answer(&demand.context, answer) != EFFECT_CONTEXT_REFUSED;
}

/* Reports whether an answer to a Doomsayer in the speaker's own turn, before the move, lets the
 * speaker end it safely (C, Doomsayer). */
static bool leaves_move(const struct card_state *before, const struct card_state *after,
			uint8_t seat)
{
	return after->now.state != TURN_OPEN || seat != after->start.position.turn ||
	       card_movegen_any_move(after->book, &after->field, seat) ||
	       !card_movegen_any_move(before->book, &before->field, seat);
}

enum verdict choice_apply_answer(struct card_state *table, const struct answer *answer,
				 struct event_list *record, struct reason *why)
{
	uint8_t number = table->now.demand;
	bool said = table->actions[number].kind == ACTION_SAID, stuck;
	struct card_state *before;

	if (card_state_answers(table, number) == MAX_SIDES ||
	    !card_state_has_room_for(table, answer))
		return reason_refuse(why, "That question has been asked too often.");
	if (!is_answer(table, answer, why))
		return REFUSED;
	before = base_alloc(sizeof *before);
	card_state_copy(before, table);
	state_events_add_answer(table, number, answer, record);
	if (resolve_script(table, table->action_count, number, record, why) == REFUSED) {
		free(before);
		return REFUSED;
	}
	stuck = said && !leaves_move(before, table, answer->seat);
	free(before);
	if (stuck)
		return reason_refuse(why,
				     "Without it you couldn't end your turn safely; give another.");
	return choice_check(table, answer->seat, why);
}

bool choice_has_answer(const struct card_state *table)
{
	struct reason why = {.text = ""};
	struct answer answer;
	struct card_state *then;
	bool found = false;

	if (table->now.demanded == NO_SIDE || table->now.demand == NO_ACTION ||
	    table->now.state != TURN_IN)
		return true;
	then = base_alloc(sizeof *then);
	for (unsigned i = 0; !found && choice_nth_answer(table, i, &answer); i++) {
		card_state_try(then, table);
		found = choice_apply_answer(then, &answer, NULL, &why) == ACCEPTED;
	}
	free(then);
	return found;
}

enum verdict choice_check(const struct card_state *table, uint8_t seat, struct reason *why)
{
	if (choice_has_answer(table))
		return ACCEPTED;
	resolve_explain_exposed(table, seat, why);
	return REFUSED;
}
