/* SPDX-License-Identifier: MIT */
/* Answers to what a card asks of a seat [cards-that-ask]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/script/demand.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/table/facts.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/table/action.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/variant/variant_data.h"

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
		.card = demand_card(table),
		.copy = NO_COPY,
		.record = &events,
		.why = message->why,
	};
	enum moment_result result;

	event_list_init(&events);
	result = moment.card->effect->demand->answer(&moment, answer);
	if (result == MOMENT_DONE)
		event_append(message->record, &events);
	event_list_done(&events);
	if (result != MOMENT_DONE)
		return REFUSED;
	turns_begun(table, message->record);
	return ACCEPTED;
}

static enum verdict answer_action(struct message *message, const struct answer *answer)
{
	struct table *table = message->table;
	uint8_t number = table->now.demand;
	bool said = table->actions[number].kind == ACTION_SAID;

	if (demand_give(table, answer, message->record, message->why) == REFUSED)
		return REFUSED;
	if (!said && table->now.state != TURN_OPEN && table->now.demanded == NO_SIDE)
		window_open(table, table->actions[number].seat);
	window_advance(table, message->record);
	return ACCEPTED;
}

enum verdict message_answer(struct message *message)
{
	const struct table *table = message->table;
	const struct order *order = message_next(message);
	struct answer answer;

	if (table->now.demanded != message->seat)
		return message_refuse(message, "The game waits for %s's ANSWER to %s.",
				      variant_seat_title(table->book->variant, table->now.demanded),
				      demand_card(table)->name);
	if (order == NULL || order->kind != ORDER_ANSWER)
		return message_refuse(message, "%s asks you for an ANSWER first.",
				      demand_card(table)->name);
	if (action_read_answer(table->book, message->seat, order->text, &answer, message->why) < 0)
		return REFUSED;
	message_take(message);
	return table->now.demand == NO_ACTION ? return_king(message, &answer)
					      : answer_action(message, &answer);
}

/* The answer can't be given, and no other is known: the card asks no more. */
static void drop_demand(struct message *message)
{
	struct table *table = message->table;
	uint8_t number = table->now.demand;

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
		.seat = table->now.demanded,
		.orders = &nothing,
		.record = events,
		.why = &why,
	};
	struct answer answer;
	bool given = false;

	for (unsigned i = 0; !given && demand_nth_answer(table, i, &answer); i++) {
		event_list_done(events);
		table_copy(next, table);
		/* A king comes back wherever he can. */
		given = table->now.demand == NO_ACTION
				? (return_king(&message, &answer), true)
				: answer_action(&message, &answer) == ACCEPTED;
	}
	return given;
}

void message_answer_overdue(struct table *table, struct event_list *record)
{
	struct event_list events;
	struct reason why = {""};
	struct table *next;

	if (table->now.phase != PHASE_DEMAND)
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
