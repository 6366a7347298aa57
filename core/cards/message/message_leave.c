/* SPDX-License-Identifier: MIT */
/* A seat resigns, or is put out, while a turn stands open. */
#include <stdlib.h>

#include "core/cards/script/evaluate.h"
#include "core/cards/table/facts.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/variant/variant_data.h"

/* Whether the game is over without it. */
static bool ends_game(const struct table *table, uint8_t seat, const char *how)
{
	struct table *then = base_alloc(sizeof *then);
	bool ends;

	table_try(then, table);
	turns_beat(then, seat, NO_SIDE, how, NULL);
	ends = then->outcome.status != STATUS_PLAYING;
	free(then);
	return ends;
}

/* The turn is the last: what was done in it stays done. */
static void end_game(struct table *table, uint8_t seat, const char *how, struct event_list *record)
{
	if (table->now.state == TURN_IN)
		turns_note_played(table, record);
	turns_beat(table, seat, NO_SIDE, how, record);
	facts_note_state(table, record);
}

/* It was its own turn: what it did in it stays done, and the next turn begins. */
static void leave_own(struct table *table, uint8_t seat, const char *how, struct event_list *record)
{
	struct position *position = &table->field.position;

	facts_will_discard(table, seat, NO_COPY, record);
	turns_beat(table, seat, NO_SIDE, how, record);
	if (table->now.state == TURN_IN)
		turns_note_played(table, record);
	turns_discard(table, record);
	position->turn = rules_next_seat(table->book->variant, position, seat);
	turns_begin(table, record);
}

/* What is demanded of a seat that is gone is not demanded any more. */
static void run_without(struct table *table, uint8_t seat, struct event_list *record)
{
	struct reason why;

	evaluate_script(table, table->action_count, NO_ACTION, record, &why);
	if (table->now.demanded != seat)
		return;
	facts_set_fate(table, table->now.demand, ACTION_SPENT, true, record);
	evaluate_script(table, table->action_count, NO_ACTION, record, &why);
}

/*
 * It was another's turn: that is run again as if the seat had left before it, but for the cards it
 * has played in it, which stand. Who was asked may answer as before.
 */
static void leave_other(struct table *table, uint8_t seat, const char *how,
			struct event_list *record)
{
	uint8_t demand = table->now.demanded != NO_SIDE ? table->now.demand : NO_ACTION;

	facts_will_discard(table, seat, NO_COPY, record);
	if (table->action_count > 0)
		facts_anew(table, record);
	turns_beat(table, seat, NO_SIDE, how, record);
	facts_settle(table, SETTLE_BOARD, record);
	if (table->action_count > 0)
		run_without(table, seat, record);
	if (demand != NO_ACTION && table->now.demanded == NO_SIDE && table->now.state != TURN_OPEN)
		window_open(table, table->actions[demand].seat);
	table->now.window &= (uint16_t) ~(1u << seat);
	window_advance(table, record);
}

void message_leave(struct table *table, uint8_t seat, const char *how, struct event_list *record)
{
	if (ends_game(table, seat, how))
		end_game(table, seat, how, record);
	else if (table->start.position.turn == seat)
		leave_own(table, seat, how, record);
	else
		leave_other(table, seat, how, record);
	message_go_on(table, record);
}
