/* SPDX-License-Identifier: MIT */
/* Answers to the questions of cards to a seat [cards-that-ask]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/resolve/choice.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/variant/variant_data.h"

/* Under Elf Hill: applies the answer at once, before the turn is open. */
static enum verdict return_king(struct submit *message, const struct answer *answer)
{
	struct card_state *table = message->table;
	struct event_list events;
	struct effect_context context = {
		.book = table->book,
		.field = &table->field,
		.player = message->seat,
		.mover = message->seat,
		.card = choice_card(table),
		.copy = NO_COPY,
		.record = &events,
		.why = message->why,
	};
	enum effect_context_result result;

	event_list_init(&events);
	result = play_answer(&context, answer);
	if (result == EFFECT_CONTEXT_DONE)
		event_append(message->record, &events);
	event_list_done(&events);
	if (result != EFFECT_CONTEXT_DONE)
		return REFUSED;
	turn_cycle_begun(table, message->record);
	return ACCEPTED;
}

static enum verdict answer_action(struct submit *message, const struct answer *answer)
{
	struct card_state *table = message->table;
	uint8_t number = table->now.demand;
	bool said = table->actions[number].kind == ACTION_SAID;

	if (choice_apply_answer(table, answer, message->record, message->why) == REFUSED)
		return REFUSED;
	if (!said && table->now.state != TURN_OPEN && table->now.demanded == NO_SIDE)
		reaction_window_open(table, table->actions[number].seat);
	reaction_window_advance(table, message->record);
	return ACCEPTED;
}

enum verdict submit_answer(struct submit *message)
{
	const struct card_state *table = message->table;
	const struct order *order = submit_next(message);
	struct answer answer;

	if (table->now.demanded != message->seat)
		return submit_refuse(message, "The game waits for %s's ANSWER to %s.",
				     variant_seat_title(table->book->variant, table->now.demanded),
				     choice_card(table)->name);
	if (order == NULL || order->kind != ORDER_ANSWER)
		return submit_refuse(message, "%s asks you for an ANSWER first.",
				     choice_card(table)->name);
	if (action_read_answer(table->book, message->seat, order->text, &answer, message->why) < 0)
		return REFUSED;
	submit_advance(message);
	return table->now.demand == NO_ACTION ? return_king(message, &answer)
					      : answer_action(message, &answer);
}

/* Lets the card ask no more, because the answer can't be given and no other is known. */
static void drop_demand(struct submit *message)
{
	struct card_state *table = message->table;
	uint8_t number = table->now.demand;

	state_events_set_fate(table, number, ACTION_SPENT, true, message->record);
	resolve_script(table, table->action_count, NO_ACTION, message->record, message->why);
	reaction_window_advance(table, message->record);
}

/* Gives the first possible answer, on `next`. Returns false if there is none. */
static bool apply_first_answer(const struct card_state *table, struct card_state *next,
			       struct event_list *events)
{
	struct order_list nothing = {0};
	struct reason why = {.text = ""};
	struct submit message = {
		.table = next,
		.seat = table->now.demanded,
		.orders = &nothing,
		.record = events,
		.why = &why,
	};
	struct answer answer;
	bool given = false;

	for (unsigned i = 0; !given && choice_nth_answer(table, i, &answer); i++) {
		event_list_done(events);
		card_state_copy(next, table);
		/* A king returns wherever it can. */
		given = table->now.demand == NO_ACTION
				? (return_king(&message, &answer), true)
				: answer_action(&message, &answer) == ACCEPTED;
	}
	return given;
}

void submit_answer_overdue(struct card_state *table, struct event_list *record)
{
	struct event_list events;
	struct reason why = {.text = ""};
	struct card_state *next;

	if (table->now.phase != PHASE_DEMAND)
		return;
	next = base_alloc(sizeof *next);
	event_list_init(&events);
	if (!apply_first_answer(table, next, &events)) {
		event_list_done(&events);
		card_state_copy(next, table);
		drop_demand(&(struct submit){.table = next, .record = &events, .why = &why});
	}
	card_state_copy(table, next);
	event_append(record, &events);
	event_list_done(&events);
	free(next);
	submit_apply_deferred(table, record);
}
