/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/submit/hand.h"

unsigned hand_kinds(const struct card_state *table, uint8_t seat, uint8_t kinds_out[MAX_CARD_KINDS])
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

unsigned hand_copies(const struct card_state *table, uint8_t seat, uint8_t kind)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies), found = 0;

	for (unsigned i = 0; i < count; i++)
		found += table->piles.copies[copies[i]].kind == kind;
	return found;
}

const struct card *hand_acts_as(const struct card_state *table, uint8_t seat, uint8_t kind)
{
	const struct card_set *set = table->book->set;
	const struct card_board *field = &table->field;
	const struct card *card = &set->cards[kind];

	if (card->effect->verb == VERB_ECHO) {
		if (field->last_card == NO_CARD ||
		    (field->last_card_unique && field->last_card_by == seat))
			return NULL;
		card = &set->cards[field->last_card];
		kind = field->last_card;
	}
	return card_ruleset_bars(table->book, kind, NULL) ? NULL : card;
}

struct effect_context hand_moment(const struct card_state *table, struct card_board *field,
				  uint8_t seat, const struct card *card, enum card_when when)
{
	return (struct effect_context){
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

enum effect_context_result hand_try(const struct card_state *table, const struct play *play,
				    const struct card *card, enum card_when when,
				    struct card_board *field)
{
	uint8_t seat = field->position.turn;
	const struct card_board before = *field;
	struct effect_context context = hand_moment(table, field, seat, card, when);
	enum effect_context_result result;

	context.start = &before;
	card_board_begin_action(field, 1, NULL);
	if (when == WHEN_INSTEAD)
		card_board_note_move(field, true, NULL);
	result = play_do(&context, play, NULL);
	context.found = &before;
	context.play = play;
	if (result == EFFECT_CONTEXT_DONE && card->effect->demand != NULL &&
	    card->effect->demand->asks(&context, 0) != NO_SIDE)
		return result;
	if (result == EFFECT_CONTEXT_DONE && card->effect->demand != NULL &&
	    card->effect->demand->finish != NULL)
		result = card->effect->demand->finish(&context);
	if (result != EFFECT_CONTEXT_DONE)
		return result;
	return legality_card(
		&(struct legality_case){
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
