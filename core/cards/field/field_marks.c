/* SPDX-License-Identifier: MIT */
/* What follows from the effects for pieces, squares and steps, made anew after each change of them.
 */
#include <string.h>

#include "core/cards/field/field_inner.h"

/* A wall closes the step both ways. */
static void close_step(const struct board *board, struct field *field, square from, int right,
		       int up)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square to = board_offset(board, from, right, up);

		if (to == NO_SQUARE || board->step[from][d] != to)
			continue;
		field->walls[from] |= (uint8_t)(1u << d);
		field->walls[to] |= (uint8_t)(1u << (d + 4) % DIRECTIONS);
	}
}

/* The vertices at the ends of an edge between neighbours, as file and rank of the square up right
 * of each. */
static void edge_ends(const struct board *board, square a, square b, int ends_out[2][2])
{
	int file = (int)board_file(board, b), rank = (int)board_rank(board, b);
	bool level = board_rank(board, a) == board_rank(board, b);

	if (board_file(board, a) > board_file(board, b))
		file = (int)board_file(board, a);
	if (board_rank(board, a) > board_rank(board, b))
		rank = (int)board_rank(board, a);
	ends_out[0][0] = file;
	ends_out[0][1] = rank;
	ends_out[1][0] = level ? file : file + 1;
	ends_out[1][1] = level ? rank + 1 : rank;
}

/* Both edges, and the vertex they meet in for steps aslant. */
static void build_wall(const struct board *board, struct field *field, const struct effect *wall)
{
	const square *at = wall->squares;
	int ends[2][2][2];

	for (unsigned i = 0; i < 2; i++) {
		int right =
			(int)board_file(board, at[2 * i + 1]) - (int)board_file(board, at[2 * i]);
		int up = (int)board_rank(board, at[2 * i + 1]) - (int)board_rank(board, at[2 * i]);

		close_step(board, field, at[2 * i], right, up);
		edge_ends(board, at[2 * i], at[2 * i + 1], ends[i]);
	}
	for (unsigned i = 0; i < 4; i++) {
		const int *end = ends[0][i / 2];

		if (end[0] != ends[1][i % 2][0] || end[1] != ends[1][i % 2][1])
			continue;
		for (int side = 0; side < 2; side++) {
			int file = end[0] - 1 + side, rank = end[1] - 1;

			if (file >= 0 && file < board->width && rank >= 0 && rank < board->height)
				close_step(board, field, (square)(file + rank * board->width),
					   1 - 2 * side, 1);
		}
	}
}

static void hold_neighbours(const struct board *board, struct field *field, square magnet)
{
	for (int right = -1; right <= 1; right++) {
		for (int up = -1; up <= 1; up++) {
			square at = board_offset(board, magnet, right, up);

			if (at != NO_SQUARE && at != magnet)
				field->held |= (square_set)1 << at;
		}
	}
}

static bool is_there(const struct field *field, unsigned piece)
{
	uint8_t fate = piece == NO_PIECE ? DEAD : field->position.pieces[piece].fate;

	return fate == ON_BOARD || fate == MERGED || fate == SHARING;
}

/* A queen or rook, or composite of one. */
static bool is_heavy(const struct book *book, const struct field *field, unsigned piece)
{
	unsigned parts[2] = {piece, field->partner[piece]};
	bool composite = field->position.pieces[piece].fate == MERGED ||
			 (parts[1] != NO_PIECE && field->position.pieces[parts[1]].fate == MERGED);

	for (unsigned i = 0; i < (composite ? 2u : 1u); i++) {
		char letter =
			variant_type_letter(book->variant, field->position.pieces[parts[i]].type);

		if (letter == 'Q' || letter == 'R')
			return true;
	}
	return false;
}

/* Whether the effect waits for something. */
static bool is_suspended(const struct book *book, const struct field *field,
			 const struct effect *effect)
{
	unsigned piece = effect->piece,
		 other = piece == NO_PIECE ? NO_PIECE : field->partner[piece];

	if (!field_effect_sits(effect))
		return false;
	/* A royal piece that is away (Under Elf Hill) leaves no king behind. */
	if (!is_there(field, piece))
		return effect->what != EFFECT_COUP || field->position.pieces[piece].fate != AWAY;
	if (effect->what == EFFECT_COUP) {
		uint8_t prince = effect->other == NO_PIECE
					 ? DEAD
					 : field->position.pieces[effect->other].fate;

		/* R21 */
		return is_heavy(book, field, piece) &&
		       (is_there(field, effect->other) || prince == AWAY);
	}
	/* "Marks on the couped piece are suspended while it is royal"; a composite is one piece. */
	if (effect->what == EFFECT_PACIFISM || effect->what == EFFECT_NEUTRAL)
		return field->marks[piece] & MARK_ROYAL ||
		       (other != NO_PIECE && field->position.pieces[other].fate != SHARING &&
			field->position.pieces[piece].fate != SHARING &&
			field->marks[other] & MARK_ROYAL);
	return false;
}

static uint16_t mark_of(const struct effect *effect)
{
	switch (effect->what) {
	case EFFECT_PACIFISM:
		return MARK_PACIFIST;
	case EFFECT_CRAB:
		return MARK_CRAB;
	case EFFECT_COMPOSITE:
		return MARK_COMPOSITE;
	case EFFECT_COUP:
		return MARK_ROYAL;
	case EFFECT_CURSE:
		return MARK_CURSED;
	case EFFECT_MAGNET:
		return MARK_MAGNET;
	case EFFECT_NEUTRAL:
		return MARK_NEUTRAL;
	case EFFECT_SHIELD:
		return MARK_SHIELDED;
	case EFFECT_SPLIT:
		return MARK_SPLIT;
	default:
		return 0;
	}
}

static void apply_effect(const struct book *book, struct field *field, const struct effect *effect)
{
	const struct board *board = &book->variant->board;

	if (effect->piece != NO_PIECE)
		field->marks[effect->piece] |= mark_of(effect);
	switch (effect->what) {
	case EFFECT_COUP:
		if (effect->other != NO_PIECE)
			field->marks[effect->other] |= MARK_PRINCE;
		break;
	case EFFECT_COMPOSITE:
	case EFFECT_SPLIT:
		field->marks[effect->other] |= mark_of(effect);
		break;
	case EFFECT_CITY:
		field->closed |= (square_set)1 << effect->squares[0];
		break;
	case EFFECT_WALL:
		build_wall(board, field, effect);
		break;
	case EFFECT_MAGNET:
		hold_neighbours(board, field, field->position.pieces[effect->piece].at);
		break;
	case EFFECT_EARTHQUAKE:
		field->quarter = (uint8_t)((field->quarter + (effect->left ? 1 : 3)) % QUARTERS);
		break;
	case EFFECT_TRUCE:
		field->truce = true;
		break;
	case EFFECT_VENDETTA:
		field->vendetta = true;
		break;
	default:
		break;
	}
}

/* What sits on one part of a composite covers the whole; only a Crab is its own part's. */
static void spread_marks(struct field *field)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];
		uint16_t marks;

		if (effect->what != EFFECT_COMPOSITE || effect->suspended)
			continue;
		marks = (field->marks[effect->piece] | field->marks[effect->other]) &
			(uint16_t)~MARK_CRAB;
		field->marks[effect->piece] |= marks;
		field->marks[effect->other] |= marks;
	}
}

/* Whom check and mate are about: the piece of a Coup, else the king. */
static void find_royals(const struct book *book, struct field *field)
{
	struct position *position = &field->position;

	memset(position->king, NO_PIECE, sizeof position->king);
	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].type == book->variant->royal &&
		    position->pieces[i].fate == ON_BOARD && !(field->marks[i] & MARK_PRINCE))
			position->king[position->pieces[i].side] = (uint8_t)i;
	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *coup = &field->effects[i];
		unsigned royal = coup->piece;

		if (coup->what != EFFECT_COUP || coup->suspended)
			continue;
		if (position->pieces[royal].fate == MERGED)
			royal = field->partner[royal];
		position->king[position->pieces[royal].side] =
			position->pieces[royal].fate == AWAY ? NO_PIECE : (uint8_t)royal;
	}
}

void field_refresh(const struct book *book, struct field *field)
{
	memset(field->marks, 0, sizeof field->marks);
	memset(field->walls, 0, sizeof field->walls);
	field->closed = field->held = 0;
	field->quarter = 0;
	field->truce = field->vendetta = false;
	/* What a Coup makes of a piece decides about the others. */
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned i = 0; i < field->effect_count; i++) {
			struct effect *effect = &field->effects[i];

			if ((effect->what == EFFECT_COUP) != (pass == 0))
				continue;
			effect->suspended = is_suspended(book, field, effect);
			if (!effect->suspended)
				apply_effect(book, field, effect);
		}
	}
	spread_marks(field);
	find_royals(book, field);
}
