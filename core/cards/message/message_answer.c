/* SPDX-License-Identifier: MIT */
/* Answers to what a card asks of a seat (C7). */
#include <stdlib.h>
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/script.h"
#include "core/cards/script/walk.h"
#include "core/cards/table/facts.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/table/action.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"
#include "core/cards/play/play_do.h"
#include "core/variant/variant_data.h"

/* The card that asks: an action's, the Doomsayer that has heard, or Under Elf Hill. */
static const struct card *asking_card(const struct table *table)
{
	uint8_t kind = table_demand_card(table);

	return kind == NO_CARD ? NULL : &table->book->set->cards[kind];
}

/* Under Elf Hill: what is answered happens at once, before the turn is open. */
static enum verdict return_king(struct message *message, const struct answer *answer)
{
	struct table *table = message->table;
	struct event_list events;
	struct moment moment = {
		.book = table->book,
		.field = &table->field,
		.player = message->seat,
		.mover = message->seat,
		.card = asking_card(table),
		.copy = NO_COPY,
		.record = &events,
	};
	struct play play = {.card = NO_CARD};
	enum moment_result result;

	event_list_init(&events);
	result =
		moment.card->effect->demand->answer(&moment, &play, message->seat, answer->targets,
						    answer->target_count, answer->no, message->why);
	if (result == MOMENT_DONE)
		event_append(message->record, &events);
	event_list_done(&events);
	if (result != MOMENT_DONE)
		return REFUSED;
	turns_begun(table, message->record);
	return ACCEPTED;
}

/* A demand as it stands in the midst of the turn: other actions may follow it. */
struct open_demand {
	struct walk_view view;
	struct moment moment;
	struct play play;
};

/* Runs the turn up to the demand. `moment` and `play` point into the demand. */
static void find_demand(const struct table *table, struct open_demand *demand)
{
	const struct action *action =
		table->demand == NO_ACTION ? NULL : &table->actions[table->demand];
	struct walk_view *view = &demand->view;

	memset(demand, 0, sizeof *demand);
	demand->play.card = NO_CARD;
	if (action == NULL) {
		view->now = view->before = table->field;
	} else {
		struct table *copy = base_alloc(sizeof *copy);

		table_copy(copy, table);
		copy->history = NULL;
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
		.player = action == NULL ? table->demanded : action->seat,
		.mover = table->start.position.turn,
		.card = asking_card(table),
		.copy = NO_COPY,
	};
	if (action != NULL && action->kind == ACTION_CARD) {
		demand->play = action->play;
		targets_fit(&demand->moment, &demand->play, NULL);
	}
}

/* The answers to be tried one after the other: the first legal one, which is NO where there is none
 * (C7), and all others. False behind the last. */
static bool nth_answer(const struct table *table, unsigned index, struct answer *answer)
{
	struct open_demand demand;
	unsigned count = 0;
	bool any;

	find_demand(table, &demand);
	memset(answer, 0, sizeof *answer);
	answer->seat = table->demanded;
	any = play_nth_answer(&demand.moment, &demand.play, table->demanded, index, answer->targets,
			      &count, &answer->no);
	answer->target_count = (uint8_t)count;
	return any;
}

/* Whether the card takes the answer; what follows from it in the turn is another demand. */
static bool is_answer(const struct table *table, const struct answer *answer, struct reason *why)
{
	const struct demand_rules *rules = asking_card(table)->effect->demand;
	struct open_demand demand;

	find_demand(table, &demand);
	return rules->answer(&demand.moment, &demand.play, answer->seat, answer->targets,
			     answer->target_count, answer->no, why) != MOMENT_REFUSED;
}

/* C, Doomsayer: on his own turn, not yet moved, the speaker must still be able to end it safely. */
static bool leaves_move(const struct table *before, const struct table *after, uint8_t seat)
{
	return after->state != TURN_OPEN || seat != after->start.position.turn ||
	       ways_any_move(after->book, &after->field, seat) ||
	       !ways_any_move(before->book, &before->field, seat);
}

/* What the turn comes to with the answer; windows are another matter. */
static enum verdict give_answer(struct message *message, const struct answer *answer)
{
	struct table *table = message->table;
	uint8_t number = table->demand;
	bool said = table->actions[number].kind == ACTION_SAID;
	struct table *before = base_alloc(sizeof *before);
	enum verdict verdict;

	if (table->actions[number].given_count == MAX_SIDES) {
		free(before);
		return message_refuse(message, "That is asked too often.");
	}
	if (!is_answer(table, answer, message->why)) {
		free(before);
		return REFUSED;
	}
	table_copy(before, table);
	facts_add_answer(table, number, answer, message->record);
	verdict =
		evaluate_script(table, table->action_count, number, message->record, message->why);
	if (verdict == ACCEPTED && said && !leaves_move(before, table, message->seat))
		verdict = message_refuse(message,
					 "Without it you couldn't end your turn safely; give "
					 "another.");
	free(before);
	return verdict == ACCEPTED ? message_check_demand(message) : REFUSED;
}

bool message_has_answer(const struct table *table)
{
	struct order_list nothing = {0};
	struct reason why = {""};
	struct message trial = {.seat = table->demanded, .orders = &nothing, .why = &why};
	struct answer answer;
	bool found = false;

	if (table->demanded == NO_SIDE || table->demand == NO_ACTION || table->state != TURN_IN)
		return true;
	trial.table = base_alloc(sizeof *trial.table);
	for (unsigned i = 0; !found && nth_answer(table, i, &answer); i++) {
		table_copy(trial.table, table);
		trial.table->history = NULL;
		found = give_answer(&trial, &answer) == ACCEPTED;
	}
	free(trial.table);
	return found;
}

enum verdict message_check_demand(const struct message *message)
{
	if (message_has_answer(message->table))
		return ACCEPTED;
	evaluate_tell_exposed(message->table, message->seat, message->why);
	return REFUSED;
}

static enum verdict answer_action(struct message *message, const struct answer *answer)
{
	struct table *table = message->table;
	uint8_t number = table->demand;
	bool said = table->actions[number].kind == ACTION_SAID;

	if (give_answer(message, answer) == REFUSED)
		return REFUSED;
	if (!said && table->state != TURN_OPEN && table->demanded == NO_SIDE)
		window_open(table, table->actions[number].seat);
	window_advance(table, message->record);
	return ACCEPTED;
}

enum verdict message_answer(struct message *message)
{
	const struct table *table = message->table;
	const struct order *order = message_next(message);
	struct answer answer;

	if (table->demanded != message->seat)
		return message_refuse(message, "The game waits for %s's ANSWER to %s.",
				      variant_seat_title(table->book->variant, table->demanded),
				      asking_card(table)->name);
	if (order == NULL || order->kind != ORDER_ANSWER)
		return message_refuse(message, "%s asks you for an ANSWER first.",
				      asking_card(table)->name);
	if (action_read_answer(table->book, message->seat, order->text, &answer, message->why) < 0)
		return REFUSED;
	message_take(message);
	return table->demand == NO_ACTION ? return_king(message, &answer)
					  : answer_action(message, &answer);
}

/* The answer can't be given, and no other is known: the card asks no more. */
static void drop_demand(struct message *message)
{
	struct table *table = message->table;
	uint8_t number = table->demand;

	facts_set_fate(table, number, ACTION_SPENT, true, message->record);
	evaluate_script(table, table->action_count, NO_ACTION, message->record, message->why);
	window_advance(table, message->record);
}

/* The first answer that can be given, on `next`. */
static bool give_first_answer(const struct table *table, struct table *next,
			      struct event_list *events)
{
	struct order_list nothing = {0};
	struct reason why = {""};
	struct message message = {
		.table = next,
		.seat = table->demanded,
		.orders = &nothing,
		.record = events,
		.why = &why,
	};
	struct answer answer;
	bool given = false;

	for (unsigned i = 0; !given && nth_answer(table, i, &answer); i++) {
		event_list_done(events);
		table_copy(next, table);
		/* A king comes back wherever he can. */
		given = table->demand == NO_ACTION ? (return_king(&message, &answer), true)
						   : answer_action(&message, &answer) == ACCEPTED;
	}
	return given;
}

void message_answer_overdue(struct table *table, struct event_list *record)
{
	struct event_list events;
	struct reason why = {""};
	struct table *next;

	if (table->phase != PHASE_DEMAND)
		return;
	next = base_alloc(sizeof *next);
	event_list_init(&events);
	if (!give_first_answer(table, next, &events)) {
		event_list_done(&events);
		table_copy(next, table);
		drop_demand(&(struct message){.table = next, .record = &events, .why = &why});
	}
	table_copy(table, next);
	event_append(record, &events);
	event_list_done(&events);
	free(next);
	message_go_on(table, record);
}
