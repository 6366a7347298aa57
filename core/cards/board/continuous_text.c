/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/board/continuous_table.h"
#include "core/cards/board/continuous_text.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

static void add_square(const struct card_ruleset *book, const char *before, square at,
		       struct strbuf *out)
{
	strbuf_addf(out, "%s%s", translate(before),
		    at == NO_SQUARE ? "-" : board_name(&book->variant->board, at).text);
}

void continuous_text_place(const struct card_ruleset *book, const struct card_board *field,
			   const struct effect *effect, struct strbuf *out)
{
	const square *at = effect->squares;

	if (continuous_of(book, effect)->describe != NULL) {
		continuous_of(book, effect)->describe(book, field, effect, out);
		return;
	}
	switch (continuous_of(book, effect)->place) {
	case CONTINUOUS_NOWHERE:
		break;
	case CONTINUOUS_ON_PIECE:
		add_square(book, " on ", field->position.pieces[effect->piece].at, out);
		break;
	case CONTINUOUS_ON_SQUARE:
		if (at[0] == NO_SQUARE)
			strbuf_add(out, translate(" on a secret square"));
		else
			add_square(book, " on ", at[0], out);
		break;
	case CONTINUOUS_ON_EDGES:
		for (unsigned edge = 0; edge < 2; edge++) {
			add_square(book, edge == 0 ? " on " : " ", at[2 * edge], out);
			add_square(book, "|", at[2 * edge + 1], out);
		}
		break;
	case CONTINUOUS_ON_TURN:
		strbuf_addf(out, "%s%s", translate(" on "), effect->left ? "LEFT" : "RIGHT");
	}
}

/* Adds the value of the placeholder with that initial. */
static void add_placeholder_value(const struct card_ruleset *book, const struct card_board *field,
				  const struct effect *effect, char initial, struct strbuf *out)
{
	switch (initial) {
	case 's':
		strbuf_add(out, translate(variant_seat_title(book->variant, effect->seat)));
		break;
	case 'b':
		strbuf_add(out, translate(variant_seat_title(book->variant, effect->by)));
		break;
	case 'k':
		strbuf_add(out, translate(effect->type < KIND_CRAB
						  ? variant_type_name(book->variant, effect->type)
						  : card_ruleset_kind_name(book, effect->type)));
		break;
	case 'a':
		add_square(book, "", field->position.pieces[effect->piece].at, out);
		break;
	default:
		strbuf_add(out, effect->begun ? translate("this") : translate("the next"));
	}
}

void continuous_text_owed(const struct card_ruleset *book, const struct card_board *field,
			  const struct effect *effect, struct strbuf *out)
{
	const struct continuous *row = continuous_of(book, effect);
	const char *at = effect->begun && row->owed_now != NULL ? row->owed_now : row->owed;
	const char *word;

	at = translate(at);
	for (; (word = strchr(at, '[')) != NULL; at = strchr(word, ']') + 1) {
		strbuf_add_bytes(out, at, (size_t)(word - at));
		add_placeholder_value(book, field, effect, word[1], out);
	}
	strbuf_add(out, at);
}

enum effect_kind continuous_text_cause(unsigned rank)
{
	unsigned what = 0;

	while (what < EFFECT_KINDS && continuous_rows[what]->because_rank != rank)
		what++;
	return (enum effect_kind)what;
}

const struct continuous_sign *continuous_text_sign(unsigned place)
{
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct continuous *row = continuous_rows[what];

		if (row->sign.place == place)
			return &row->sign;
		if (row->other_sign.place == place)
			return &row->other_sign;
	}
	return NULL;
}

/* Reports whether an effect of that kind is on the piece. */
static bool is_effect_on_piece(const struct card_board *field, unsigned what, unsigned piece)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (effect->what == what && !effect->suspended &&
	    card_board_is_same(field, piece, effect->piece))
		return true;
	return false;
}

uint32_t continuous_text_signs(const struct card_board *field, unsigned piece)
{
	uint32_t signs = 0;

	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct continuous *row = continuous_rows[what];

		if (row->sign.place != 0 &&
		    (row->mark != 0 ? field->marks[piece] & row->mark
				    : is_effect_on_piece(field, what, piece)))
			signs |= 1u << row->sign.place;
		if (row->other_sign.place != 0 && field->marks[piece] & row->other_mark)
			signs |= 1u << row->other_sign.place;
	}
	return signs;
}

void continuous_text_below(const struct card_board *field, struct strbuf *out)
{
	for (unsigned i = 0; i < EFFECT_KINDS; i++)
		if (continuous_rows[continuous_order[i]]->below != NULL &&
		    card_board_effect(field, continuous_order[i]) != NULL)
			strbuf_addf(out, "%s\n",
				    translate(continuous_rows[continuous_order[i]]->below));
}
