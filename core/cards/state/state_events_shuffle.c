/* SPDX-License-Identifier: MIT */
/* Shuffles of piles during a game [fair-shuffles]: the discards of a common deck that has run out,
 * and the undrawn cards after an undo. Nobody can follow a card through these shuffles. */
#include "core/cards/state/state_events.h"

/*
 * Lists the cards to be shuffled, by copy number. Cards that the open turn has put down or taken
 * are not among them, because they may be handed back when the turn is evaluated again.
 */
static unsigned list_old_discards(const struct card_state *table, uint16_t copies_out[MAX_COPIES])
{
	unsigned count = 0;

	for (uint16_t copy = 0; copy < table->piles.count; copy++)
		if (table->piles.copies[copy].zone == ZONE_DISCARDS &&
		    table->start_piles.copies[copy].zone == ZONE_DISCARDS)
			copies_out[count++] = copy;
	return count;
}

/* Removes the copy from effects. Vulture may have taken an effect's card, and the shuffle gives its
 * number to another card. */
static void unbind_copy(struct card_board *field, uint16_t copy)
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

int state_events_lay_anew(struct card_state *table, uint32_t count, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];

	if (!table->piles.common || count == 0 || list_old_discards(table, copies) != count)
		return -1;
	for (unsigned i = 0; i < count; i++) {
		lay_face_down(&table->piles, copies[i]);
		lay_face_down(&table->start_piles, copies[i]);
		unbind_copy(&table->field, copies[i]);
		unbind_copy(&table->start, copies[i]);
	}
	table->start_piles.shuffles[0] = ++table->piles.shuffles[0];
	table->start_piles.ran_out = ++table->piles.ran_out;
	event_add(record, event_about(EVENT_RESHUFFLE, NO_SIDE, count, NULL));
	return 0;
}

/* Finds the kinds of the shuffled discards, from the top. */
static void shuffle_discards(const struct card_state *table, uint8_t kinds_out[MAX_COPIES])
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

static void turn_up(struct card_state *table, uint16_t copy, uint8_t kind,
		    struct event_list *record)
{
	struct event face;
	const char *name;

	/* A damaged file may not say which card it is. */
	if (kind == NO_CARD)
		return;
	name = table->book->set->cards[kind].name;
	state_events_turn_up(table, copy, name);
	face = event_about(EVENT_FACE, NO_SIDE, copy, name);
	face.sealed = true;
	event_add(record, face);
}

bool state_events_reshuffle(struct card_state *table, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	uint8_t kinds[MAX_COPIES];
	unsigned count = list_old_discards(table, copies);

	if (!table->piles.common || table->piles.shuffles[0] == 0 || count == 0)
		return false;
	shuffle_discards(table, kinds);
	state_events_lay_anew(table, count, record);
	for (unsigned i = 0; i < count && table->lots.secret[0] != '\0'; i++)
		turn_up(table, copies[i], kinds[i], record);
	return true;
}

/* ---- after an undo ---- */

/* The kinds of the cards change, but not their places. A card that the open turn has drawn stays
 * drawn, and goes back to its place if it is handed back. */
int state_events_lay_undrawn(struct card_state *table, uint8_t seat, uint32_t number,
			     struct event_list *record)
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
		unbind_copy(&table->field, copies[i]);
		unbind_copy(&table->start, copies[i]);
	}
	table->start_piles.shuffles[pile] = table->piles.shuffles[pile] = number;
	event_add(record, event_about(EVENT_SHUFFLED, seat, number, NULL));
	return 0;
}

/* Finds the kinds of the undrawn cards of a pile, shuffled under that number, from the top. Returns
 * how many they are. */
static unsigned shuffle_undrawn(const struct card_state *table, uint8_t pile, uint32_t number,
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

void state_events_shuffle_undrawn(struct card_state *table, uint8_t seat, uint32_t number,
				  struct event_list *record)
{
	uint8_t pile = seat == NO_SIDE ? 0 : seat, kinds[MAX_COPIES];
	unsigned count = shuffle_undrawn(table, pile, number, kinds);
	uint16_t copies[MAX_COPIES];

	(void)piles_list(&table->piles, ZONE_DRAW, pile, copies);
	if (state_events_lay_undrawn(table, seat, number, record) < 0)
		return;
	for (unsigned i = 0; i < count && table->lots.secret[0] != '\0'; i++)
		turn_up(table, copies[i], kinds[i], record);
}
