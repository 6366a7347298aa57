/* SPDX-License-Identifier: MIT */
/* A seat resigns, or is removed, while a turn is open. */
#include <stdlib.h>

#include "core/cards/resolve/resolve.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/variant/variant_data.h"

/* Reports whether the game would be over without the seat. */
static bool ends_game(const struct card_state *table, uint8_t seat, const char *how)
{
	struct card_state *then = base_alloc(sizeof *then);
	bool ends;

	card_state_try(then, table);
	turn_cycle_beat(then, seat, NO_SIDE, how, NULL);
	ends = then->outcome.status != STATUS_PLAYING;
	free(then);
	return ends;
}

/* Ends the game with the open turn: its actions stay. */
static void end_game(struct card_state *table, uint8_t seat, const char *how,
		     struct event_list *record)
{
	if (table->now.state == TURN_IN)
		turn_cycle_note_played(table, record);
	turn_cycle_beat(table, seat, NO_SIDE, how, record);
	state_events_note_state(table, record);
}

/* Removes the seat in its own turn: the actions of that turn stay, and the next turn begins. */
static void leave_in_own_turn(struct card_state *table, uint8_t seat, const char *how,
			      struct event_list *record)
{
	struct position *position = &table->field.position;

	state_events_will_discard(table, seat, NO_COPY, record);
	turn_cycle_beat(table, seat, NO_SIDE, how, record);
	if (table->now.state == TURN_IN)
		turn_cycle_note_played(table, record);
	turn_cycle_discard(table, record);
	position->turn = rules_next_seat(table->book->variant, position, seat);
	turn_cycle_begin(table, record);
}

/* Evaluates the turn without demands on a seat that has left. */
static void evaluate_without_demands(struct card_state *table, uint8_t seat,
				     struct event_list *record)
{
	struct reason why;

	resolve_script(table, table->action_count, NO_ACTION, record, &why);
	if (table->now.demanded != seat)
		return;
	state_events_set_fate(table, table->now.demand, ACTION_SPENT, true, record);
	resolve_script(table, table->action_count, NO_ACTION, record, &why);
}

/*
 * Evaluates another's turn again as if the seat had left before it, except that the cards it has
 * played in the turn stay. A seat that was asked may answer as before.
 */
static void leave_in_other_turn(struct card_state *table, uint8_t seat, const char *how,
				struct event_list *record)
{
	uint8_t demand = table->now.demanded != NO_SIDE ? table->now.demand : NO_ACTION;

	state_events_will_discard(table, seat, NO_COPY, record);
	if (table->action_count > 0)
		state_events_restart_turn(table, record);
	turn_cycle_beat(table, seat, NO_SIDE, how, record);
	state_events_settle(table, SETTLE_BOARD, record);
	if (table->action_count > 0)
		evaluate_without_demands(table, seat, record);
	if (demand != NO_ACTION && table->now.demanded == NO_SIDE && table->now.state != TURN_OPEN)
		reaction_window_open(table, table->actions[demand].seat);
	table->now.window &= (uint16_t) ~(1u << seat);
	reaction_window_advance(table, record);
}

void submit_leave(struct card_state *table, uint8_t seat, const char *how,
		  struct event_list *record)
{
	if (ends_game(table, seat, how))
		end_game(table, seat, how, record);
	else if (table->start.position.turn == seat)
		leave_in_own_turn(table, seat, how, record);
	else
		leave_in_other_turn(table, seat, how, record);
	submit_apply_deferred(table, record);
}
