/* SPDX-License-Identifier: MIT */
/* Effects on one piece: Pacifism, Crab, Curse, Fatal Attraction, Neutrality, Mystic Shield. */
#include "core/cards/board/continuous_table.h"
#include "core/variant/variant_data.h"

/* Reports whether its piece is off the board or royal: "Marks on the couped piece are suspended
 * while it is royal". A composite counts as one piece. */
static bool is_suspended_by_royal(const struct card_ruleset *book, const struct card_board *field,
				  const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;
	unsigned piece = effect->piece, other;

	(void)book;
	if (!card_board_is_there(field, piece))
		return true;
	other = field->partner[piece];
	return field->marks[piece] & MARK_ROYAL ||
	       (other != NO_PIECE && pieces[other].fate != SHARING &&
		pieces[piece].fate != SHARING && field->marks[other] & MARK_ROYAL);
}

static bool pacifism_prepare(const struct card_ruleset *book, const struct card_board *field,
			     struct effect *effect, struct reason *why)
{
	return !card_board_is_kingly(book, field, effect->piece) ||
	       continuous_refuse_king(book, field, effect, why);
}

const struct continuous continuous_pacifism = {
	.word = "pacifism",
	.targets = "s",
	.prepare = pacifism_prepare,
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST,
	.mark = MARK_PACIFIST,
	.is_suspended = is_suspended_by_royal,
	.sign = {5, 'o', "pacifist", false},
	.because_rank = 7,
	.because = "a piece under Pacifism neither captures nor is captured",
};

/* Only the pawn of a composite becomes a Crab. */
static bool crab_prepare(const struct card_ruleset *book, const struct card_board *field,
			 struct effect *effect, struct reason *why)
{
	uint8_t partner = field->partner[effect->piece];

	(void)why;
	if (field->position.pieces[effect->piece].type != book->variant->pawn &&
	    partner != NO_PIECE)
		effect->piece = partner;
	return true;
}

const struct continuous continuous_crab = {
	.word = "crab",
	.targets = "s",
	.prepare = crab_prepare,
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST | CONTINUOUS_PROMOTED,
	.mark = MARK_CRAB,
	.sign = {1, '~', "Crab", false},
	.because_rank = 12,
	.because = "a Crab moves only one square diagonally forward",
};

const struct continuous continuous_curse = {
	.word = "curse",
	.targets = "s",
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST,
	.mark = MARK_CURSED,
	.sign = {6, '-', "cursed", false},
	.because_rank = 11,
	.because = "a cursed piece goes two squares at most",
};

static void hold_neighbours(const struct card_ruleset *book, struct card_board *field,
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

const struct continuous continuous_magnet = {
	.word = "magnet",
	.targets = "s",
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST | CONTINUOUS_GONE,
	.mark = MARK_MAGNET,
	.apply = hold_neighbours,
	.sign = {7, '@', "magnet", false},
	.because_rank = 4,
	.because = "the piece is held by a Fatal Attraction beside it",
};

static bool neutrality_prepare(const struct card_ruleset *book, const struct card_board *field,
			       struct effect *effect, struct reason *why)
{
	if (card_board_is_kingly(book, field, effect->piece))
		return continuous_refuse_king(book, field, effect, why);
	return !card_board_is_of_kind(field, effect->piece, CARD_QUEEN) ||
	       continuous_refuse(book, field, effect, why,
				 "a queen can't become neutral; name another enemy piece.");
}

const struct continuous continuous_neutral = {
	.word = "neutral",
	.targets = "s",
	.prepare = neutrality_prepare,
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST,
	.mark = MARK_NEUTRAL,
	.is_suspended = is_suspended_by_royal,
	.sign = {4, '=', "neutral", false},
};

static bool shield_prepare(const struct card_ruleset *book, const struct card_board *field,
			   struct effect *effect, struct reason *why)
{
	for (unsigned i = 0; i < field->turn_log.gone_count; i++)
		if (field->turn_log.gone[i].piece == effect->piece)
			return true;
	return continuous_refuse(
		book, field, effect, why,
		"you haven't moved that piece in this turn; the shield is for one you have.");
}

/* The shield lasts until its player's next turn [shield-until-own-turn]. */
const struct continuous continuous_shield = {
	.word = "shield",
	.targets = "s",
	.prepare = shield_prepare,
	.due = true,
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST | CONTINUOUS_BY_TURN,
	.begins = CONTINUOUS_ANY_TURN,
	.mark = MARK_SHIELDED,
	.sign = {8, ')', "shielded", false},
	.because_rank = 8,
	.because = "the piece there has a Mystic Shield",
	.owed = "nobody captures on [at] until [by]'s next turn",
};
