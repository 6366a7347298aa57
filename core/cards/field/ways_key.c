/* SPDX-License-Identifier: MIT */
/* The identity of a field for repetition: the board and the continuing effects, not the hands. */
#include "core/cards/field/ways_inner.h"

/* Whether the piece takes in passing as a pawn does, going in direction d: no Crab
 * ([en-passant-in-repetition]: pins aside). */
static bool takes_in_passing(const struct sight *sight, unsigned piece, unsigned d)
{
	const struct field *field = sight->field;
	const struct book *book = sight->book;
	unsigned pawn = book->variant->pawn, side = field->position.pieces[piece].side;

	return ways_pawn_part(sight, piece) != NO_PIECE &&
	       book->reach[field->quarter][side][pawn].step_capture >> d & 1;
}

/* Whether any opponent's pawn stands where it attacks the square that was passed. */
static bool counts(const struct book *book, const struct field *field, const struct passant *right)
{
	const struct position *position = &field->position;
	unsigned passed = position->piece_at[right->pawn];

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square from = field_step(book, field, right->over, (d + 4) % DIRECTIONS);
		unsigned piece = from == NO_SQUARE ? NO_PIECE : position->piece_at[from];
		struct sight sight;
		uint8_t seat;

		if (piece == NO_PIECE || passed == NO_PIECE)
			continue;
		seat = field_owner(field, piece);
		if (seat == NO_SIDE)
			continue;
		ways_look(&sight, book, field, seat);
		if (takes_in_passing(&sight, piece, d) && ways_may_take(&sight, piece, passed))
			return true;
	}
	return false;
}

static void mix_passants(struct position_key *key, const struct book *book,
			 const struct field *field)
{
	const struct position *position = &field->position;

	for (unsigned slot = 0; slot < position->passant_end; slot++)
		if (position->passant[slot].over != NO_SQUARE &&
		    counts(book, field, &position->passant[slot]))
			history_key_mix(key, 0x50000u + position->passant[slot].over);
}

/* Where a piece is and what, if it is anywhere. */
static uint64_t whereabouts(const struct field *field, unsigned piece)
{
	const struct piece *man;

	if (piece == NO_PIECE)
		return NO_SQUARE;
	man = &field->position.pieces[piece];
	if (man->fate == CAPTURED || man->fate == DEAD || man->fate == GONE)
		return NO_SQUARE;
	return (uint64_t)man->at << 16 | (unsigned)man->type << 8 | man->fate;
}

static void mix_effect(struct position_key *key, const struct field *field,
		       const struct effect *effect)
{
	history_key_mix(key, (uint64_t)effect->what << 40 | (uint64_t)effect->by << 32 |
				     (uint64_t)effect->seat << 24 | (uint64_t)effect->type << 16 |
				     effect->left);
	history_key_mix(key, whereabouts(field, effect->piece) << 32 |
				     whereabouts(field, effect->other));
	history_key_mix(key, (uint64_t)effect->squares[0] << 48 |
				     (uint64_t)effect->squares[1] << 32 |
				     (uint64_t)effect->squares[2] << 16 | effect->squares[3]);
}

struct position_key ways_key(const struct book *book, const struct field *field)
{
	struct position board = field->position;
	struct position_key key;

	board.passant_end = 0;
	key = history_key(book->variant, &board);
	mix_passants(&key, book, field);
	for (unsigned i = 0; i < board.piece_count; i++)
		if (board.pieces[i].fate == SHARING)
			history_key_mix(&key, 0x60000000u | whereabouts(field, i));
	FIELD_EFFECTS (effect, field)
		if (!lasting_of(book, effect)->due)
			mix_effect(&key, field, effect);
	return key;
}
