/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/field/field.h"
#include "core/base/text.h"

void field_init(const struct book *book, const struct position *position, struct field *field)
{
	memset(field, 0, sizeof *field);
	field->position = *position;
	memset(field->partner, NO_PIECE, sizeof field->partner);
	for (unsigned i = 0; i < MAX_SIDES; i++)
		field->last[i].piece = NO_PIECE;
	field->last_card = NO_CARD;
	field->last_card_by = NO_SIDE;
	field_refresh(book, field);
}

unsigned field_kind(const struct field *field, unsigned piece)
{
	if (field->marks[piece] & MARK_CRAB)
		return KIND_CRAB;
	if (field->marks[piece] & MARK_PRINCE)
		return KIND_PRINCE;
	return field->position.pieces[piece].type;
}

/* The kinds that one piece, no composite, answers to. */
static uint32_t kinds_of(const struct book *book, const struct field *field, unsigned piece)
{
	const struct variant *variant = book->variant;
	uint8_t type = field->position.pieces[piece].type;
	uint32_t kinds = 1u << type | 1u << field_kind(field, piece);

	if (field->marks[piece] & MARK_ROYAL)
		kinds |= 1u << variant->royal;
	/* [queen-for-bishop] */
	if (book->bishopless && book->bishops == BISHOPS_QUEEN &&
	    variant_type_letter(variant, type) == 'Q')
		kinds |= 1u << variant_type_of_letter(variant, 'B');
	return kinds;
}

bool field_is(const struct book *book, const struct field *field, unsigned piece, uint32_t kinds)
{
	uint32_t own = kinds_of(book, field, piece);

	if (field->marks[piece] & MARK_COMPOSITE)
		own |= kinds_of(book, field, field->partner[piece]);
	return own & kinds;
}

unsigned field_at(const struct field *field, square at)
{
	return field->position.piece_at[at];
}

bool field_is_of_kind(const struct field *field, unsigned piece, unsigned kind)
{
	return field_kind(field, piece) == kind ||
	       (field->marks[piece] & MARK_COMPOSITE &&
		field_kind(field, field->partner[piece]) == kind);
}

bool field_is_same(const struct field *field, unsigned piece, unsigned other)
{
	return piece == other || (other != NO_PIECE && field->marks[piece] & MARK_COMPOSITE &&
				  field->partner[piece] == other);
}

uint8_t field_owner(const struct field *field, unsigned piece)
{
	return field->position.controller[field->position.pieces[piece].side];
}

bool field_opposes(const struct book *book, const struct field *field, uint8_t a, uint8_t b)
{
	uint16_t both = (uint16_t)(1u << a | 1u << b);

	return (field->position.in_play & both) == both &&
	       book->variant->sides[a].team != book->variant->sides[b].team;
}

bool field_is_own(const struct field *field, unsigned piece, uint8_t seat)
{
	return field_owner(field, piece) == seat || field->marks[piece] & MARK_NEUTRAL;
}

bool field_is_enemy(const struct book *book, const struct field *field, unsigned piece,
		    uint8_t seat)
{
	uint8_t owner = field_owner(field, piece);

	return field->marks[piece] & MARK_NEUTRAL ||
	       (owner != NO_SIDE && field_opposes(book, field, owner, seat));
}

unsigned field_royal(const struct field *field, uint8_t seat)
{
	return field->position.king[seat];
}

bool field_is_kingly(const struct book *book, const struct field *field, unsigned piece)
{
	return field->position.pieces[piece].type == book->variant->royal ||
	       field->marks[piece] & MARK_ROYAL;
}

const struct effect *field_effect(const struct field *field, enum effect_kind what)
{
	FIELD_EFFECTS (effect, field)
		if (effect->what == what && !effect->suspended)
			return effect;
	return NULL;
}

const struct effect *field_effect_on(const struct field *field, enum effect_kind what, uint8_t seat)
{
	FIELD_EFFECTS (effect, field)
		if (effect->what == what && effect->seat == seat && !effect->suspended)
			return effect;
	return NULL;
}

const struct effect *field_challenge(const struct book *book, const struct field *field,
				     uint8_t seat)
{
	FIELD_EFFECTS (effect, field)
		if (lasting_of(book, effect)->calls != NULL && effect->seat == seat)
			return effect;
	return NULL;
}

const struct effect *field_asking(const struct book *book, const struct field *field, uint8_t seat,
				  bool due)
{
	FIELD_EFFECTS (effect, field)
		if (lasting_of(book, effect)->asks && lasting_of(book, effect)->due == due &&
		    (due ? effect->by : effect->seat) == seat)
			return effect;
	return NULL;
}

unsigned field_rank(const struct book *book, const struct field *field, uint8_t side, square at)
{
	const struct board *board = &book->variant->board;
	unsigned rank = board_rank(board, book->turned[field->quarter][at]);

	return book->forward[0][side] & 1u << N ? rank : board->height - 1u - rank;
}

bool field_in_territory(const struct book *book, const struct field *field, uint8_t side, square at)
{
	return book->variant->sides[side].territory[book->turned[field->quarter][at]];
}

bool field_starts(const struct book *book, const struct field *field, uint8_t side, unsigned type,
		  square at)
{
	return book->variant->sides[side].starts[book->turned[field->quarter][at]] == type;
}

bool field_promotes(const struct book *book, const struct field *field, uint8_t side, square at)
{
	return book->promotes[field->quarter][side] >> at & 1;
}

bool field_steps_twice(const struct book *book, const struct field *field, uint8_t side, square at)
{
	return book->twice[field->quarter][side] >> at & 1;
}

uint8_t field_forward(const struct book *book, const struct field *field, uint8_t side)
{
	return book->forward[field->quarter][side];
}

struct reach field_reach(const struct book *book, const struct field *field, unsigned piece)
{
	const struct reach(*reaches)[CARD_KINDS] = book->reach[field->quarter];
	const struct piece *pieces = field->position.pieces;
	struct reach reach = reaches[pieces[piece].side][field_kind(field, piece)];

	if (!(field->marks[piece] & MARKS_CHANGING))
		return reach;
	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(book, effect);

		if (row->change != NULL && !effect->suspended &&
		    (field_is_same(field, piece, effect->piece)))
			row->change(book, field, effect, piece, &reach);
	}
	return reach;
}

square field_step(const struct book *book, const struct field *field, square from,
		  enum direction direction)
{
	square to = book->variant->board.step[from][direction];

	if (to == NO_SQUARE || field->walls[from] >> direction & 1 || field->closed >> to & 1)
		return NO_SQUARE;
	return to;
}

bool field_is_held(const struct book *book, const struct field *field, unsigned piece, uint8_t seat)
{
	if (field->held >> field->position.pieces[piece].at & 1 &&
	    !field_is_kingly(book, field, piece))
		return true;
	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(book, effect);

		if (row->holds != NULL && field_is_same(field, piece, effect->piece) &&
		    row->holds(effect, seat))
			return true;
	}
	return false;
}

bool field_is_free(const struct book *book, const struct field *field, square at)
{
	return at < book->variant->board.squares && !book->variant->board.hole[at] &&
	       field_at(field, at) == NO_PIECE && !(field->closed >> at & 1);
}

bool field_may_be_taken(const struct book *book, const struct field *field, unsigned piece)
{
	const struct piece *man = &field->position.pieces[piece];

	if (field->truce || field->marks[piece] & (MARK_PACIFIST | MARK_ROYAL) ||
	    field->position.obstacles >> man->side & 1)
		return false;
	if (man->type == book->variant->royal && !(field->marks[piece] & MARK_PRINCE))
		return false;
	/* [shield-until-own-turn]: in the turn in which it was put up, a shield is none yet. */
	for (unsigned i = 0; field->marks[piece] & MARK_SHIELDED && i < field->effect_count; i++) {
		const struct effect *shield = &field->effects[i];

		if (lasting_of(book, shield)->mark & MARK_SHIELDED && !shield->suspended &&
		    field_is_same(field, piece, shield->piece))
			return !shield->begun;
	}
	return true;
}

/* Its letter, and the name of what it has become. */
static void add_name(const struct book *book, const struct field *field, unsigned piece,
		     struct text *out)
{
	unsigned kind = field_kind(field, piece);

	text_add_char(out, variant_type_letter(book->variant, field->position.pieces[piece].type));
	if (kind >= KIND_CRAB)
		text_addf(out, ":%s", book_kind_name(book, kind));
	else if (field->marks[piece] & MARK_ROYAL)
		text_add(out, ":royal");
}

void field_piece_name(const struct book *book, const struct field *field, unsigned piece,
		      struct text *out)
{
	const struct piece *pieces = field->position.pieces;
	unsigned other = field->partner[piece], first = piece, second = other;

	if (!(field->marks[piece] & MARK_COMPOSITE)) {
		add_name(book, field, piece, out);
		return;
	}
	/* The letters stand in the order K Q R B N P, the crab's too [trial-names]. */
	if (pieces[other].type < pieces[piece].type) {
		first = other;
		second = piece;
	}
	text_addf(out, "%c+%c", variant_type_letter(book->variant, pieces[first].type),
		  variant_type_letter(book->variant, pieces[second].type));
}
