/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "core/cards/deck/piles.h"

void piles_init(struct piles *piles, bool common)
{
	memset(piles, 0, sizeof(*piles));
	piles->common = common;
}

/* Returns the seat under which a pile is stored. */
static uint8_t pile_of(const struct piles *piles, enum zone zone, uint8_t seat)
{
	bool shared = zone == ZONE_DRAW || zone == ZONE_DISCARDS || zone == ZONE_ASIDE;

	return piles->common && shared ? 0 : seat;
}

static bool is_copy_in(const struct copy *copy, enum zone zone, uint8_t seat)
{
	return copy->zone == zone && copy->seat == seat;
}

/* Returns the place after all cards in the pile; in the discards the end is the lowest place. */
static int32_t place_at_end(const struct piles *piles, enum zone zone, uint8_t seat)
{
	const int32_t behind = zone == ZONE_DISCARDS ? -1 : 1;
	int32_t place = 0;
	bool any = false;

	for (unsigned i = 0; i < piles->count; i++) {
		const struct copy *copy = &piles->copies[i];

		if (!is_copy_in(copy, zone, seat))
			continue;
		if (!any || (copy->place - place) * behind >= 0)
			place = copy->place + behind;
		any = true;
	}
	return place;
}

static void put_copy(struct copy *copy, enum zone zone, uint8_t seat, int32_t place)
{
	copy->zone = (uint8_t)zone;
	copy->seat = seat;
	copy->place = place;
}

static void put_at_end(struct piles *piles, uint16_t copy, enum zone zone, uint8_t seat)
{
	uint8_t pile = pile_of(piles, zone, seat);

	put_copy(&piles->copies[copy], zone, pile, place_at_end(piles, zone, pile));
}

uint16_t piles_add(struct piles *piles, uint8_t kind, uint8_t owner, enum zone zone, uint8_t seat)
{
	uint16_t index = piles->count;
	uint8_t pile = pile_of(piles, zone, seat);
	int32_t place = place_at_end(piles, zone, pile);

	assert(piles->count < MAX_COPIES);
	piles->count++;
	piles->copies[index].kind = kind;
	piles->copies[index].owner = owner;
	put_copy(&piles->copies[index], zone, pile, place);
	return index;
}

/* Reports whether copy a comes before b in a list of their pile. */
static bool is_before_in_pile(const struct copy *a, const struct copy *b)
{
	return a->zone == ZONE_DISCARDS ? a->place > b->place : a->place < b->place;
}

unsigned piles_list(const struct piles *piles, enum zone zone, uint8_t seat,
		    uint16_t copies_out[MAX_COPIES])
{
	uint8_t pile = pile_of(piles, zone, seat);
	unsigned count = 0, i;

	for (uint16_t index = 0; index < piles->count; index++) {
		const struct copy *copy = &piles->copies[index];

		if (!is_copy_in(copy, zone, pile))
			continue;
		for (i = count++;
		     i > 0 && is_before_in_pile(copy, &piles->copies[copies_out[i - 1]]); i--)
			copies_out[i] = copies_out[i - 1];
		copies_out[i] = index;
	}
	return count;
}

unsigned piles_size(const struct piles *piles, enum zone zone, uint8_t seat)
{
	uint8_t pile = pile_of(piles, zone, seat);
	unsigned count = 0;

	for (unsigned i = 0; i < piles->count; i++)
		count += is_copy_in(&piles->copies[i], zone, pile);
	return count;
}

/* Returns the first copy in a pile, of one kind unless that is NO_CARD. */
static uint16_t first_copy(const struct piles *piles, enum zone zone, uint8_t seat, uint8_t kind)
{
	uint16_t first = NO_COPY;

	for (uint16_t i = 0; i < piles->count; i++) {
		const struct copy *copy = &piles->copies[i];

		if (is_copy_in(copy, zone, seat) && (kind == NO_CARD || copy->kind == kind) &&
		    (first == NO_COPY || is_before_in_pile(copy, &piles->copies[first])))
			first = i;
	}
	return first;
}

uint16_t piles_find(const struct piles *piles, enum zone zone, uint8_t seat, uint8_t kind)
{
	return first_copy(piles, zone, pile_of(piles, zone, seat), kind);
}

uint16_t piles_top(const struct piles *piles, uint8_t seat)
{
	return first_copy(piles, ZONE_DRAW, pile_of(piles, ZONE_DRAW, seat), NO_CARD);
}

void piles_discard(struct piles *piles, uint16_t copy)
{
	struct copy *card = &piles->copies[copy];

	put_copy(card, ZONE_DISCARDS, piles->common ? 0 : card->owner, ++piles->stamp);
}

void piles_play(struct piles *piles, uint16_t copy, uint8_t seat)
{
	put_at_end(piles, copy, ZONE_PLAY, seat);
}

void piles_take(struct piles *piles, uint16_t copy, uint8_t seat)
{
	put_at_end(piles, copy, ZONE_HAND, seat);
}

uint16_t piles_draw(struct piles *piles, uint8_t seat)
{
	uint16_t copy = piles_top(piles, seat);

	if (copy != NO_COPY)
		piles_take(piles, copy, seat);
	return copy;
}

void piles_lay_under(struct piles *piles, uint16_t copy)
{
	put_at_end(piles, copy, ZONE_DRAW, piles->copies[copy].owner);
}

void piles_set_aside(struct piles *piles, uint16_t copy)
{
	put_at_end(piles, copy, ZONE_ASIDE, piles->copies[copy].owner);
}
