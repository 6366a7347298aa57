/* SPDX-License-Identifier: MIT */
/* Events about cards: leaving hands, going onto the discards, being drawn, taken and set aside. */
#include <stdio.h>

#include "core/cards/state/card_state_events.h"

/* More cards than one action can bring to the discards: its own, and those of all effects that it
 * ends. */
enum { DISCARDS_OF_ACTION = MAX_EFFECTS + 2 };

/* Records that the card turns face up. On a concealed table its kind may be unknown. */
static void record_face(const struct card_state *table, uint16_t copy, struct event_list *record)
{
	struct event event = event_about(EVENT_FACE, NO_SIDE, copy, NULL);

	if (table->piles.copies[copy].kind == NO_CARD)
		return;
	event.text = table->book->set->cards[table->piles.copies[copy].kind].name;
	event_add(record, event);
}

/* Takes the copy from other actions. If a seat has two equal cards, each action may have found the
 * same copy before the first was put down. An action that is taken back keeps its copy, which shows
 * that the card has been played again. */
static void detach_copy_from_others(struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	for (uint8_t i = 0; i < table->action_count; i++) {
		struct action *other = &table->actions[i];

		if (i != number && other->seat == action->seat && other->copy == action->copy &&
		    other->fate != ACTION_RETURNED)
			other->copy = NO_COPY;
	}
}

bool state_events_play_card(struct card_state *table, uint8_t number, struct event_list *record)
{
	struct action *action = &table->actions[number];
	struct piles *piles = &table->piles;
	const struct copy *copy = &piles->copies[action->copy == NO_COPY ? 0 : action->copy];

	if (action->copy == NO_COPY || copy->zone != ZONE_HAND || copy->seat != action->seat)
		action->copy = piles_find(piles, ZONE_HAND, action->seat, action->card);
	if (action->copy == NO_COPY)
		return false;
	detach_copy_from_others(table, number);
	action->place = piles->copies[action->copy].place;
	record_face(table, action->copy, record);
	piles_play(piles, action->copy, action->seat);
	event_add(record, event_about(EVENT_PLAYS, action->seat, number, NULL));
	return true;
}

/* Reports whether another action of the turn has drawn the copy or turned it over. An action that
 * was handed back earlier doesn't count. */
static bool is_drawn_by_other(const struct card_state *table, uint16_t copy, uint8_t number)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (i != number && table->actions[i].drawn == copy &&
		    !table->actions[i].was_returned)
			return true;
	return false;
}

/* Returns the card that the action draws or turns over: the one drawn for it before, else the next
 * one that isn't another action's. Returns NO_COPY if the pile has none. */
static uint16_t find_next(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];
	const struct piles *piles = &table->piles;
	uint16_t copies[MAX_COPIES];
	unsigned count;

	if (action->drawn != NO_COPY && piles->copies[action->drawn].zone == ZONE_DRAW)
		return action->drawn;
	count = piles_list(piles, ZONE_DRAW, action->seat, copies);
	for (unsigned i = 0; i < count; i++)
		if (!is_drawn_by_other(table, copies[i], number))
			return copies[i];
	return NO_COPY;
}

static uint16_t next_card(struct card_state *table, uint8_t number)
{
	return table->actions[number].drawn = find_next(table, number);
}

bool state_events_draw(struct card_state *table, uint8_t number, struct event_list *record)
{
	const struct action *action = &table->actions[number];
	uint16_t copy = next_card(table, number);

	if (copy == NO_COPY)
		return false;
	piles_take(&table->piles, copy, action->seat);
	event_add(record, event_about(EVENT_DRAWS, action->seat, number, NULL));
	return true;
}

void state_events_set_aside(struct card_state *table, uint16_t copy, struct event_list *record)
{
	if (table->piles.common) {
		state_events_discard(table, copy, record);
		return;
	}
	piles_set_aside(&table->piles, copy);
	event_add(record, event_about(EVENT_ASIDE, NO_SIDE, copy, NULL));
}

void state_events_had_turn(struct card_state *table, uint8_t seat, struct event_list *record)
{
	table->field.position.round |= (uint16_t)(1u << seat);
	event_add(record, event_about(EVENT_HAD_TURN, seat, 0, NULL));
}

bool state_events_draw_top(struct card_state *table, uint8_t seat, struct event_list *record)
{
	if (piles_draw(&table->piles, seat) == NO_COPY)
		return false;
	event_add(record, event_about(EVENT_TOP, seat, 0, NULL));
	return true;
}

void state_events_redraw(struct card_state *table, uint8_t seat, uint16_t copy,
			 struct event_list *record)
{
	piles_lay_under(&table->piles, copy);
	piles_draw(&table->piles, seat);
	table->start_piles = table->piles;
	event_add(record, event_about(EVENT_UNDER, seat, copy, NULL));
}

void state_events_mill(struct card_state *table, uint8_t number, struct event_list *record)
{
	const struct action *action = &table->actions[number];
	uint16_t copy = next_card(table, number);

	if (copy == NO_COPY)
		return;
	record_face(table, copy, record);
	piles_discard(&table->piles, copy);
	event_add(record, event_about(EVENT_MILLS, action->seat, number, NULL));
}

/* Returns the place in the discards for the card of an action of the open turn. */
static int32_t discard_place(const struct card_state *table, uint8_t number)
{
	return table->start_piles.stamp + DISCARDS_OF_ACTION * (number + 1);
}

/* Orders a discarded card by the time it was played, although a reaction's place in the turn may be
 * before that of a card played earlier [discards-by-time]. */
static void order_discard(struct card_state *table, uint16_t copy, uint8_t seat, int32_t stamp)
{
	int32_t *place = &table->piles.copies[copy].place;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->copy != copy || action->kind != ACTION_CARD || action->seat != seat ||
		    (action->fate == ACTION_STANDS &&
		     table->book->set->cards[action->acts_as].continuing))
			continue;
		*place = discard_place(table, i);
		table->piles.stamp = stamp > *place ? stamp : *place;
	}
}

void state_events_discard(struct card_state *table, uint16_t copy, struct event_list *record)
{
	int32_t stamp = table->piles.stamp;
	uint8_t seat = table->piles.copies[copy].seat;

	record_face(table, copy, record);
	piles_discard(&table->piles, copy);
	order_discard(table, copy, seat, stamp);
	event_add(record, event_about(EVENT_DISCARD, NO_SIDE, copy, NULL));
}

void state_events_fall(struct card_state *table, uint16_t copy, uint8_t number,
		       struct event_list *record)
{
	struct piles *piles = &table->piles;
	int32_t stamp = piles->stamp, place = discard_place(table, number);
	char text[8];

	record_face(table, copy, record);
	piles_discard(piles, copy);
	for (uint16_t other = 0; other < piles->count; other++) {
		const struct copy *card = &piles->copies[other];

		if (other != copy && card->zone == ZONE_DISCARDS && card->place > place &&
		    card->place < discard_place(table, number) + DISCARDS_OF_ACTION - 1)
			place = card->place;
	}
	piles->copies[copy].place = ++place;
	piles->stamp = stamp > place ? stamp : place;
	snprintf(text, sizeof text, "%u", number);
	event_add(record, event_about(EVENT_FALLS, NO_SIDE, copy, text));
}

uint8_t state_events_fallen_by(const struct card_state *table, uint16_t copy)
{
	const struct copy *card = &table->piles.copies[copy];
	int32_t behind = card->place - table->start_piles.stamp;

	if (card->zone != ZONE_DISCARDS || behind < DISCARDS_OF_ACTION ||
	    behind % DISCARDS_OF_ACTION == 0 || behind / DISCARDS_OF_ACTION > MAX_ACTIONS)
		return NO_ACTION;
	return (uint8_t)(behind / DISCARDS_OF_ACTION - 1);
}

void state_events_take(struct card_state *table, uint8_t seat, uint16_t copy,
		       struct event_list *record)
{
	piles_take(&table->piles, copy, seat);
	event_add(record, event_about(EVENT_GETS, seat, copy, NULL));
}

void state_events_note_card(struct card_state *table, uint8_t number, struct event_list *record)
{
	const struct action *action = &table->actions[number];

	/* Haunting Memories is skipped: the last card, and its owner, stay those of the copied
	 * card. */
	if (table->book->set->cards[action->card].effect->verb == VERB_ECHO)
		return;
	table->field.last_card = action->acts_as;
	table->field.last_card_by = table->piles.copies[action->copy].owner;
	table->field.last_card_unique = table->book->set->cards[action->acts_as].unique;
	event_add(record, event_about(EVENT_LAST, NO_SIDE, number, NULL));
}
