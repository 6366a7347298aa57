/* SPDX-License-Identifier: MIT */
/* A common deck that has run out [fair-shuffles]: its discards are shuffled, and nobody can follow
 * a card through it. */
#include "core/cards/table/facts.h"

/*
 * The cards that are shuffled, by their numbers: what the open turn has put down, or taken, may yet
 * be handed back when it is run again.
 */
static unsigned list_lying(const struct table *table, uint16_t copies_out[MAX_COPIES])
{
	unsigned count = 0;

	for (uint16_t copy = 0; copy < table->piles.count; copy++) {
		if (table->piles.copies[copy].zone == ZONE_DISCARDS &&
		    table->start_piles.copies[copy].zone == ZONE_DISCARDS)
			copies_out[count++] = copy;
	}
	return count;
}

/* Vulture may have taken an effect's card: its number will be another card's. */
static void unbind(struct field *field, uint16_t copy)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		if (field->effects[i].copy == copy)
			field->effects[i].copy = NO_COPY;
	}
}

static void lay_face_down(struct piles *piles, uint16_t copy)
{
	piles->copies[copy].kind = NO_CARD;
	piles_lay_under(piles, copy);
}

int facts_lay_anew(struct table *table, uint32_t count, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];

	if (!table->piles.common || count == 0 || list_lying(table, copies) != count)
		return -1;
	for (unsigned i = 0; i < count; i++) {
		lay_face_down(&table->piles, copies[i]);
		lay_face_down(&table->start_piles, copies[i]);
		unbind(&table->field, copies[i]);
		unbind(&table->start, copies[i]);
	}
	table->start_piles.shuffles[0] = ++table->piles.shuffles[0];
	event_add(record, event_about(EVENT_RESHUFFLE, NO_SIDE, count, NULL));
	return 0;
}

/* What the shuffled cards are, from the top. */
static void shuffle(const struct table *table, uint8_t kinds_out[MAX_COPIES])
{
	struct piles piles = table->piles;
	uint16_t order[MAX_COPIES];
	unsigned count;

	for (uint16_t copy = 0; copy < piles.count; copy++) {
		bool lay = table->start_piles.copies[copy].zone == ZONE_DISCARDS;

		if (piles.copies[copy].zone == ZONE_DRAW ||
		    (piles.copies[copy].zone == ZONE_DISCARDS && !lay))
			piles_set_aside(&piles, copy);
	}
	deck_reshuffle(table->book, &table->lots, &piles, 0);
	count = piles_list(&piles, ZONE_DRAW, 0, order);
	for (unsigned i = 0; i < count; i++)
		kinds_out[i] = piles.copies[order[i]].kind;
}

static void turn_up(struct table *table, uint16_t copy, uint8_t kind, struct event_list *record)
{
	struct event face;
	const char *name;

	/* A damaged file may leave out which card it is. */
	if (kind == NO_CARD)
		return;
	name = table->book->set->cards[kind].name;
	facts_turn_up(table, copy, name);
	face = event_about(EVENT_FACE, NO_SIDE, copy, name);
	face.sealed = true;
	event_add(record, face);
}

bool facts_reshuffle(struct table *table, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	uint8_t kinds[MAX_COPIES];
	unsigned count = list_lying(table, copies);

	if (!table->piles.common || table->piles.shuffles[0] == 0 || count == 0)
		return false;
	shuffle(table, kinds);
	facts_lay_anew(table, count, record);
	for (unsigned i = 0; i < count && table->lots.secret[0] != '\0'; i++)
		turn_up(table, copies[i], kinds[i], record);
	return true;
}
