/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/field/ways.h"
#include "core/cards/play/moment.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"
#include "core/cards/script/demand.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/walk.h"
#include "core/cards/table/facts.h"

const struct card *demand_card(const struct table *table)
{
	uint8_t kind = table_demand_card(table);

	return kind == NO_CARD ? NULL : &table->book->set->cards[kind];
}

/* A demand as it stands in the midst of the turn: other actions may follow it. */
struct open_demand {
	struct walk_view view;
	struct moment moment;
	struct play play;
};

/* Runs the turn up to the demand. `moment` points into it; `why`: what its card tells. */
static void find_demand(const struct table *table, struct open_demand *demand, struct reason *why)
{
	const struct action *action =
		table->now.demand == NO_ACTION ? NULL : &table->actions[table->now.demand];
	struct walk_view *view = &demand->view;

	memset(demand, 0, sizeof *demand);
	demand->play.card = NO_CARD;
	if (action == NULL) {
		view->now = view->before = table->field;
	} else {
		struct table *copy = base_alloc(sizeof *copy);

		table_try(copy, table);
		walk_script(copy,
			    &(struct walk_terms){
				    .traps = true,
				    .waived = evaluate_waived(table),
				    .asked_on = view,
			    },
			    NULL);
		free(copy);
	}
	demand->moment = (struct moment){
		.book = table->book,
		.field = &view->now,
		.start = &table->start,
		.found = &view->before,
		.player = action == NULL ? table->now.demanded : action->seat,
		.mover = table->start.position.turn,
		.card = demand_card(table),
		.copy = NO_COPY,
		.play = &demand->play,
		.why = why,
	};
	if (action != NULL && action->kind == ACTION_CARD) {
		demand->play = table_play(table, table->now.demand);
		targets_fit(&demand->moment, &demand->play, NULL);
	}
}

bool demand_nth_answer(const struct table *table, unsigned index, struct answer *answer_out)
{
	struct open_demand demand;

	find_demand(table, &demand, NULL);
	return play_nth_answer(&demand.moment, table->now.demanded, index, answer_out);
}

/* Whether the card takes the answer; what follows from it in the turn is another demand. */
static bool is_answer(const struct table *table, const struct answer *answer, struct reason *why)
{
	const struct demand_rules *rules = demand_card(table)->effect->demand;
	struct open_demand demand;

	find_demand(table, &demand, why);
	return rules->answer(&demand.moment, answer) != MOMENT_REFUSED;
}

/* C, Doomsayer: on his own turn, not yet moved, the speaker must still be able to end it safely. */
static bool leaves_move(const struct table *before, const struct table *after, uint8_t seat)
{
	return after->now.state != TURN_OPEN || seat != after->start.position.turn ||
	       ways_any_move(after->book, &after->field, seat) ||
	       !ways_any_move(before->book, &before->field, seat);
}

enum verdict demand_give(struct table *table, const struct answer *answer,
			 struct event_list *record, struct reason *why)
{
	uint8_t number = table->now.demand;
	bool said = table->actions[number].kind == ACTION_SAID, stuck;
	struct table *before;

	if (table_answers(table, number) == MAX_SIDES || !table_has_room_for(table, answer))
		return reason_refuse(why, "That is asked too often.");
	if (!is_answer(table, answer, why))
		return REFUSED;
	before = base_alloc(sizeof *before);
	table_copy(before, table);
	facts_add_answer(table, number, answer, record);
	if (evaluate_script(table, table->action_count, number, record, why) == REFUSED) {
		free(before);
		return REFUSED;
	}
	stuck = said && !leaves_move(before, table, answer->seat);
	free(before);
	if (stuck)
		return reason_refuse(why,
				     "Without it you couldn't end your turn safely; give another.");
	return demand_check(table, answer->seat, why);
}

bool demand_has_answer(const struct table *table)
{
	struct reason why = {""};
	struct answer answer;
	struct table *then;
	bool found = false;

	if (table->now.demanded == NO_SIDE || table->now.demand == NO_ACTION ||
	    table->now.state != TURN_IN)
		return true;
	then = base_alloc(sizeof *then);
	for (unsigned i = 0; !found && demand_nth_answer(table, i, &answer); i++) {
		table_try(then, table);
		found = demand_give(then, &answer, NULL, &why) == ACCEPTED;
	}
	free(then);
	return found;
}

enum verdict demand_check(const struct table *table, uint8_t seat, struct reason *why)
{
	if (demand_has_answer(table))
		return ACCEPTED;
	evaluate_tell_exposed(table, seat, why);
	return REFUSED;
}
