/* SPDX-License-Identifier: MIT */
/* Piles that are shuffled in a game [fair-shuffles]: the discards of a common deck that has run
 * out, and after an undo what isn't drawn yet. Nobody can follow a card through it. */
#include "core/cards/table/facts.h"

/*
 * The cards that are shuffled, by their numbers: what the open turn has put down, or taken, may yet
 * be handed back when it is run again.
 */
static unsigned list_lying(const struct table *table, uint16_t copies_out[MAX_COPIES])
{
	unsigned count = 0;

	for (uint16_t copy = 0; copy < table->piles.count; copy++)
		if (table->piles.copies[copy].zone == ZONE_DISCARDS &&
		    table->start_piles.copies[copy].zone == ZONE_DISCARDS)
			copies_out[count++] = copy;
	return count;
}

/* Vulture may have taken an effect's card: its number will be another card's. */
static void unbind(struct field *field, uint16_t copy)
{
	for (unsigned i = 0; i < field->effect_count; i++)
		if (field->effects[i].copy == copy)
			field->effects[i].copy = NO_COPY;
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
	table->start_piles.ran_out = ++table->piles.ran_out;
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

/* ---- after an undo ---- */

/* Which of the cards is which changes, where they lie does not: what the open turn has drawn from
 * among them stays drawn, and goes back to its place when it is handed back. */
int facts_lay_undrawn(struct table *table, uint8_t seat, uint32_t number, struct event_list *record)
{
	uint8_t pile = seat == NO_SIDE ? 0 : seat;
	uint16_t copies[MAX_COPIES];
	unsigned count;

	if (table->piles.common != (seat == NO_SIDE) || number <= table->piles.shuffles[pile])
		return -1;
	count = piles_list(&table->piles, ZONE_DRAW, pile, copies);
	for (unsigned i = 0; i < count; i++) {
		table->piles.copies[copies[i]].kind = NO_CARD;
		table->start_piles.copies[copies[i]].kind = NO_CARD;
		unbind(&table->field, copies[i]);
		unbind(&table->start, copies[i]);
	}
	table->start_piles.shuffles[pile] = table->piles.shuffles[pile] = number;
	event_add(record, event_about(EVENT_SHUFFLED, seat, number, NULL));
	return 0;
}

/* The undrawn cards of a pile, shuffled under that number, from the top. */
static unsigned shuffle_undrawn(const struct table *table, uint8_t pile, uint32_t number,
				uint8_t kinds_out[MAX_COPIES])
{
	struct piles piles = table->piles;
	uint16_t order[MAX_COPIES];
	unsigned count = piles_size(&piles, ZONE_DRAW, pile);

	piles.shuffles[pile] = number - 1;
	if (count > 0)
		deck_reshuffle(table->book, &table->lots, &piles, pile);
	(void)piles_list(&piles, ZONE_DRAW, pile, order);
	for (unsigned i = 0; i < count; i++)
		kinds_out[i] = piles.copies[order[i]].kind;
	return count;
}

void facts_shuffle_undrawn(struct table *table, uint8_t seat, uint32_t number,
			   struct event_list *record)
{
	uint8_t pile = seat == NO_SIDE ? 0 : seat, kinds[MAX_COPIES];
	unsigned count = shuffle_undrawn(table, pile, number, kinds);
	uint16_t copies[MAX_COPIES];

	(void)piles_list(&table->piles, ZONE_DRAW, pile, copies);
	if (facts_lay_undrawn(table, seat, number, record) < 0)
		return;
	for (unsigned i = 0; i < count && table->lots.secret[0] != '\0'; i++)
		turn_up(table, copies[i], kinds[i], record);
}
