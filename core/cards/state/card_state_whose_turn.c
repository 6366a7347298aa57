/* SPDX-License-Identifier: MIT */
/* Finds the seat that is asked, and the seat whose turn is next, for the clock. */
#include "core/cards/state/card_state.h"
#include "core/variant/variant_data.h"

uint8_t card_state_demand_card(const struct card_state *table)
{
	const struct effect *asking;

	if (table->now.demanded == NO_SIDE)
		return NO_CARD;
	if (table->now.demand != NO_ACTION && table->actions[table->now.demand].kind == ACTION_CARD)
		return table->actions[table->now.demand].acts_as;
	asking = card_board_asking(table->book, &table->field, table->now.demanded,
				   table->now.demand == NO_ACTION);
	return asking == NULL ? NO_CARD : asking->card;
}

/* Returns the side after the mover, except sides that lose that turn. */
static uint8_t side_after_mover(const struct card_state *table)
{
	const struct variant *variant = table->book->variant;
	uint8_t side = table->start.position.turn;

	for (unsigned i = 0; i < variant->side_count; i++) {
		side = rules_next_seat(variant, &table->field.position, side);
		if (card_board_effect_on(&table->field, EFFECT_LOST, side) == NULL)
			break;
	}
	return side;
}

static uint8_t next_side(const struct card_state *table)
{
	switch (table->now.phase) {
	case PHASE_MOVE:
		return table->field.position.turn;
	case PHASE_WINDOW:
		return table->now.state == TURN_IN || table->now.state == TURN_VOID
			       ? side_after_mover(table)
			       : table->start.position.turn;
	case PHASE_DEMAND:
		return table->now.demand == NO_ACTION ? table->field.position.turn : NO_SIDE;
	default:
		return NO_SIDE;
	}
}

uint8_t card_state_next(const struct card_state *table)
{
	uint8_t side = next_side(table);

	return side < table->book->variant->side_count ? table->field.position.controller[side]
						       : NO_SIDE;
}

/* A turn that must be played again is no longer under Panic. */
const struct effect *card_state_find_panic(const struct card_state *table)
{
	uint8_t side = next_side(table);

	if (side == NO_SIDE || table->now.state == TURN_AGAIN ||
	    (table->now.phase == PHASE_MOVE && (table->now.begun_again || table->now.no_card)))
		return NULL;
	return card_board_effect_on(&table->field, EFFECT_PANIC, side);
}

bool card_state_is_panicked(const struct card_state *table)
{
	return card_state_find_panic(table) != NULL;
}

bool card_state_demand_is_panicked(const struct card_state *table)
{
	uint8_t card = card_state_demand_card(table);
	const struct demand_rules *demand =
		card == NO_CARD ? NULL : table->book->set->cards[card].effect->demand;

	return demand != NULL && demand->panicked;
}
