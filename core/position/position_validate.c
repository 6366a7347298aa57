/* SPDX-License-Identifier: MIT */
/* Checks that a position read from a file is sound, because other code relies on it. */
#include <string.h>

#include "core/position/position.h"
#include "core/variant/variant_data.h"

bool position_is_square(const struct variant *variant, unsigned at)
{
	return at < variant->board.squares && !variant->board.hole[at];
}

bool position_is_square_or_none(const struct variant *variant, unsigned at)
{
	return at == NO_SQUARE || position_is_square(variant, at);
}

bool position_is_seat_or_none(const struct variant *variant, unsigned seat)
{
	return seat == NO_SIDE || seat < variant_seats(variant);
}

bool position_is_type_or_none(const struct variant *variant, unsigned type)
{
	return type == NO_TYPE || type < variant->type_count;
}

static bool is_piece_sound(const struct variant *variant, const struct piece *piece)
{
	return piece->side < variant->side_count && piece->type < variant->type_count &&
	       piece->born < variant->type_count && piece->fate <= SHARING &&
	       piece->truce <= TRUCE_FREED && base_is_bool(&piece->moved) &&
	       (position_is_square(variant, piece->at) ||
		(piece->fate != ON_BOARD && piece->fate != MERGED && piece->fate != SHARING));
}

static bool are_sides_sound(const struct variant *variant, const struct position *position)
{
	unsigned all = (1u << variant->side_count) - 1;

	for (unsigned side = 0; side < MAX_SIDES; side++) {
		uint8_t seat = position->controller[side], king = position->king[side];

		if ((seat != NO_SIDE && seat >= variant->side_count) ||
		    (king != NO_PIECE &&
		     (king >= position->piece_count || position->pieces[king].fate != ON_BOARD)) ||
		    position->end_piece[side] > position->piece_count)
			return false;
	}
	return (position->turn == NO_SIDE || position->turn < variant->side_count) &&
	       ((position->in_play | position->round | position->frozen | position->dead |
		 position->obstacles) &
		~all) == 0;
}

static bool are_rights_sound(const struct variant *variant, const struct position *position)
{
	if (position->passant_end > MAX_PASSANTS)
		return false;
	for (unsigned i = 0; i < MAX_PASSANTS; i++) {
		const struct passant *right = &position->passant[i];

		if (right->over == NO_SQUARE)
			continue;
		if (i >= position->passant_end || !position_is_square(variant, right->over) ||
		    !position_is_square(variant, right->pawn) ||
		    position->piece_at[right->pawn] == NO_PIECE)
			return false;
	}
	return true;
}

static bool is_indexed(const struct variant *variant, const struct position *position)
{
	struct position again;

	again.piece_count = position->piece_count;
	memcpy(again.pieces, position->pieces, position->piece_count * sizeof *again.pieces);
	return position_index(variant, &again) &&
	       memcmp(again.piece_at, position->piece_at, sizeof again.piece_at) == 0 &&
	       memcmp(again.owner, position->owner, sizeof again.owner) == 0 &&
	       memcmp(again.occupied, position->occupied, sizeof again.occupied) == 0;
}

bool position_is_sound(const struct variant *variant, const struct position *position)
{
	if (position->piece_count > MAX_PIECES)
		return false;
	for (unsigned i = 0; i < position->piece_count; i++) {
		if (!is_piece_sound(variant, &position->pieces[i]))
			return false;
	}
	return are_sides_sound(variant, position) && is_indexed(variant, position) &&
	       are_rights_sound(variant, position);
}
