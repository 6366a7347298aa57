/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/lasting/lasting_text.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

static void add_square(const struct book *book, const char *before, square at, struct text *out)
{
	text_addf(out, "%s%s", phrase(before),
		  at == NO_SQUARE ? "-" : board_name(&book->variant->board, at).text);
}

void lasting_text_place(const struct book *book, const struct field *field,
			const struct effect *effect, struct text *out)
{
	const square *at = effect->squares;

	if (lasting_of(book, effect)->tell != NULL) {
		lasting_of(book, effect)->tell(book, field, effect, out);
		return;
	}
	switch (lasting_of(book, effect)->place) {
	case LASTING_NOWHERE:
		break;
	case LASTING_ON_PIECE:
		add_square(book, " on ", field->position.pieces[effect->piece].at, out);
		break;
	case LASTING_ON_SQUARE:
		if (at[0] == NO_SQUARE)
			text_add(out, phrase(" on a secret square"));
		else
			add_square(book, " on ", at[0], out);
		break;
	case LASTING_ON_EDGES:
		for (unsigned edge = 0; edge < 2; edge++) {
			add_square(book, edge == 0 ? " on " : " ", at[2 * edge], out);
			add_square(book, "|", at[2 * edge + 1], out);
		}
		break;
	case LASTING_ON_TURN:
		text_addf(out, "%s%s", phrase(" on "), effect->left ? "LEFT" : "RIGHT");
	}
}

static const char *kind_name(const struct book *book, unsigned kind)
{
	return phrase(kind < KIND_CRAB ? variant_type_name(book->variant, kind)
				       : book_kind_name(book, kind));
}

/* What a word in brackets stands for. */
static void add_word(const struct book *book, const struct field *field,
		     const struct effect *effect, char initial, struct text *out)
{
	switch (initial) {
	case 's':
		text_add(out, phrase(variant_seat_title(book->variant, effect->seat)));
		break;
	case 'b':
		text_add(out, phrase(variant_seat_title(book->variant, effect->by)));
		break;
	case 'k':
		text_add(out, kind_name(book, effect->type));
		break;
	case 'a':
		add_square(book, "", field->position.pieces[effect->piece].at, out);
		break;
	default:
		text_add(out, effect->begun ? phrase("this") : phrase("the next"));
	}
}

void lasting_text_owed(const struct book *book, const struct field *field,
		       const struct effect *effect, struct text *out)
{
	const struct lasting *row = lasting_of(book, effect);
	const char *at = effect->begun && row->owed_now != NULL ? row->owed_now : row->owed;
	const char *word;

	at = phrase(at);
	for (; (word = strchr(at, '[')) != NULL; at = strchr(word, ']') + 1) {
		text_add_bytes(out, at, (size_t)(word - at));
		add_word(book, field, effect, word[1], out);
	}
	text_add(out, at);
}

enum effect_kind lasting_text_cause(unsigned rank)
{
	unsigned what = 0;

	while (what < EFFECT_KINDS && lasting_rows[what]->because_rank != rank)
		what++;
	return (enum effect_kind)what;
}

const struct lasting_sign *lasting_text_sign(unsigned place)
{
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct lasting *row = lasting_rows[what];

		if (row->sign.place == place)
			return &row->sign;
		if (row->other_sign.place == place)
			return &row->other_sign;
	}
	return NULL;
}

/* Whether one of that kind sits on the piece. */
static bool lies_on(const struct field *field, unsigned what, unsigned piece)
{
	FIELD_EFFECTS (effect, field)
		if (effect->what == what && !effect->suspended &&
		    field_is_same(field, piece, effect->piece))
			return true;
	return false;
}

uint32_t lasting_text_signs(const struct field *field, unsigned piece)
{
	uint32_t signs = 0;

	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct lasting *row = lasting_rows[what];

		if (row->sign.place != 0 && (row->mark != 0 ? field->marks[piece] & row->mark
							    : lies_on(field, what, piece)))
			signs |= 1u << row->sign.place;
		if (row->other_sign.place != 0 && field->marks[piece] & row->other_mark)
			signs |= 1u << row->other_sign.place;
	}
	return signs;
}

void lasting_text_below(const struct field *field, struct text *out)
{
	for (unsigned i = 0; i < EFFECT_KINDS; i++)
		if (lasting_rows[lasting_order[i]]->below != NULL &&
		    field_effect(field, lasting_order[i]) != NULL)
			text_addf(out, "%s\n", phrase(lasting_rows[lasting_order[i]]->below));
}
