/* SPDX-License-Identifier: MIT */
/* What the clock must know of a table, and does to it: whose turn is next, windows closed, turns
 * lost. */
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/variant/variant_data.h"

void message_close_window(struct table *table, uint16_t seats, struct event_list *record)
{
	if (table->now.phase != PHASE_WINDOW)
		return;
	table->now.window &= (uint16_t)~seats;
	window_advance(table, record);
	message_go_on(table, record);
}

void message_lose_turn(struct table *table, struct event_list *record)
{
	const struct effect *panic = table_find_panic(table);
	struct effect lost;

	if (panic == NULL)
		return;
	if (table->now.phase == PHASE_MOVE) {
		turns_lose(table, record);
		message_go_on(table, record);
		return;
	}
	lost = *panic;
	lost.what = EFFECT_LOST;
	lost.copy = NO_COPY;
	field_end_effect(table->book, &table->field, panic->serial, record);
	field_add_effect(table->book, &table->field, lost, record);
	script_sweep(table, record);
}
