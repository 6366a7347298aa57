/* SPDX-License-Identifier: MIT */
/* Coup: another piece is royal, and the king a Prince. */
#include "core/phrase/phrase.h"
#include "core/cards/lasting/lasting_rows.h"
#include "core/base/text.h"

/* A queen or rook, or composite of one. */
static bool is_heavy(const struct field *field, unsigned piece)
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

static bool waits(const struct book *book, const struct field *field, const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;

	(void)book;
	/* A royal piece that is away (Under Elf Hill) leaves no king behind. */
	if (!field_is_there(field, effect->piece))
		return pieces[effect->piece].fate != AWAY;
	/* [coup-royal-queen] */
	return is_heavy(field, effect->piece) &&
	       (field_is_there(field, effect->other) ||
		(effect->other != NO_PIECE && pieces[effect->other].fate == AWAY));
}

static const char *stays(const struct field *field, const struct effect *effect)
{
	return field->position.pieces[effect->other].fate == ON_BOARD
		       ? NULL
		       : "The Prince of that Coup is gone; it can't be ended any more.";
}

/* The royal piece, which may be under Elf Hill, and the Prince, who may be captured. */
static void tell(const struct book *book, const struct field *field, const struct effect *effect,
		 struct text *out)
{
	const struct piece *pieces = field->position.pieces;
	const unsigned told[] = {effect->piece, effect->other};
	const char *word = phrase(" on ");

	for (unsigned i = 0; i < ARRAY_LEN(told); i++) {
		square at = told[i] == NO_PIECE ? NO_SQUARE : pieces[told[i]].at;

		if (i == 0 ? pieces[told[i]].fate == AWAY
			   : at == NO_SQUARE || pieces[told[i]].fate != ON_BOARD)
			continue;
		text_addf(out, "%s%s", word,
			  at == NO_SQUARE ? "-" : board_name(&book->variant->board, at).text);
		word = " ";
	}
}

static bool overthrow(const struct book *book, const struct field *field, struct effect *effect,
		      struct reason *why)
{
	unsigned king = field_royal(field, effect->by);

	if (king == NO_PIECE || field_kind(field, king) != CARD_KING ||
	    field->marks[king] & MARK_ROYAL) {
		reason_set(why, "You have no king on the board that a Coup could overthrow.");
		return false;
	}
	if (effect->piece == king)
		return lasting_refuse_king(book, field, effect, why);
	if (field_is_of_kind(field, effect->piece, CARD_QUEEN) ||
	    field_is_of_kind(field, effect->piece, CARD_ROOK))
		return lasting_refuse(
			book, field, effect, why,
			"a queen or rook can't become royal, nor a piece made of one.");
	if (field_owner(field, effect->piece) != effect->by)
		return lasting_refuse(book, field, effect, why,
				      "the new royal piece must be of your own army.");
	effect->other = (uint8_t)king;
	effect->seat = effect->by;
	return true;
}

const struct lasting lasting_coup = {
	.word = "coup",
	.targets = "s",
	.lay = overthrow,
	.needs = LASTING_PIECE,
	.ends = LASTING_LOST,
	.mark = MARK_ROYAL,
	.other_mark = MARK_PRINCE,
	.decides = true,
	.waits = waits,
	.stays = stays,
	.sign = {3, '^', "royal (Coup)", false},
	.other_sign = {2, '\'', "Prince", false},
	.tell = tell,
};
