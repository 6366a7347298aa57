/* SPDX-License-Identifier: MIT */
/* What the clock must know of a table, and does to it: whose turn is next, windows closed, turns
 * lost. */
#include "core/cards/table/facts.h"
#include "core/cards/message/message.h"
#include "core/cards/script/walk.h"
#include "core/cards/message/table_turn.h"
#include "core/variant/variant_data.h"

/* The effect of that kind that binds the side, or NULL. */
static const struct effect *binding(const struct table *table, enum effect_kind what, uint8_t side)
{
	for (unsigned i = 0; i < table->field.effect_count; i++) {
		const struct effect *effect = &table->field.effects[i];

		if (effect->what == what && effect->seat == side && !effect->suspended)
			return effect;
	}
	return NULL;
}

/* Behind the mover; who loses that turn isn't next. */
static uint8_t side_behind(const struct table *table)
{
	const struct variant *variant = table->book->variant;
	uint8_t side = table->start.position.turn;

	for (unsigned i = 0; i < variant->side_count; i++) {
		side = rules_next_seat(variant, &table->field.position, side);
		if (binding(table, EFFECT_LOST, side) == NULL)
			break;
	}
	return side;
}

static uint8_t next_side(const struct table *table)
{
	switch (table->phase) {
	case PHASE_MOVE:
		return table->field.position.turn;
	case PHASE_WINDOW:
		return table->state == TURN_IN || table->state == TURN_VOID
			       ? side_behind(table)
			       : table->start.position.turn;
	case PHASE_DEMAND:
		return table->demand == NO_ACTION ? table->field.position.turn : NO_SIDE;
	default:
		return NO_SIDE;
	}
}

uint8_t table_next(const struct table *table)
{
	uint8_t side = next_side(table);

	return side < table->book->variant->side_count ? table->field.position.controller[side]
						       : NO_SIDE;
}

/* A turn that must be done again is under Panic no more. */
static const struct effect *find_panic(const struct table *table)
{
	uint8_t side = next_side(table);

	if (side == NO_SIDE || table->state == TURN_AGAIN ||
	    (table->phase == PHASE_MOVE && (table->begun_again || table->no_card)))
		return NULL;
	return binding(table, EFFECT_PANIC, side);
}

bool table_is_panicked(const struct table *table)
{
	return find_panic(table) != NULL;
}

bool table_demand_is_panicked(const struct table *table)
{
	uint8_t card = table_demand_card(table);
	const struct demand_rules *demand =
		card == NO_CARD ? NULL : table->book->set->cards[card].effect->demand;

	return demand != NULL && demand->panicked;
}

void table_close_window(struct table *table, uint16_t seats, struct event_list *record)
{
	if (table->phase != PHASE_WINDOW)
		return;
	table->window &= (uint16_t)~seats;
	window_advance(table, record);
	table_go_on(table, record);
}

void table_lose_turn(struct table *table, struct event_list *record)
{
	const struct effect *panic = find_panic(table);
	struct effect lost;

	if (panic == NULL)
		return;
	if (table->phase == PHASE_MOVE) {
		table_turn_lose(table, record);
		table_go_on(table, record);
		return;
	}
	lost = *panic;
	lost.what = EFFECT_LOST;
	lost.copy = NO_COPY;
	field_end_effect(table->book, &table->field, panic->serial, record);
	field_add_effect(table->book, &table->field, lost, record);
	script_sweep(table, record);
}
