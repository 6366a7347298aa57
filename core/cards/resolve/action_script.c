/* SPDX-License-Identifier: MIT */
#include "core/cards/resolve/action_script.h"
#include "core/cards/state/card_state_events.h"

const struct card *action_script_card(const struct card_state *table, const struct action *action)
{
	return action->kind == ACTION_CARD ? &table->book->set->cards[action->acts_as] : NULL;
}

enum table_verb action_script_verb(const struct card_state *table, uint8_t number)
{
	const struct card *card = action_script_card(table, &table->actions[number]);

	return card == NULL ? VERB_NONE : card->effect->verb;
}

bool action_script_is_own(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return action->kind != ACTION_SAID && action->answers == NO_ACTION &&
	       !(action->kind == ACTION_CARD && !(action->when & WHEN_OWN));
}

bool action_script_has_move(const struct card_state *table, uint8_t first)
{
	for (uint8_t i = first; i < table->action_count; i++) {
		if (action_script_is_own(table, i) && table->actions[i].when == WHEN_INSTEAD)
			return true;
	}
	return false;
}

bool action_script_is_played_again(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	for (unsigned i = number + 1u; i < table->action_count; i++) {
		if (action->kind == ACTION_CARD && action->copy != NO_COPY &&
		    table->actions[i].copy == action->copy &&
		    table->actions[i].seat == action->seat)
			return true;
	}
	return false;
}

bool action_script_is_fogged(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	for (uint8_t i = (uint8_t)(number + 1); i < table->action_count; i++) {
		const struct action *fog = &table->actions[i];

		if (fog->answers == number && action_script_verb(table, i) == VERB_FOG &&
		    !fog->forced && !action_script_is_played_again(table, i) &&
		    !action_script_is_fogged(table, i))
			return true;
	}
	return action->plots != NO_ACTION && action_script_is_fogged(table, action->plots);
}

bool action_script_makes_void(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];
	struct answer answer;

	return action_script_verb(table, number) == VERB_TOLL &&
	       card_state_answer(table, number, 0, &answer) && answer.no && !action->forced &&
	       !action_script_is_fogged(table, number);
}

uint8_t action_script_undone_from(const struct card_state *table, uint8_t number)
{
	uint8_t last = NO_ACTION;
	unsigned count = 0;

	for (uint8_t i = 0; i < number; i++) {
		const struct action *action = &table->actions[i];

		if (action_script_is_own(table, i) && action->plots != NO_ACTION &&
		    action->when == WHEN_INSTEAD && !action->forced &&
		    !action_script_is_fogged(table, i)) {
			last = i;
			count++;
		}
	}
	return count > 1 ? last : 0;
}

bool action_script_is_over(const struct card_state *table, uint16_t copy)
{
	const struct card_board *field = &table->field;

	if (table->piles.copies[copy].zone != ZONE_PLAY)
		return false;
	CARD_BOARD_EFFECTS(effect, field)
	if (effect->copy == copy && !continuous_of(table->book, effect)->due)
		return false;
	return true;
}

void action_script_sweep(struct card_state *table, struct event_list *record)
{
	for (uint16_t copy = 0; copy < table->piles.count; copy++)
		if (action_script_is_over(table, copy))
			state_events_discard(table, copy, record);
}

/* The copy must be known before the card's effect, because a continuing effect is bound to it. */
void action_script_pick_copy(struct card_state *table, uint8_t number)
{
	struct action *action = &table->actions[number];
	const struct copy *copy = &table->piles.copies[action->copy == NO_COPY ? 0 : action->copy];

	if (action->kind == ACTION_CARD &&
	    (action->copy == NO_COPY || copy->zone != ZONE_HAND || copy->seat != action->seat))
		action->copy = piles_find(&table->piles, ZONE_HAND, action->seat, action->card);
}

bool action_script_is_held(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return action->kind != ACTION_CARD ||
	       (action->copy != NO_COPY && table->piles.copies[action->copy].zone == ZONE_HAND &&
		table->piles.copies[action->copy].seat == action->seat);
}
