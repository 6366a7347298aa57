/* SPDX-License-Identifier: MIT */
/* What sits on one piece: Pacifism, Crab, Curse, Fatal Attraction, Neutrality, Mystic Shield. */
#include "core/cards/lasting/lasting_rows.h"
#include "core/variant/variant_data.h"

/* "Marks on the couped piece are suspended while it is royal"; a composite is one piece. */
static bool waits_for_royal(const struct book *book, const struct field *field,
			    const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;
	unsigned piece = effect->piece, other;

	(void)book;
	if (!field_is_there(field, piece))
		return true;
	other = field->partner[piece];
	return field->marks[piece] & MARK_ROYAL ||
	       (other != NO_PIECE && pieces[other].fate != SHARING &&
		pieces[piece].fate != SHARING && field->marks[other] & MARK_ROYAL);
}

static bool lay_pacifism(const struct book *book, const struct field *field, struct effect *effect,
			 struct reason *why)
{
	return !field_is_kingly(book, field, effect->piece) ||
	       lasting_refuse_king(book, field, effect, why);
}

const struct lasting lasting_pacifism = {
	.word = "pacifism",
	.targets = "s",
	.lay = lay_pacifism,
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST,
	.mark = MARK_PACIFIST,
	.waits = waits_for_royal,
	.sign = {5, 'o', "pacifist", false},
	.because_rank = 7,
	.because = "a piece under Pacifism neither captures nor is captured",
};

/* Of a composite only its pawn becomes a Crab. */
static bool lay_crab(const struct book *book, const struct field *field, struct effect *effect,
		     struct reason *why)
{
	uint8_t partner = field->partner[effect->piece];

	(void)why;
	if (field->position.pieces[effect->piece].type != book->variant->pawn &&
	    partner != NO_PIECE)
		effect->piece = partner;
	return true;
}

const struct lasting lasting_crab = {
	.word = "crab",
	.targets = "s",
	.lay = lay_crab,
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST | LASTING_PROMOTED,
	.mark = MARK_CRAB,
	.sign = {1, '~', "Crab", false},
	.because_rank = 12,
	.because = "a Crab only goes one square aslant forward",
};

const struct lasting lasting_curse = {
	.word = "curse",
	.targets = "s",
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST,
	.mark = MARK_CURSED,
	.sign = {6, '-', "cursed", false},
	.because_rank = 11,
	.because = "a cursed piece goes two squares at most",
};

static void hold_neighbours(const struct book *book, struct field *field,
			    const struct effect *effect)
{
	square magnet = field->position.pieces[effect->piece].at;

	for (int right = -1; right <= 1; right++) {
		for (int up = -1; up <= 1; up++) {
			square at = board_offset(&book->variant->board, magnet, right, up);

			if (at != NO_SQUARE && at != magnet)
				field->held |= (square_set)1 << at;
		}
	}
}

const struct lasting lasting_magnet = {
	.word = "magnet",
	.targets = "s",
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST | LASTING_GONE,
	.mark = MARK_MAGNET,
	.apply = hold_neighbours,
	.sign = {7, '@', "magnet", false},
	.because_rank = 4,
	.because = "the piece is held by a Fatal Attraction beside it",
};

static bool lay_neutrality(const struct book *book, const struct field *field,
			   struct effect *effect, struct reason *why)
{
	if (field_is_kingly(book, field, effect->piece))
		return lasting_refuse_king(book, field, effect, why);
	return !field_is_of_kind(field, effect->piece, CARD_QUEEN) ||
	       lasting_refuse(book, field, effect, why,
			      "a queen can't become neutral; name another enemy piece.");
}

const struct lasting lasting_neutral = {
	.word = "neutral",
	.targets = "s",
	.lay = lay_neutrality,
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST,
	.mark = MARK_NEUTRAL,
	.waits = waits_for_royal,
	.sign = {4, '=', "neutral", false},
};

static bool lay_shield(const struct book *book, const struct field *field, struct effect *effect,
		       struct reason *why)
{
	for (unsigned i = 0; i < field->story.gone_count; i++)
		if (field->story.gone[i].piece == effect->piece)
			return true;
	return lasting_refuse(
		book, field, effect, why,
		"you haven't moved that piece in this turn; the shield is for one you have.");
}

/* [shield-until-own-turn] */
const struct lasting lasting_shield = {
	.word = "shield",
	.targets = "s",
	.lay = lay_shield,
	.due = true,
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST | LASTING_BY_TURN,
	.begins = LASTING_ANY_TURN,
	.mark = MARK_SHIELDED,
	.sign = {8, ')', "shielded", false},
	.because_rank = 8,
	.because = "the piece there has a Mystic Shield",
	.owed = "nobody captures on [at] until [by]'s next turn",
};
