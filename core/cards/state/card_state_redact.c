/* SPDX-License-Identifier: MIT */
/* A table as one seat sees it: texts about it can't reveal more. */
#include <string.h>

#include "core/cards/state/action.h"
#include "core/cards/state/card_state.h"

/* Reports whether the seat may know which card that is: the seat holds it, or it is face up. */
static bool is_visible_to(const struct copy *copy, uint8_t seat)
{
	return copy->zone == ZONE_PLAY || copy->zone == ZONE_DISCARDS ||
	       (copy->zone == ZONE_HAND && copy->seat == seat);
}

static void conceal_effects(const struct card_ruleset *book, struct card_board *field, uint8_t seat)
{
	for (unsigned i = 0; i < field->effect_count; i++)
		if (continuous_of(book, &field->effects[i])->secret && field->effects[i].by != seat)
			field->effects[i].squares[0] = NO_SQUARE;
}

static void conceal_targets(struct card_state *table, uint8_t seat)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->seat == seat || !action_is_secret(table->book, action))
			continue;
		text_store_blind(&table->words, action->words);
	}
}

bool card_state_is_blind(const struct card_state *table, uint8_t seat)
{
	const struct card_board *field = &table->field;

	for (unsigned i = 0; i < field->effect_count; i++)
		if (continuous_of(table->book, &field->effects[i])->blinds &&
		    field->effects[i].seat == seat)
			return true;
	return false;
}

static void conceal_lots(struct card_state *table, uint8_t seat)
{
	struct lots *lots = &table->lots;

	setup_phase_conceal(&table->gather, seat);
	memset(lots->secret, 0, sizeof lots->secret);
	for (uint8_t other = 0; other < MAX_SIDES; other++)
		if (other != seat)
			memset(lots->words[other], 0, sizeof lots->words[other]);
}

void card_state_conceal(struct card_state *table, uint8_t seat)
{
	uint8_t turn = table->field.position.turn;

	conceal_lots(table, seat);
	for (uint16_t i = 0; i < table->piles.count; i++) {
		if (is_visible_to(&table->piles.copies[i], seat) ||
		    is_visible_to(&table->start_piles.copies[i], seat))
			continue;
		table->piles.copies[i].kind = NO_CARD;
		table->start_piles.copies[i].kind = NO_CARD;
	}
	conceal_effects(table->book, &table->field, seat);
	conceal_effects(table->book, &table->start, seat);
	conceal_targets(table, seat);
	table->blind = card_state_is_blind(table, seat);
	for (uint8_t other = 0; other < MAX_SIDES; other++) {
		if (other == seat)
			continue;
		memset(&table->held[other], 0, sizeof table->held[other]);
		table->discard[other] = NO_COPY;
	}
	if (turn == NO_SIDE || table->field.position.controller[turn] != seat)
		memset(&table->ahead, 0, sizeof table->ahead);
}
