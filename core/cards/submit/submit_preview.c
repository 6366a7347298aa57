/* SPDX-License-Identifier: MIT */
/* Looks at the table as it would be after the seats that are still asked have passed. */
#include <stdlib.h>

#include "core/cards/resolve/legality.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/variant/variant_data.h"

void submit_pass_all(struct card_state *table)
{
	table->history = NULL;
	if (table->now.phase != PHASE_WINDOW)
		return;
	table->now.window = 0;
	reaction_window_advance(table, NULL);
}

uint8_t submit_legal(const struct card_state *table, struct move_list *list_out)
{
	struct card_state *then;
	uint8_t seat;

	list_out->count = 0;
	if (table->now.phase == PHASE_DEMAND)
		return table->now.demanded;
	if (table->now.phase == PHASE_OVER)
		return NO_SIDE;
	if (table->now.phase == PHASE_MOVE) {
		legality_moves(table, list_out);
		return table->field.position.turn;
	}
	then = base_alloc(sizeof *then);
	card_state_copy(then, table);
	submit_pass_all(then);
	seat = submit_legal(then, list_out);
	free(then);
	return seat;
}

bool submit_is_next(const struct card_state *table, uint8_t seat, struct card_state *next_out)
{
	uint8_t next;

	card_state_try(next_out, table);
	next_out->now.window = 0;
	reaction_window_advance(next_out, NULL);
	if (next_out->now.phase == PHASE_OVER)
		return false;
	next = next_out->now.phase == PHASE_DEMAND
		       ? next_out->now.demanded
		       : next_out->field.position.controller[next_out->field.position.turn];
	return next == seat;
}
