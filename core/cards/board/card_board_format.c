/* SPDX-License-Identifier: MIT */
/* Effects in words, as the facts that begin them have it: "pacifism, of Pacifism, card 55, piece
 * that began on e2". */
#include <string.h>

#include "core/cards/field/field_words.h"
#include "core/base/text.h"

static void print_piece(const struct book *book, const char *words, uint8_t piece, struct text *out)
{
	if (piece == NO_PIECE)
		return;
	text_add(out, words);
	event_print_piece(book->variant, piece, out);
}

void field_print_effect(const struct book *book, const struct effect *effect, struct text *out)
{
	text_add(out, lasting_of(book, effect)->word);
	if (effect->card < book->set->count)
		text_addf(out, ", of %s", book->set->cards[effect->card].name);
	if (effect->copy != NO_COPY)
		text_addf(out, ", card %u", effect->copy);
	if (effect->seat != NO_SIDE)
		text_addf(out, ", binds %s", variant_seat_name(book->variant, effect->seat));
	if (effect->type != NO_TYPE)
		text_addf(out, ", kind %s", book_kind_name(book, effect->type));
	print_piece(book, ", piece that began on ", effect->piece, out);
	print_piece(book, ", other that began on ", effect->other, out);
	for (unsigned i = 0; !lasting_of(book, effect)->secret && i < ARRAY_LEN(effect->squares);
	     i++)
		if (effect->squares[i] != NO_SQUARE)
			text_addf(out, ", at %s",
				  board_name(&book->variant->board, effect->squares[i]).text);
	if (effect->left)
		text_add(out, ", left");
}

/* ---- reading ---- */

struct effect field_no_effect(void)
{
	return (struct effect){
		.card = NO_CARD,
		.copy = NO_COPY,
		.by = NO_SIDE,
		.seat = NO_SIDE,
		.type = NO_TYPE,
		.piece = NO_PIECE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};
}

enum { VALUE_MAX = 64 };

/* Behind these words, a value up to the next comma. False when they stand there and none follows;
 * else value_out is empty when they don't. */
static bool take_value(const char **cursor, const char *words, char value_out[VALUE_MAX])
{
	const char *start;
	size_t len;

	value_out[0] = '\0';
	if (!text_skip(cursor, words))
		return true;
	if (!text_skip_to(cursor, ",", &start, &len) || len >= VALUE_MAX)
		return false;
	memcpy(value_out, start, len);
	value_out[len] = '\0';
	return true;
}

static bool read_card(const struct book *book, const char **cursor, struct effect *effect)
{
	char value[VALUE_MAX];
	unsigned copy;

	if (!take_value(cursor, ", of ", value))
		return false;
	if (value[0] != '\0' && (effect->card = card_named(book->set, value, NULL)) == NO_CARD)
		return false;
	if (!text_skip(cursor, ", card "))
		return true;
	if (!text_skip_number(cursor, UINT16_MAX, &copy))
		return false;
	effect->copy = (uint16_t)copy;
	return true;
}

static bool read_bound(const struct book *book, const char **cursor, struct effect *effect)
{
	char value[VALUE_MAX];
	int found;

	if (!take_value(cursor, ", binds ", value))
		return false;
	if (value[0] != '\0') {
		if ((found = variant_seat_named(book->variant, value)) < 0)
			return false;
		effect->seat = (uint8_t)found;
	}
	if (!take_value(cursor, ", kind ", value))
		return false;
	if (value[0] == '\0')
		return true;
	if ((found = book_kind_named(book, value)) < 0)
		return false;
	effect->type = (uint8_t)found;
	return true;
}

static bool read_piece(const struct book *book, const char **cursor, const char *words,
		       uint8_t *piece_out)
{
	char value[VALUE_MAX];
	uint32_t piece;

	if (!take_value(cursor, words, value))
		return false;
	if (value[0] == '\0')
		return true;
	if (event_read_piece(book->variant, value, &piece) < 0 || piece >= MAX_PIECES)
		return false;
	*piece_out = (uint8_t)piece;
	return true;
}

/* How many squares there are, -1 when one of them is none. */
static int read_squares(const struct book *book, const char **cursor, struct effect *effect)
{
	char value[VALUE_MAX];
	int count = 0;

	while (take_value(cursor, ", at ", value) && value[0] != '\0') {
		if (count == (int)ARRAY_LEN(effect->squares))
			return -1;
		effect->squares[count] = board_square_named(&book->variant->board, value);
		if (effect->squares[count++] == NO_SQUARE)
			return -1;
	}
	return count;
}

unsigned field_effect_squares(const struct book *book, const struct effect *effect)
{
	const struct lasting *row = lasting_of(book, effect);

	return row->secret			 ? 0
	       : row->place == LASTING_ON_SQUARE ? 1
	       : row->place == LASTING_ON_EDGES	 ? 4
						 : 0;
}

bool field_effect_is_whole(const struct book *book, const struct effect *effect, unsigned squares)
{
	const struct lasting *row = lasting_of(book, effect);
	bool lies = row->place == LASTING_ON_SQUARE || row->place == LASTING_ON_EDGES;
	unsigned needs = lasting_needs(row);

	return (!lies || squares == field_effect_squares(book, effect)) &&
	       (!(needs & LASTING_PIECE) || effect->piece != NO_PIECE) &&
	       (!(needs & LASTING_OTHER) || effect->other != NO_PIECE);
}

static bool read_word(const struct book *book, const char **cursor, uint8_t *what_out)
{
	const char *word;
	size_t len;

	if (!text_skip_to(cursor, ",", &word, &len))
		return false;
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		if (strlen(book->lasting[what]->word) != len ||
		    memcmp(book->lasting[what]->word, word, len) != 0)
			continue;
		*what_out = (uint8_t)what;
		return true;
	}
	return false;
}

int field_read_effect(const struct book *book, const char *text, struct effect *effect_out,
		      struct reason *reason)
{
	struct effect effect = field_no_effect();
	int squares = -1;

	if (read_word(book, &text, &effect.what) && read_card(book, &text, &effect) &&
	    read_bound(book, &text, &effect) &&
	    read_piece(book, &text, ", piece that began on ", &effect.piece) &&
	    read_piece(book, &text, ", other that began on ", &effect.other))
		squares = read_squares(book, &text, &effect);
	effect.left = text_skip(&text, ", left");
	if (squares < 0 || *text != '\0' ||
	    !field_effect_is_whole(book, &effect, (unsigned)squares))
		return reason_fail(reason, "expected an effect, such as 'crab, of Crab, card 3, "
					   "piece that began on e2'");
	*effect_out = effect;
	return 0;
}
