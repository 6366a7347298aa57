/* SPDX-License-Identifier: MIT */
/* What would be if those who are still asked passed. */
#include <stdlib.h>

#include "core/cards/message/message_inner.h"
#include "core/cards/message/window.h"
#include "core/cards/script/judge.h"
#include "core/variant/variant_data.h"

void message_pass_all(struct table *table)
{
	table->history = NULL;
	if (table->now.phase != PHASE_WINDOW)
		return;
	table->now.window = 0;
	window_advance(table, NULL);
}

uint8_t message_legal(const struct table *table, struct move_list *list_out)
{
	struct table *then;
	uint8_t seat;

	list_out->count = 0;
	if (table->now.phase == PHASE_DEMAND)
		return table->now.demanded;
	if (table->now.phase == PHASE_OVER)
		return NO_SIDE;
	if (table->now.phase == PHASE_MOVE) {
		judge_moves(table, list_out);
		return table->field.position.turn;
	}
	then = base_alloc(sizeof *then);
	table_copy(then, table);
	message_pass_all(then);
	seat = message_legal(then, list_out);
	free(then);
	return seat;
}

bool message_is_next(const struct table *table, uint8_t seat, struct table *next_out)
{
	uint8_t next;

	table_try(next_out, table);
	next_out->now.window = 0;
	window_advance(next_out, NULL);
	if (next_out->now.phase == PHASE_OVER)
		return false;
	next = next_out->now.phase == PHASE_DEMAND
		       ? next_out->now.demanded
		       : next_out->field.position.controller[next_out->field.position.turn];
	return next == seat;
}
