/* SPDX-License-Identifier: MIT */
/* Decides who may still answer the open turn [turn-in-one-letter] [all-are-asked]
 * [mover-may-answer] [asked-again] [next-opponent-asked]. */
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/order/order_args_cards.h"
#include "core/variant/variant_data.h"

/* Returns the next opponent of the mover in turn order [next-opponent-asked]. */
static uint8_t next_opponent(const struct card_state *table)
{
	const struct variant *variant = table->book->variant;
	uint8_t mover = table->start.position.turn;

	for (unsigned i = 1; i < variant->side_count; i++) {
		uint8_t seat = (uint8_t)((mover + i) % variant->side_count);

		if (card_board_opposes(table->book, &table->field, mover, seat))
			return seat;
	}
	return NO_SIDE;
}

/* Reports whether there is a reaction. After one, every other seat is asked, partners of the mover
 * too [mover-may-answer]; before, only the mover's opponents [opponent-of-choice]. */
static bool has_reaction(const struct card_state *table)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (table->actions[i].kind == ACTION_CARD && !action_script_is_own(table, i) &&
		    table->actions[i].fate != ACTION_RETURNED)
			return true;
	return false;
}

/* Reports whether the seat is asked after an action of `actor`. It must hold a card and have
 * played none. It is an opponent of the mover [opponent-of-choice] or, after a reaction, any
 * other seat [mover-may-answer]. */
static bool may_react(const struct card_state *table, uint8_t seat, uint8_t actor)
{
	uint8_t mover = table->start.position.turn;

	if (seat == actor || !(table->field.position.in_play >> seat & 1) ||
	    table->now.played >> seat & 1 || piles_size(&table->piles, ZONE_HAND, seat) == 0)
		return false;
	if (table->book->window_hours == 0 && seat != next_opponent(table))
		return false;
	return has_reaction(table) || card_board_opposes(table->book, &table->field, seat, mover);
}

/* Reports whether the seat's held turn counts as its PASS, because the board is the same as then
 * [turn-kept]. */
static bool has_passed_ahead(const struct card_state *table, uint8_t seat)
{
	struct position_key now = state_events_board_key(&table->field);

	return table->held[seat].there && memcmp(&now, &table->held[seat].board, sizeof now) == 0;
}

static bool lost_piece(const struct card_state *table, uint8_t seat)
{
	const struct turn_log *turn_log = &table->field.turn_log;

	for (unsigned i = 0; i < turn_log->taken_count; i++)
		if (table->field.position.pieces[turn_log->taken[i].piece].side == seat)
			return true;
	return false;
}

/* Reports whether another seat has played a card, also in closed attempts of this turn. */
static bool saw_card(const struct card_state *table, uint8_t seat)
{
	if (table->now.settled & ~(1u << seat))
		return true;
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_CARD && action->seat != seat &&
		    action->fate != ACTION_RETURNED)
			return true;
	}
	return false;
}

bool reaction_window_is_waived(const struct card_state *table, uint8_t seat)
{
	unsigned rules = table->autopass[seat];

	return rules & AUTOPASS_ON &&
	       !(rules & AUTOPASS_CHECK &&
		 card_movegen_in_check(table->book, &table->field, seat)) &&
	       !(rules & AUTOPASS_CAPTURE && lost_piece(table, seat)) &&
	       !(rules & AUTOPASS_CARD && saw_card(table, seat));
}

void reaction_window_open(struct card_state *table, uint8_t actor)
{
	table->now.window = 0;
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (may_react(table, seat, actor) && !has_passed_ahead(table, seat) &&
		    !reaction_window_is_waived(table, seat))
			table->now.window |= (uint16_t)(1u << seat);
}

/* Closes an attempt that was fogged or undone: its cards stay on the discards, and the mover is to
 * move. */
static void reopen_turn(struct card_state *table, struct event_list *record)
{
	table->now.settled = table->now.played;
	table->now.state = TURN_OPEN;
	table->now.no_card = table->now.played >> table->start.position.turn & 1;
	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		state_events_will_discard(table, seat, NO_COPY, record);
	table->now.begun_again = true;
	turn_cycle_clear_gone(table, record);
	state_events_settle(table, SETTLE_ATTEMPT, record);
}

void reaction_window_advance(struct card_state *table, struct event_list *record)
{
	if (table->outcome.status != STATUS_PLAYING) {
		table->now.phase = PHASE_OVER;
	} else if (table->now.demanded != NO_SIDE) {
		table->now.phase = PHASE_DEMAND;
	} else if (table->now.window != 0) {
		table->now.phase = PHASE_WINDOW;
	} else if (table->now.state == TURN_IN || table->now.state == TURN_VOID) {
		turn_cycle_final(table, record);
		return;
	} else {
		table->now.phase = PHASE_MOVE;
		if (table->now.state == TURN_AGAIN)
			reopen_turn(table, record);
		if (table->now.begun_again && table->now.no_card &&
		    !card_movegen_any_move(table->book, &table->field,
					   table->field.position.turn)) {
			turn_cycle_stuck(table, record);
			return;
		}
	}
	state_events_note_state(table, record);
}

bool reaction_window_held(struct card_state *table, struct event_list *record,
			  char text_out[HELD_MAX])
{
	struct position_key now = state_events_board_key(&table->field);
	uint8_t seat =
		table->now.phase == PHASE_DEMAND ? table->now.demanded : table->field.position.turn;
	bool same;

	if (table->now.phase == PHASE_OVER || table->now.phase == PHASE_WINDOW ||
	    seat >= MAX_SIDES || !table->held[seat].there)
		return false;
	memcpy(text_out, table->held[seat].text, HELD_MAX);
	same = memcmp(&now, &table->held[seat].board, sizeof now) == 0;
	state_events_release_turn(table, seat, !same, record);
	return same;
}
