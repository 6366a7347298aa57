/* SPDX-License-Identifier: MIT */
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"

const struct card *script_card(const struct table *table, const struct action *action)
{
	return action->kind == ACTION_CARD ? &table->book->set->cards[action->acts_as] : NULL;
}

enum table_verb script_verb(const struct table *table, uint8_t number)
{
	const struct card *card = script_card(table, &table->actions[number]);

	return card == NULL ? VERB_NONE : card->effect->verb;
}

bool script_is_own(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return action->kind != ACTION_SAID && action->answers == NO_ACTION &&
	       !(action->kind == ACTION_CARD && !(action->when & WHEN_OWN));
}

bool script_has_move(const struct table *table, uint8_t first)
{
	for (uint8_t i = first; i < table->action_count; i++) {
		if (script_is_own(table, i) && table->actions[i].when == WHEN_INSTEAD)
			return true;
	}
	return false;
}

bool script_is_played_again(const struct table *table, uint8_t number)
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

bool script_is_fogged(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	for (uint8_t i = (uint8_t)(number + 1); i < table->action_count; i++) {
		const struct action *fog = &table->actions[i];

		if (fog->answers == number && script_verb(table, i) == VERB_FOG && !fog->forced &&
		    !script_is_played_again(table, i) && !script_is_fogged(table, i))
			return true;
	}
	return action->plots != NO_ACTION && script_is_fogged(table, action->plots);
}

bool script_makes_void(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];
	struct answer answer;

	return script_verb(table, number) == VERB_TOLL && table_answer(table, number, 0, &answer) &&
	       answer.no && !action->forced && !script_is_fogged(table, number);
}

uint8_t script_undone_from(const struct table *table, uint8_t number)
{
	uint8_t last = NO_ACTION;
	unsigned count = 0;

	for (uint8_t i = 0; i < number; i++) {
		const struct action *action = &table->actions[i];

		if (script_is_own(table, i) && action->plots != NO_ACTION &&
		    action->when == WHEN_INSTEAD && !action->forced &&
		    !script_is_fogged(table, i)) {
			last = i;
			count++;
		}
	}
	return count > 1 ? last : 0;
}

bool script_is_over(const struct table *table, uint16_t copy)
{
	const struct field *field = &table->field;

	if (table->piles.copies[copy].zone != ZONE_PLAY)
		return false;
	FIELD_EFFECTS (effect, field)
		if (effect->copy == copy && !lasting_of(table->book, effect)->due)
			return false;
	return true;
}

void script_sweep(struct table *table, struct event_list *record)
{
	for (uint16_t copy = 0; copy < table->piles.count; copy++)
		if (script_is_over(table, copy))
			facts_discard(table, copy, record);
}

/* The copy that leaves the hand is known before its effect: a continuing one is bound to it. */
void script_pick_copy(struct table *table, uint8_t number)
{
	struct action *action = &table->actions[number];
	const struct copy *copy = &table->piles.copies[action->copy == NO_COPY ? 0 : action->copy];

	if (action->kind == ACTION_CARD &&
	    (action->copy == NO_COPY || copy->zone != ZONE_HAND || copy->seat != action->seat))
		action->copy = piles_find(&table->piles, ZONE_HAND, action->seat, action->card);
}

bool script_is_held(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return action->kind != ACTION_CARD ||
	       (action->copy != NO_COPY && table->piles.copies[action->copy].zone == ZONE_HAND &&
		table->piles.copies[action->copy].seat == action->seat);
}
