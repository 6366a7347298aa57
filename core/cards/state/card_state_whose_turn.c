/* SPDX-License-Identifier: MIT */
/* Who is asked, and whose turn is next: what the clock must know of a table. */
#include "core/cards/table/table.h"
#include "core/variant/variant_data.h"

uint8_t table_demand_card(const struct table *table)
{
	const struct effect *asking;

	if (table->now.demanded == NO_SIDE)
		return NO_CARD;
	if (table->now.demand != NO_ACTION && table->actions[table->now.demand].kind == ACTION_CARD)
		return table->actions[table->now.demand].acts_as;
	asking = field_asking(table->book, &table->field, table->now.demanded,
			      table->now.demand == NO_ACTION);
	return asking == NULL ? NO_CARD : asking->card;
}

/* Behind the mover; who loses that turn isn't next. */
static uint8_t side_behind(const struct table *table)
{
	const struct variant *variant = table->book->variant;
	uint8_t side = table->start.position.turn;

	for (unsigned i = 0; i < variant->side_count; i++) {
		side = rules_next_seat(variant, &table->field.position, side);
		if (field_effect_on(&table->field, EFFECT_LOST, side) == NULL)
			break;
	}
	return side;
}

static uint8_t next_side(const struct table *table)
{
	switch (table->now.phase) {
	case PHASE_MOVE:
		return table->field.position.turn;
	case PHASE_WINDOW:
		return table->now.state == TURN_IN || table->now.state == TURN_VOID
			       ? side_behind(table)
			       : table->start.position.turn;
	case PHASE_DEMAND:
		return table->now.demand == NO_ACTION ? table->field.position.turn : NO_SIDE;
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
const struct effect *table_find_panic(const struct table *table)
{
	uint8_t side = next_side(table);

	if (side == NO_SIDE || table->now.state == TURN_AGAIN ||
	    (table->now.phase == PHASE_MOVE && (table->now.begun_again || table->now.no_card)))
		return NULL;
	return field_effect_on(&table->field, EFFECT_PANIC, side);
}

bool table_is_panicked(const struct table *table)
{
	return table_find_panic(table) != NULL;
}

bool table_demand_is_panicked(const struct table *table)
{
	uint8_t card = table_demand_card(table);
	const struct demand_rules *demand =
		card == NO_CARD ? NULL : table->book->set->cards[card].effect->demand;

	return demand != NULL && demand->panicked;
}
