/* SPDX-License-Identifier: MIT */
/* Acts of the clock on a table: closes windows, and takes turns away. */
#include "core/cards/resolve/action_script.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/variant/variant_data.h"

void submit_close_window(struct card_state *table, uint16_t seats, struct event_list *record)
{
	if (table->now.phase != PHASE_WINDOW)
		return;
	table->now.window &= (uint16_t)~seats;
	reaction_window_advance(table, record);
	submit_apply_deferred(table, record);
}

void submit_lose_turn(struct card_state *table, struct event_list *record)
{
	const struct effect *panic = card_state_find_panic(table);
	struct effect lost;

	if (panic == NULL)
		return;
	if (table->now.phase == PHASE_MOVE) {
		turn_cycle_lose(table, record);
		submit_apply_deferred(table, record);
		return;
	}
	lost = *panic;
	lost.what = EFFECT_LOST;
	lost.copy = NO_COPY;
	card_board_end_effect(table->book, &table->field, panic->serial, record);
	card_board_add_effect(table->book, &table->field, lost, record);
	action_script_sweep(table, record);
}
