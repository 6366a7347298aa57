/* SPDX-License-Identifier: MIT */
/* Facts about cards: out of hands, onto the discards, drawn, taken and set aside. */
#include <stdio.h>

#include "core/cards/table/facts.h"

/* More cards than one action may bring to the discards: its own, and those of all effects that end
 * by it. */
enum { DISCARDS_OF_ACTION = MAX_EFFECTS + 2 };

/* The card turns face up; on a table that was concealed it may be of no known kind. */
static void record_face(const struct table *table, uint16_t copy, struct event_list *record)
{
	struct event event = event_about(EVENT_FACE, NO_SIDE, copy, NULL);

	if (table->piles.copies[copy].kind == NO_CARD)
		return;
	event.text = table->book->set->cards[table->piles.copies[copy].kind].name;
	event_add(record, event);
}

/* Of two equal cards of a seat each action has looked for its own before the first was laid down,
 * and found the same. One that is taken back keeps its: by that it is known that the card has been
 * played anew. */
static void lose_copy(struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	for (uint8_t i = 0; i < table->action_count; i++) {
		struct action *other = &table->actions[i];

		if (i != number && other->seat == action->seat && other->copy == action->copy &&
		    other->fate != ACTION_RETURNED)
			other->copy = NO_COPY;
	}
}

bool facts_play_card(struct table *table, uint8_t number, struct event_list *record)
{
	struct action *action = &table->actions[number];
	struct piles *piles = &table->piles;
	const struct copy *copy = &piles->copies[action->copy == NO_COPY ? 0 : action->copy];

	if (action->copy == NO_COPY || copy->zone != ZONE_HAND || copy->seat != action->seat)
		action->copy = piles_find(piles, ZONE_HAND, action->seat, action->card);
	if (action->copy == NO_COPY)
		return false;
	lose_copy(table, number);
	action->place = piles->copies[action->copy].place;
	record_face(table, action->copy, record);
	piles_play(piles, action->copy, action->seat);
	event_add(record, event_about(EVENT_PLAYS, action->seat, number, NULL));
	return true;
}

/* Whether another action of the turn has drawn the copy, or turned it over, as far as its card
 * wasn't handed back earlier. */
static bool is_spoken_for(const struct table *table, uint16_t copy, uint8_t number)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (i != number && table->actions[i].drawn == copy &&
		    !table->actions[i].was_returned)
			return true;
	return false;
}

/* The card that the action draws, or turns over, which is noted as its; NO_COPY when the pile has
 * none for it. */
static uint16_t find_next(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];
	const struct piles *piles = &table->piles;
	uint16_t copies[MAX_COPIES];
	unsigned count;

	if (action->drawn != NO_COPY && piles->copies[action->drawn].zone == ZONE_DRAW)
		return action->drawn;
	count = piles_list(piles, ZONE_DRAW, action->seat, copies);
	for (unsigned i = 0; i < count; i++)
		if (!is_spoken_for(table, copies[i], number))
			return copies[i];
	return NO_COPY;
}

static uint16_t next_card(struct table *table, uint8_t number)
{
	return table->actions[number].drawn = find_next(table, number);
}

bool facts_draw(struct table *table, uint8_t number, struct event_list *record)
{
	const struct action *action = &table->actions[number];
	uint16_t copy = next_card(table, number);

	if (copy == NO_COPY)
		return false;
	piles_take(&table->piles, copy, action->seat);
	event_add(record, event_about(EVENT_DRAWS, action->seat, number, NULL));
	return true;
}

void facts_set_aside(struct table *table, uint16_t copy, struct event_list *record)
{
	if (table->piles.common) {
		facts_discard(table, copy, record);
		return;
	}
	piles_set_aside(&table->piles, copy);
	event_add(record, event_about(EVENT_ASIDE, NO_SIDE, copy, NULL));
}

void facts_had_turn(struct table *table, uint8_t seat, struct event_list *record)
{
	table->field.position.round |= (uint16_t)(1u << seat);
	event_add(record, event_about(EVENT_HAD_TURN, seat, 0, NULL));
}

bool facts_draw_top(struct table *table, uint8_t seat, struct event_list *record)
{
	if (piles_draw(&table->piles, seat) == NO_COPY)
		return false;
	event_add(record, event_about(EVENT_TOP, seat, 0, NULL));
	return true;
}

void facts_redraw(struct table *table, uint8_t seat, uint16_t copy, struct event_list *record)
{
	piles_lay_under(&table->piles, copy);
	piles_draw(&table->piles, seat);
	table->start_piles = table->piles;
	event_add(record, event_about(EVENT_UNDER, seat, copy, NULL));
}

void facts_mill(struct table *table, uint8_t number, struct event_list *record)
{
	const struct action *action = &table->actions[number];
	uint16_t copy = next_card(table, number);

	if (copy == NO_COPY)
		return;
	record_face(table, copy, record);
	piles_discard(&table->piles, copy);
	event_add(record, event_about(EVENT_MILLS, action->seat, number, NULL));
}

/* Where in the discards the card of that action of the open turn lies. */
static int32_t place_of(const struct table *table, uint8_t number)
{
	return table->start_piles.stamp + DISCARDS_OF_ACTION * (number + 1);
}

/* A card lies in the order in which it was played, though a reaction's place in the turn may be
 * before that of a card played earlier [discards-by-time]. */
static void order_discard(struct table *table, uint16_t copy, uint8_t seat, int32_t stamp)
{
	int32_t *place = &table->piles.copies[copy].place;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->copy != copy || action->kind != ACTION_CARD || action->seat != seat ||
		    (action->fate == ACTION_STANDS &&
		     table->book->set->cards[action->acts_as].continuing))
			continue;
		*place = place_of(table, i);
		table->piles.stamp = stamp > *place ? stamp : *place;
	}
}

void facts_discard(struct table *table, uint16_t copy, struct event_list *record)
{
	int32_t stamp = table->piles.stamp;
	uint8_t seat = table->piles.copies[copy].seat;

	record_face(table, copy, record);
	piles_discard(&table->piles, copy);
	order_discard(table, copy, seat, stamp);
	event_add(record, event_about(EVENT_DISCARD, NO_SIDE, copy, NULL));
}

void facts_fall(struct table *table, uint16_t copy, uint8_t number, struct event_list *record)
{
	struct piles *piles = &table->piles;
	int32_t stamp = piles->stamp, place = place_of(table, number);
	char text[8];

	record_face(table, copy, record);
	piles_discard(piles, copy);
	for (uint16_t other = 0; other < piles->count; other++) {
		const struct copy *card = &piles->copies[other];

		if (other != copy && card->zone == ZONE_DISCARDS && card->place > place &&
		    card->place < place_of(table, number) + DISCARDS_OF_ACTION - 1)
			place = card->place;
	}
	piles->copies[copy].place = ++place;
	piles->stamp = stamp > place ? stamp : place;
	snprintf(text, sizeof text, "%u", number);
	event_add(record, event_about(EVENT_FALLS, NO_SIDE, copy, text));
}

uint8_t facts_fallen_by(const struct table *table, uint16_t copy)
{
	const struct copy *card = &table->piles.copies[copy];
	int32_t behind = card->place - table->start_piles.stamp;

	if (card->zone != ZONE_DISCARDS || behind < DISCARDS_OF_ACTION ||
	    behind % DISCARDS_OF_ACTION == 0 || behind / DISCARDS_OF_ACTION > MAX_ACTIONS)
		return NO_ACTION;
	return (uint8_t)(behind / DISCARDS_OF_ACTION - 1);
}

void facts_take(struct table *table, uint8_t seat, uint16_t copy, struct event_list *record)
{
	piles_take(&table->piles, copy, seat);
	event_add(record, event_about(EVENT_GETS, seat, copy, NULL));
}

void facts_note_card(struct table *table, uint8_t number, struct event_list *record)
{
	const struct action *action = &table->actions[number];

	/* Haunting Memories is skipped: what it copied stays the last card, and whose it was. */
	if (table->book->set->cards[action->card].effect->verb == VERB_ECHO)
		return;
	table->field.last_card = action->acts_as;
	table->field.last_card_by = table->piles.copies[action->copy].owner;
	table->field.last_card_unique = table->book->set->cards[action->acts_as].unique;
	event_add(record, event_about(EVENT_LAST, NO_SIDE, number, NULL));
}
