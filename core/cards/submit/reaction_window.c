/* SPDX-License-Identifier: MIT */
/* Who may still answer the open turn [turn-in-one-letter] [all-are-asked] [mover-may-answer]
 * [asked-again] [next-opponent-asked]. */
#include <string.h>

#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/cards/field/ways.h"
#include "core/order/order_cards.h"
#include "core/variant/variant_data.h"

/* [next-opponent-asked]: the next opponent of the mover in turn order. */
static uint8_t next_opponent(const struct table *table)
{
	const struct variant *variant = table->book->variant;
	uint8_t mover = table->start.position.turn;

	for (unsigned i = 1; i < variant->side_count; i++) {
		uint8_t seat = (uint8_t)((mover + i) % variant->side_count);

		if (field_opposes(table->book, &table->field, mover, seat))
			return seat;
	}
	return NO_SIDE;
}

/* After one every other seat is asked, partners of the mover too [mover-may-answer]; before, his
 * opponents [opponent-of-choice].
 */
static bool has_reaction(const struct table *table)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (table->actions[i].kind == ACTION_CARD && !script_is_own(table, i) &&
		    table->actions[i].fate != ACTION_RETURNED)
			return true;
	return false;
}

/* Whether the seat is asked after what `actor` has done: an opponent of the mover
 * [opponent-of-choice], after a reaction any other [mover-may-answer], that holds a card and has
 * played none. */
static bool admits(const struct table *table, uint8_t seat, uint8_t actor)
{
	uint8_t mover = table->start.position.turn;

	if (seat == actor || !(table->field.position.in_play >> seat & 1) ||
	    table->now.played >> seat & 1 || piles_size(&table->piles, ZONE_HAND, seat) == 0)
		return false;
	if (table->book->window_hours == 0 && seat != next_opponent(table))
		return false;
	return has_reaction(table) || field_opposes(table->book, &table->field, seat, mover);
}

/* A turn that waits is its seat's PASS as long as the board stays as it was [turn-kept]. */
static bool has_passed_ahead(const struct table *table, uint8_t seat)
{
	struct position_key now = facts_board_key(&table->field);

	return table->held[seat].there && memcmp(&now, &table->held[seat].board, sizeof now) == 0;
}

static bool lost_piece(const struct table *table, uint8_t seat)
{
	const struct story *story = &table->field.story;

	for (unsigned i = 0; i < story->taken_count; i++)
		if (table->field.position.pieces[story->taken[i].piece].side == seat)
			return true;
	return false;
}

/* In closed attempts of this turn, too. */
static bool saw_card(const struct table *table, uint8_t seat)
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

bool window_is_waived(const struct table *table, uint8_t seat)
{
	unsigned rules = table->autopass[seat];

	return rules & AUTOPASS_ON &&
	       !(rules & AUTOPASS_CHECK && ways_in_check(table->book, &table->field, seat)) &&
	       !(rules & AUTOPASS_CAPTURE && lost_piece(table, seat)) &&
	       !(rules & AUTOPASS_CARD && saw_card(table, seat));
}

void window_open(struct table *table, uint8_t actor)
{
	table->now.window = 0;
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (admits(table, seat, actor) && !has_passed_ahead(table, seat) &&
		    !window_is_waived(table, seat))
			table->now.window |= (uint16_t)(1u << seat);
}

/* The attempt is closed: fogged or undone, it leaves its cards on the discards and the mover to
 * move. */
static void begin_again(struct table *table, struct event_list *record)
{
	table->now.settled = table->now.played;
	table->now.state = TURN_OPEN;
	table->now.no_card = table->now.played >> table->start.position.turn & 1;
	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		facts_will_discard(table, seat, NO_COPY, record);
	table->now.begun_again = true;
	turns_clear_gone(table, record);
	facts_settle(table, SETTLE_ATTEMPT, record);
}

void window_advance(struct table *table, struct event_list *record)
{
	if (table->outcome.status != STATUS_PLAYING) {
		table->now.phase = PHASE_OVER;
	} else if (table->now.demanded != NO_SIDE) {
		table->now.phase = PHASE_DEMAND;
	} else if (table->now.window != 0) {
		table->now.phase = PHASE_WINDOW;
	} else if (table->now.state == TURN_IN || table->now.state == TURN_VOID) {
		turns_final(table, record);
		return;
	} else {
		table->now.phase = PHASE_MOVE;
		if (table->now.state == TURN_AGAIN)
			begin_again(table, record);
		if (table->now.begun_again && table->now.no_card &&
		    !ways_any_move(table->book, &table->field, table->field.position.turn)) {
			turns_stuck(table, record);
			return;
		}
	}
	facts_note_state(table, record);
}

const char *window_held(struct table *table, struct event_list *record)
{
	static char text[HELD_MAX];
	struct position_key now = facts_board_key(&table->field);
	uint8_t seat =
		table->now.phase == PHASE_DEMAND ? table->now.demanded : table->field.position.turn;
	bool same;

	if (table->now.phase == PHASE_OVER || table->now.phase == PHASE_WINDOW ||
	    seat >= MAX_SIDES || !table->held[seat].there)
		return NULL;
	memcpy(text, table->held[seat].text, sizeof text);
	same = memcmp(&now, &table->held[seat].board, sizeof now) == 0;
	facts_let_go(table, seat, !same, record);
	return same ? text : NULL;
}
