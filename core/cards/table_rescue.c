/* SPDX-License-Identifier: MIT */
/* Whether a hand saves a seat that is mated or stalemated on the board (C11, W16). */
#include <stdlib.h>
#include <string.h>

#include "core/cards/deed.h"
#include "core/cards/table_judge.h"
#include "core/cards/table_plays.h"
#include "core/cards/ways.h"
#include "core/variant_data.h"

/* One card of the hand. */
struct choice {
	uint8_t kind;
	const struct card *card;
	unsigned copies;
};

struct rescue {
	const struct table *table;
	uint8_t seat;
	struct choice choices[MAX_CARD_KINDS];
	unsigned count;
	bool plots;                   /* Plots Within Plots is among them: two cards at one moment */
};

static void
list_choices(struct rescue *rescue)
{
	uint8_t kinds[MAX_CARD_KINDS] = {0};
	unsigned count = plays_hand(rescue->table, rescue->seat, kinds);
	uint16_t copies[MAX_COPIES];
	unsigned held = piles_list(&rescue->table->piles, ZONE_HAND, rescue->seat, copies);

	for (unsigned i = 0; i < count; i++) {
		const struct card *card = plays_acts_as(rescue->table, rescue->seat, kinds[i]);
		struct choice choice = {.kind = kinds[i], .card = card};

		if (card == NULL)
			continue;
		for (unsigned k = 0; k < held; k++)
			choice.copies += rescue->table->piles.copies[copies[k]].kind == kinds[i];
		if (card->effect->verb == VERB_PLOTS)
			rescue->plots = true;
		else if (card->when & WHEN_OWN)
			rescue->choices[rescue->count++] = choice;
	}
}

/* All plays of the card on the field at that moment. */
static void
list_plays(const struct rescue *rescue, const struct choice *choice, enum card_when when,
           const struct field *field, struct play_list *list)
{
	struct field scratch = *field;
	struct moment moment = plays_moment(rescue->table, &scratch, rescue->seat, choice->card, when);

	play_list_init(list);
	moment.start = field;
	if (choice->card->when & when)
		effects_list(&moment, list);
}

static bool
is_safe(const struct rescue *rescue, const struct field *field)
{
	return !deed_is_exposed(rescue->table->book, field, rescue->seat);
}

/* Whether the seat can end its turn from here: a card instead of the move has been played, one after it,
 * or a move must follow. */
static bool
ends_well(const struct rescue *rescue, const struct field *field, enum card_when when)
{
	return when == WHEN_BEFORE ? ways_any_move(rescue->table->book, field, rescue->seat)
	                           : is_safe(rescue, field);
}

/* The second card of Plots Within Plots, at the same moment, on what the first has made of the field. A
 * card instead of the move is followed by none but another such. */
static bool
second_saves(const struct rescue *rescue, const struct choice *first, enum card_when when,
             const struct field *field);

static bool
card_saves(const struct rescue *rescue, const struct choice *choice, enum card_when when,
           const struct field *field, bool more)
{
	struct play_list list;
	bool saved = false;

	list_plays(rescue, choice, when, field, &list);
	for (unsigned i = 0; i < list.count && !saved; i++) {
		struct field next = *field;
		enum deed_result result = plays_try(rescue->table, &list.plays[i], choice->card, when,
		                                    &next);

		if (result == DEED_REFUSED)
			continue;
		if (result == DEED_SPENT)
			next = *field;
		saved = (result == DEED_DONE && ends_well(rescue, &next, when)) ||
		        (more && second_saves(rescue, choice, when, &next));
	}
	play_list_done(&list);
	return saved;
}

static bool
second_saves(const struct rescue *rescue, const struct choice *first, enum card_when when,
             const struct field *field)
{
	for (unsigned i = 0; i < rescue->count; i++) {
		const struct choice *choice = &rescue->choices[i];

		if (choice == first && choice->copies < 2)
			continue;
		if (card_saves(rescue, choice, when, field, false) ||
		    (when == WHEN_BEFORE && card_saves(rescue, choice, WHEN_INSTEAD, field, false)))
			return true;
	}
	return false;
}

static bool
any_card_saves(const struct rescue *rescue, enum card_when when, const struct field *field, bool more)
{
	for (unsigned i = 0; i < rescue->count; i++) {
		if (card_saves(rescue, &rescue->choices[i], when, field, more))
			return true;
	}
	return false;
}

/* Every move, the king's safety left aside, and a card after it. */
static bool
move_and_card_save(const struct rescue *rescue, bool more)
{
	const struct table *table = rescue->table;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool saved = false;

	ways_moves(table->book, &table->field, rescue->seat, false, moves);
	for (unsigned i = 0; i < moves->count && !saved; i++) {
		struct field next = table->field;

		field_begin_action(&next, 0, NULL);
		ways_make(table->book, &next, &moves->moves[i], NULL);
		effects_spring(table->book, &next, 0, NULL);
		saved = any_card_saves(rescue, WHEN_AFTER, &next, more);
	}
	free(moves);
	return saved;
}

static bool
saves(const struct rescue *rescue, bool more)
{
	const struct field *field = &rescue->table->field;

	return any_card_saves(rescue, WHEN_INSTEAD, field, more) ||
	       any_card_saves(rescue, WHEN_BEFORE, field, more) || move_and_card_save(rescue, more);
}

bool
table_can_save(const struct table *table, uint8_t seat)
{
	struct rescue rescue = {.table = table, .seat = seat};

	list_choices(&rescue);
	if (rescue.count == 0)
		return false;
	return saves(&rescue, false) || (rescue.plots && saves(&rescue, true));
}
