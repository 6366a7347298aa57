/* SPDX-License-Identifier: MIT */
/* Coup: another piece is royal, and the king is a Prince. */
#include "core/cards/board/continuous_table.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

/* Reports whether the piece is a queen or rook, or a composite with one. */
static bool is_heavy(const struct card_board *field, unsigned piece)
{
	unsigned parts[2] = {piece, field->partner[piece]};
	bool composite = field->position.pieces[piece].fate == MERGED ||
			 (parts[1] != NO_PIECE && field->position.pieces[parts[1]].fate == MERGED);

	for (unsigned i = 0; i < (composite ? 2u : 1u); i++) {
		uint8_t type = field->position.pieces[parts[i]].type;

		if (type == CARD_QUEEN || type == CARD_ROOK)
			return true;
	}
	return false;
}

static bool coup_is_suspended(const struct card_ruleset *book, const struct card_board *field,
			      const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;

	(void)book;
	/* While a royal piece is away (Under Elf Hill), the Coup continues. */
	if (!card_board_is_there(field, effect->piece))
		return pieces[effect->piece].fate != AWAY;
	/* A Coup of a queen or rook is suspended while the Prince is there or away
	 * [coup-royal-queen]. */
	return is_heavy(field, effect->piece) &&
	       (card_board_is_there(field, effect->other) ||
		(effect->other != NO_PIECE && pieces[effect->other].fate == AWAY));
}

static const char *coup_end_refusal(const struct card_board *field, const struct effect *effect)
{
	return field->position.pieces[effect->other].fate == ON_BOARD
		       ? NULL
		       : "The Prince of that Coup is gone; it can't be ended any more.";
}

/* Describes the squares of the royal piece, unless it is under Elf Hill, and of the Prince, unless
 * it is off the board. */
static void coup_describe(const struct card_ruleset *book, const struct card_board *field,
			  const struct effect *effect, struct strbuf *out)
{
	const struct piece *pieces = field->position.pieces;
	const unsigned told[] = {effect->piece, effect->other};
	const char *word = translate(" on ");

	for (unsigned i = 0; i < ARRAY_LEN(told); i++) {
		square at = told[i] == NO_PIECE ? NO_SQUARE : pieces[told[i]].at;

		if (i == 0 ? pieces[told[i]].fate == AWAY
			   : at == NO_SQUARE || pieces[told[i]].fate != ON_BOARD)
			continue;
		strbuf_addf(out, "%s%s", word,
			    at == NO_SQUARE ? "-" : board_name(&book->variant->board, at).text);
		word = " ";
	}
}

static bool coup_prepare(const struct card_ruleset *book, const struct card_board *field,
			 struct effect *effect, struct reason *why)
{
	unsigned king = card_board_royal(field, effect->by);

	if (king == NO_PIECE || card_board_kind(field, king) != CARD_KING ||
	    field->marks[king] & MARK_ROYAL) {
		reason_set(why, "You have no king on the board that a Coup could overthrow.");
		return false;
	}
	if (effect->piece == king)
		return continuous_refuse_king(book, field, effect, why);
	if (card_board_is_of_kind(field, effect->piece, CARD_QUEEN) ||
	    card_board_is_of_kind(field, effect->piece, CARD_ROOK))
		return continuous_refuse(
			book, field, effect, why,
			"a queen or rook can't become royal, nor a piece made of one.");
	if (card_board_owner(field, effect->piece) != effect->by)
		return continuous_refuse(book, field, effect, why,
					 "the new royal piece must be of your own army.");
	effect->other = (uint8_t)king;
	effect->seat = effect->by;
	return true;
}

const struct continuous continuous_coup = {
	.word = "coup",
	.targets = "s",
	.prepare = coup_prepare,
	.needs = CONTINUOUS_PIECE,
	.ends = CONTINUOUS_LOST,
	.mark = MARK_ROYAL,
	.other_mark = MARK_PRINCE,
	.decides = true,
	.is_suspended = coup_is_suspended,
	.end_refusal = coup_end_refusal,
	.sign = {3, '^', "royal (Coup)", false},
	.other_sign = {2, '\'', "Prince", false},
	.describe = coup_describe,
};
