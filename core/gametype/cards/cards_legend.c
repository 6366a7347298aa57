/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/cards/lasting/lasting_text.h"
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/kind/cards/cards_marks.h"

/* A board being looked at. */
struct look {
	const struct table *table;
	const struct book *book;
	const struct field *field;
	const struct sheet *sheet;
	uint8_t seat;
	uint32_t used; /* the signs that are on the board, as a set of their places */
};

/* ---- a square ---- */

/* Those of the set; what two pieces on one square are to each other is told apart. */
static void add_signs(struct look *look, uint32_t signs, struct text *out)
{
	const struct lasting_sign *sign;

	for (unsigned place = 1; (sign = lasting_text_sign(place)) != NULL; place++)
		if (signs >> place & 1 && !sign->between)
			text_add_char(out, sign->sign);
	look->used |= signs;
}

/* The letter of the second of two pieces. If it is another's, one of the two is neutral. */
static void add_letter(const struct look *look, unsigned piece, struct text *out)
{
	const struct piece *second = &look->field->position.pieces[piece];
	char letter = variant_type_letter(look->book->variant, second->type);
	bool small = look->sheet->owners[0] == '\0' && second->side > 0;

	text_add_char(out, small ? (char)tolower((unsigned char)letter) : letter);
}

/* "+N", "~+P": one piece of two, both under all that sits on either, but each a Crab by itself. */
static void add_composite(struct look *look, unsigned first, unsigned second, struct text *out)
{
	const uint32_t one = lasting_text_signs(look->field, first),
		       other = lasting_text_signs(look->field, second),
		       crab = 1u << look->book->lasting[EFFECT_CRAB]->sign.place;

	add_signs(look, one & crab, out);
	text_add_char(out, '+');
	add_letter(look, second, out);
	add_signs(look, other & crab, out);
	add_signs(look, (one | other) & ~crab, out);
}

/* "=&N": two pieces, each with its own marks. */
static void add_pair(struct look *look, unsigned first, unsigned second, struct text *out)
{
	add_signs(look, lasting_text_signs(look->field, first), out);
	text_add_char(out, '&');
	add_letter(look, second, out);
	add_signs(look, lasting_text_signs(look->field, second), out);
}

/* All that stands beside the first piece on the square. */
static void add_beside(struct look *look, square at, uint8_t *first_out, struct text *out)
{
	const struct field *field = look->field;
	unsigned first = field_at(field, at), second = NO_PIECE;

	*first_out = (uint8_t)first;
	if (first == NO_PIECE)
		return;
	if (field->marks[first] & (MARK_COMPOSITE | MARK_SPLIT))
		second = field->partner[first];
	if (second == NO_PIECE) {
		add_signs(look, lasting_text_signs(look->field, first), out);
		return;
	}
	/* In the order K Q R B N P [trial-names]. */
	if (field->position.pieces[second].type < field->position.pieces[first].type) {
		*first_out = (uint8_t)second;
		second = first;
		first = *first_out;
	}
	if (field->marks[first] & MARK_COMPOSITE)
		add_composite(look, first, second, out);
	else
		add_pair(look, first, second, out);
}

bool cards_marks_own_secret(const struct table *table, const struct effect *effect, square at,
			    uint8_t seat)
{
	return lasting_of(table->book, effect)->secret && effect->squares[0] == at &&
	       seat != NO_SIDE && effect->by == seat;
}

/* What has no room on the board is told whole below it: "e4: wR+N=-@". */
static void cut(const struct look *look, square at, const struct sheet_marks *marks, char *beside,
		struct text *items)
{
	const struct sheet *sheet = look->sheet;
	const struct piece *piece = &look->field->position.pieces[marks->piece[at]];
	char letter = variant_type_letter(look->book->variant, piece->type);

	if (sheet->owners[0] == '\0' && piece->side > 0)
		letter = (char)tolower((unsigned char)letter);
	text_addf(items, phrase("\" on %s whole: "), board_name(sheet->board, at).text);
	if (sheet->owners[0] != '\0')
		text_add_char(items, sheet->owners[piece->side]);
	text_addf(items, "%c%s\n", letter, beside);
	strcpy(beside + SHEET_SIGNS - 1, "\"");
}

static void mark_square(struct look *look, square at, struct sheet_marks *marks, struct text *items)
{
	uint32_t secrets = 0;
	struct text beside;

	text_init(&beside, 0);
	add_beside(look, at, &marks->piece[at], &beside);
	for (unsigned i = 0; i < look->field->effect_count; i++)
		if (cards_marks_own_secret(look->table, &look->field->effects[i], at, look->seat))
			secrets |= 1u
				   << lasting_of(look->book, &look->field->effects[i])->sign.place;
	add_signs(look, secrets, &beside);
	if (beside.len > SHEET_SIGNS)
		cut(look, at, marks, beside.bytes, items);
	strcpy(marks->beside[at], beside.bytes);
	if (strlen(marks->beside[at]) > marks->widest)
		marks->widest = (unsigned)strlen(marks->beside[at]);
	text_done(&beside);
}

/* ---- the words below ---- */

static void add_meanings(const struct look *look, struct text *items)
{
	const struct lasting_sign *sign;

	for (unsigned place = 1; (sign = lasting_text_sign(place)) != NULL; place++)
		if (look->used >> place & 1)
			text_addf(items, "%c %s\n", sign->sign, phrase(sign->item));
	if (look->field->closed != 0)
		text_addf(items, phrase("%s Forbidden City\n"), look->sheet->cell > 1 ? "##" : "#");
}

/* "h", "8", "h8": the side of the board, or the corner, that lies in these directions. */
static void add_goal(const struct board *board, uint8_t directions, struct text *out)
{
	bool east = directions >> E & 1, west = directions >> W & 1;
	bool north = directions >> N & 1, south = directions >> S & 1;
	char name[SQUARE_NAME_MAX];

	board_square_name(board,
			  (square)((east ? board->width - 1u : 0u) +
				   (north ? (board->height - 1u) * board->width : 0u)),
			  name);
	if (north || south)
		text_addf(out, "%.*s%s", east || west ? 1 : 0, name, name + 1);
	else
		text_addf(out, "%c", name[0]);
}

/* Which side of the board, or corner, becomes each seat's by one more turn of it. */
void cards_marks_turning(const struct table *table, bool left, struct text *out)
{
	const struct book *book = table->book;
	const struct variant *variant = book->variant;
	unsigned quarter = (table->field.quarter + (left ? 1u : QUARTERS - 1u)) % QUARTERS;
	bool first = true;

	for (uint8_t side = 0; side < variant->side_count; side++) {
		uint8_t forward = book->forward[quarter][side],
			home = (uint8_t)(forward << 4 | forward >> 4);

		if (!(table->field.position.in_play >> side & 1))
			continue;
		text_add(out, first ? "" : ", ");
		text_addf(out, phrase("%s's %s "), phrase(variant->sides[side].title),
			  (home & (home - 1)) != 0     ? phrase("corner is")
			  : home & (1u << E | 1u << W) ? phrase("side is file")
						       : phrase("side is rank"));
		add_goal(&variant->board, home, out);
		first = false;
	}
}

/* Squares keep their names when the board is turned, so pawns go elsewhere. */
static void add_turned(const struct look *look, struct text *items)
{
	const struct variant *variant = look->book->variant;

	for (uint8_t side = 0; look->field->quarter != 0 && side < variant->side_count; side++) {
		if (!sheet_has_side(look->sheet, side))
			continue;
		text_addf(items, phrase("%s's pawns go to "), phrase(variant->sides[side].title));
		add_goal(&variant->board, field_forward(look->book, look->field, side), items);
		text_add_char(items, '\n');
	}
}

/* Who is under Elf Hill. Where an Abduction took a piece is asked of somebody, and isn't told. */
static void add_away(const struct look *look, struct text *items)
{
	const struct field *field = look->field;
	const struct variant *variant = look->book->variant;

	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];
		const struct piece *piece = &field->position.pieces[effect->piece % MAX_PIECES];

		if (lasting_of(look->book, effect)->away == NULL || effect->piece == NO_PIECE ||
		    piece->fate != AWAY)
			continue;
		text_addf(items, phrase("%s's %s is %s\n"),
			  phrase(variant->sides[piece->side].title),
			  phrase(variant_type_name(variant, piece->type)),
			  phrase(lasting_of(look->book, effect)->away));
	}
}

void cards_marks(const struct game *game, const struct sheet *sheet, uint8_t seat,
		 struct sheet_marks *marks_out, struct text *items)
{
	struct look look = {
		.table = cards_state(game),
		.book = cards_state(game)->book,
		.field = &cards_state(game)->field,
		.sheet = sheet,
		.seat = seat,
	};
	struct text more;

	memset(marks_out, 0, sizeof *marks_out);
	memset(marks_out->piece, NO_PIECE, sizeof marks_out->piece);
	text_init(&more, 0);
	for (square at = 0; at < sheet->board->squares; at++) {
		mark_square(&look, at, marks_out, &more);
		marks_out->walls[at] = look.field->walls[at];
		marks_out->walled |= look.field->walls[at] != 0;
		marks_out->closed[at] = look.field->closed >> at & 1;
	}
	add_meanings(&look, items);
	text_add_bytes(items, more.bytes, more.len);
	lasting_text_below(look.field, items);
	add_turned(&look, items);
	add_away(&look, items);
	text_done(&more);
}

bool cards_marks_blind(const struct game *game, uint8_t seat)
{
	return seat != NO_SIDE && table_is_blind(cards_state(game), seat);
}
