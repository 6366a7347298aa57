/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/lists/holding.h"
#include "core/cards/play/moment.h"
#include "core/cards/script/judge.h"
#include "core/cards/play/play_do.h"

unsigned holding_kinds(const struct table *table, uint8_t seat, uint8_t kinds_out[MAX_CARD_KINDS])
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies), kinds = 0;

	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		if (kind != NO_CARD && memchr(kinds_out, kind, kinds) == NULL)
			kinds_out[kinds++] = kind;
	}
	return kinds;
}

unsigned holding_copies(const struct table *table, uint8_t seat, uint8_t kind)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies), found = 0;

	for (unsigned i = 0; i < count; i++)
		found += table->piles.copies[copies[i]].kind == kind;
	return found;
}

const struct card *holding_acts_as(const struct table *table, uint8_t seat, uint8_t kind)
{
	const struct card_set *set = table->book->set;
	const struct field *field = &table->field;
	const struct card *card = &set->cards[kind];

	if (card->effect->verb == VERB_ECHO) {
		if (field->last_card == NO_CARD ||
		    (field->last_card_unique && field->last_card_by == seat))
			return NULL;
		card = &set->cards[field->last_card];
		kind = field->last_card;
	}
	return book_bars(table->book, kind, NULL) ? NULL : card;
}

struct moment holding_moment(const struct table *table, struct field *field, uint8_t seat,
			     const struct card *card, enum card_when when)
{
	return (struct moment){
		.book = table->book,
		.field = field,
		.start = &table->field,
		.player = seat,
		.mover = table->start.position.turn,
		.when = when,
		.card = card,
		.copy = NO_COPY,
	};
}

enum moment_result holding_try(const struct table *table, const struct play *play,
			       const struct card *card, enum card_when when, struct field *field)
{
	uint8_t seat = field->position.turn;
	const struct field before = *field;
	struct moment moment = holding_moment(table, field, seat, card, when);
	enum moment_result result;

	moment.start = &before;
	field_begin_action(field, 1, NULL);
	if (when == WHEN_INSTEAD)
		field_note_move(field, true, NULL);
	result = play_do(&moment, play, NULL);
	moment.found = &before;
	moment.play = play;
	if (result == MOMENT_DONE && card->effect->demand != NULL &&
	    card->effect->demand->asks(&moment, 0) != NO_SIDE)
		return result;
	if (result == MOMENT_DONE && card->effect->demand != NULL &&
	    card->effect->demand->finish != NULL)
		result = card->effect->demand->finish(&moment);
	if (result != MOMENT_DONE)
		return result;
	return judge_card(
		&(struct judge_case){
			.book = table->book,
			.card = card,
			.player = seat,
			.mover = seat,
			.when = (uint8_t)when,
			.before = &before,
			.unsprung = field,
			.after = field,
		},
		NULL);
}
