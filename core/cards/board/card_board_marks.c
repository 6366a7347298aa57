/* SPDX-License-Identifier: MIT */
/* Derives the results of effects for pieces, squares and steps after each change of effects. */
#include <string.h>

#include "core/cards/board/card_board.h"

bool card_board_is_there(const struct card_board *field, unsigned piece)
{
	uint8_t fate = piece == NO_PIECE ? DEAD : field->position.pieces[piece].fate;

	return fate == ON_BOARD || fate == MERGED || fate == SHARING;
}

/* Reports whether the effect is suspended. */
static bool is_suspended(const struct card_ruleset *book, const struct card_board *field,
			 const struct effect *effect)
{
	const struct continuous *row = continuous_of(book, effect);

	if (row->is_suspended != NULL)
		return row->is_suspended(book, field, effect);
	return row->ends & CONTINUOUS_LOST && !card_board_is_there(field, effect->piece);
}

static void apply_effect(const struct card_ruleset *book, struct card_board *field,
			 const struct effect *effect)
{
	const struct continuous *row = continuous_of(book, effect);

	if (row->mark != 0)
		field->marks[effect->piece] |= row->mark;
	if (row->other_mark != 0 && effect->other != NO_PIECE)
		field->marks[effect->other] |= row->other_mark;
	field->truce |= row->truce;
	field->vendetta |= row->vendetta;
	if (row->apply != NULL)
		row->apply(book, field, effect);
}

/* Marks on one part of a composite apply to the whole; only a Crab applies to its own part. */
static void spread_marks(const struct card_ruleset *book, struct card_board *field)
{
	CARD_BOARD_EFFECTS(effect, field)
	{
		uint16_t marks;

		if (!continuous_of(book, effect)->joins || effect->suspended)
			continue;
		marks = (field->marks[effect->piece] | field->marks[effect->other]) &
			(uint16_t)~MARK_CRAB;
		field->marks[effect->piece] |= marks;
		field->marks[effect->other] |= marks;
	}
}

/* Finds the pieces that check and mate are about: the piece of a Coup, else the king. */
static void find_royals(const struct card_ruleset *book, struct card_board *field)
{
	struct position *position = &field->position;

	memset(position->king, NO_PIECE, sizeof position->king);
	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].type == book->variant->royal &&
		    position->pieces[i].fate == ON_BOARD && !(field->marks[i] & MARK_PRINCE))
			position->king[position->pieces[i].side] = (uint8_t)i;
	CARD_BOARD_EFFECTS(coup, field)
	{
		unsigned royal = coup->piece;

		if (!(continuous_of(book, coup)->mark & MARK_ROYAL) || coup->suspended)
			continue;
		if (position->pieces[royal].fate == MERGED)
			royal = field->partner[royal];
		position->king[position->pieces[royal].side] =
			position->pieces[royal].fate == AWAY ? NO_PIECE : (uint8_t)royal;
	}
}

void card_board_refresh(const struct card_ruleset *book, struct card_board *field)
{
	memset(field->marks, 0, sizeof field->marks);
	memset(field->walls, 0, sizeof field->walls);
	field->closed = field->held = 0;
	field->quarter = 0;
	field->truce = field->vendetta = false;
	/* The first pass applies Coups, because their result decides about other effects. */
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned i = 0; i < field->effect_count; i++) {
			struct effect *effect = &field->effects[i];

			if (continuous_of(book, effect)->decides != (pass == 0))
				continue;
			effect->suspended = is_suspended(book, field, effect);
			if (!effect->suspended)
				apply_effect(book, field, effect);
		}
	}
	spread_marks(book, field);
	find_royals(book, field);
}
