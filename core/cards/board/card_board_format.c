/* SPDX-License-Identifier: MIT */
/* Effects as text, as in the events that begin them: "pacifism, of Pacifism, card 55, piece that
 * began on e2". */
#include <string.h>

#include "core/cards/board/card_board_format.h"
#include "core/util/strbuf.h"

static void print_piece(const struct card_ruleset *book, const char *words, uint8_t piece,
			struct strbuf *out)
{
	if (piece == NO_PIECE)
		return;
	strbuf_add(out, words);
	event_print_piece(book->variant, piece, out);
}

void card_board_print_effect(const struct card_ruleset *book, const struct effect *effect,
			     struct strbuf *out)
{
	strbuf_add(out, continuous_of(book, effect)->word);
	if (effect->card < book->set->count)
		strbuf_addf(out, ", of %s", book->set->cards[effect->card].name);
	if (effect->copy != NO_COPY)
		strbuf_addf(out, ", card %u", effect->copy);
	if (effect->seat != NO_SIDE)
		strbuf_addf(out, ", binds %s", variant_seat_name(book->variant, effect->seat));
	if (effect->type != NO_TYPE)
		strbuf_addf(out, ", kind %s", card_ruleset_kind_name(book, effect->type));
	print_piece(book, ", piece that began on ", effect->piece, out);
	print_piece(book, ", other that began on ", effect->other, out);
	for (unsigned i = 0; !continuous_of(book, effect)->secret && i < ARRAY_LEN(effect->squares);
	     i++)
		if (effect->squares[i] != NO_SQUARE)
			strbuf_addf(out, ", at %s",
				    board_name(&book->variant->board, effect->squares[i]).text);
	if (effect->left)
		strbuf_add(out, ", left");
}

/* ---- reading ---- */

struct effect card_board_no_effect(void)
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

/* Reads a value after these words, up to the next comma. Returns false if the words are there
 * without a value. value_out is empty if the words aren't there. */
static bool read_optional_value(const char **cursor, const char *words, char value_out[VALUE_MAX])
{
	const char *start;
	size_t len;

	value_out[0] = '\0';
	if (!strbuf_skip(cursor, words))
		return true;
	if (!strbuf_skip_to(cursor, ",", &start, &len) || len >= VALUE_MAX)
		return false;
	memcpy(value_out, start, len);
	value_out[len] = '\0';
	return true;
}

static bool read_card(const struct card_ruleset *book, const char **cursor, struct effect *effect)
{
	char value[VALUE_MAX];
	unsigned copy;

	if (!read_optional_value(cursor, ", of ", value))
		return false;
	if (value[0] != '\0' && (effect->card = card_named(book->set, value, NULL)) == NO_CARD)
		return false;
	if (!strbuf_skip(cursor, ", card "))
		return true;
	if (!strbuf_skip_number(cursor, UINT16_MAX, &copy))
		return false;
	effect->copy = (uint16_t)copy;
	return true;
}

static bool read_bound(const struct card_ruleset *book, const char **cursor, struct effect *effect)
{
	char value[VALUE_MAX];
	int found;

	if (!read_optional_value(cursor, ", binds ", value))
		return false;
	if (value[0] != '\0') {
		if ((found = variant_seat_named(book->variant, value)) < 0)
			return false;
		effect->seat = (uint8_t)found;
	}
	if (!read_optional_value(cursor, ", kind ", value))
		return false;
	if (value[0] == '\0')
		return true;
	if ((found = card_ruleset_kind_named(book, value)) < 0)
		return false;
	effect->type = (uint8_t)found;
	return true;
}

static bool read_piece(const struct card_ruleset *book, const char **cursor, const char *words,
		       uint8_t *piece_out)
{
	char value[VALUE_MAX];
	uint32_t piece;

	if (!read_optional_value(cursor, words, value))
		return false;
	if (value[0] == '\0')
		return true;
	if (event_read_piece(book->variant, value, &piece) < 0 || piece >= MAX_PIECES)
		return false;
	*piece_out = (uint8_t)piece;
	return true;
}

/* Returns the number of squares, or -1 if one of them is invalid. */
static int read_squares(const struct card_ruleset *book, const char **cursor, struct effect *effect)
{
	char value[VALUE_MAX];
	int count = 0;

	while (read_optional_value(cursor, ", at ", value) && value[0] != '\0') {
		if (count == (int)ARRAY_LEN(effect->squares))
			return -1;
		effect->squares[count] = board_square_named(&book->variant->board, value);
		if (effect->squares[count++] == NO_SQUARE)
			return -1;
	}
	return count;
}

unsigned card_board_effect_squares(const struct card_ruleset *book, const struct effect *effect)
{
	const struct continuous *row = continuous_of(book, effect);

	return row->secret			    ? 0
	       : row->place == CONTINUOUS_ON_SQUARE ? 1
	       : row->place == CONTINUOUS_ON_EDGES  ? 4
						    : 0;
}

/* Reports whether an effect that was read, with that number of squares, has the members that
 * card_board_refresh reads. */
static bool has_required_fields(const struct card_ruleset *book, const struct effect *effect,
				unsigned squares)
{
	const struct continuous *row = continuous_of(book, effect);
	bool lies = row->place == CONTINUOUS_ON_SQUARE || row->place == CONTINUOUS_ON_EDGES;
	unsigned needs = continuous_needs(row);

	return (!lies || squares == card_board_effect_squares(book, effect)) &&
	       (!(needs & CONTINUOUS_PIECE) || effect->piece != NO_PIECE) &&
	       (!(needs & CONTINUOUS_OTHER) || effect->other != NO_PIECE);
}

static bool read_effect_kind(const struct card_ruleset *book, const char **cursor,
			     uint8_t *what_out)
{
	const char *word;
	size_t len;

	if (!strbuf_skip_to(cursor, ",", &word, &len))
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

int card_board_read_effect(const struct card_ruleset *book, const char *text,
			   struct effect *effect_out, struct reason *reason)
{
	struct effect effect = card_board_no_effect();
	int squares = -1;

	if (read_effect_kind(book, &text, &effect.what) && read_card(book, &text, &effect) &&
	    read_bound(book, &text, &effect) &&
	    read_piece(book, &text, ", piece that began on ", &effect.piece) &&
	    read_piece(book, &text, ", other that began on ", &effect.other))
		squares = read_squares(book, &text, &effect);
	effect.left = strbuf_skip(&text, ", left");
	if (squares < 0 || *text != '\0' || !has_required_fields(book, &effect, (unsigned)squares))
		return reason_fail(reason, "expected an effect, such as 'crab, of Crab, card 3, "
					   "piece that began on e2'");
	*effect_out = effect;
	return 0;
}
