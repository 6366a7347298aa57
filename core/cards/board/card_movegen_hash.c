/* SPDX-License-Identifier: MIT */
/* The key of a board for repetition: the position and the continuing effects, not the hands. */
#include "core/cards/board/card_movegen_internal.h"

/* Reports whether the piece captures en passant as a pawn does, in direction d. A Crab doesn't;
 * pins are ignored [en-passant-in-repetition]. */
static bool captures_en_passant(const struct sight *sight, unsigned piece, unsigned d)
{
	const struct card_board *field = sight->field;
	const struct card_ruleset *book = sight->book;
	unsigned pawn = book->variant->pawn, side = field->position.pieces[piece].side;

	return card_movegen_pawn_part(sight, piece) != NO_PIECE &&
	       book->reach[field->quarter][side][pawn].step_capture >> d & 1;
}

/* Reports whether any opponent's pawn attacks the square that the pawn passed. */
static bool is_en_passant_attacked(const struct card_ruleset *book, const struct card_board *field,
				   const struct passant *right)
{
	const struct position *position = &field->position;
	unsigned passed = position->piece_at[right->pawn];

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square from = card_board_step(book, field, right->over, (d + 4) % DIRECTIONS);
		unsigned piece = from == NO_SQUARE ? NO_PIECE : position->piece_at[from];
		struct sight sight;
		uint8_t seat;

		if (piece == NO_PIECE || passed == NO_PIECE)
			continue;
		seat = card_board_owner(field, piece);
		if (seat == NO_SIDE)
			continue;
		card_movegen_init_sight(&sight, book, field, seat);
		if (captures_en_passant(&sight, piece, d) &&
		    card_movegen_may_take(&sight, piece, passed))
			return true;
	}
	return false;
}

static void mix_passants(struct position_key *key, const struct card_ruleset *book,
			 const struct card_board *field)
{
	const struct position *position = &field->position;

	for (unsigned slot = 0; slot < position->passant_end; slot++)
		if (position->passant[slot].over != NO_SQUARE &&
		    is_en_passant_attacked(book, field, &position->passant[slot]))
			repetition_key_mix(key, 0x50000u + position->passant[slot].over);
}

/* Returns a key of a piece's square, type and fate; NO_SQUARE if it is captured, dead or gone. */
static uint64_t piece_place_key(const struct card_board *field, unsigned piece)
{
	const struct piece *man;

	if (piece == NO_PIECE)
		return NO_SQUARE;
	man = &field->position.pieces[piece];
	if (man->fate == CAPTURED || man->fate == DEAD || man->fate == GONE)
		return NO_SQUARE;
	return (uint64_t)man->at << 16 | (unsigned)man->type << 8 | man->fate;
}

static void mix_effect(struct position_key *key, const struct card_board *field,
		       const struct effect *effect)
{
	repetition_key_mix(key, (uint64_t)effect->what << 40 | (uint64_t)effect->by << 32 |
					(uint64_t)effect->seat << 24 |
					(uint64_t)effect->type << 16 | effect->left);
	repetition_key_mix(key, piece_place_key(field, effect->piece) << 32 |
					piece_place_key(field, effect->other));
	repetition_key_mix(key, (uint64_t)effect->squares[0] << 48 |
					(uint64_t)effect->squares[1] << 32 |
					(uint64_t)effect->squares[2] << 16 | effect->squares[3]);
}

struct position_key card_movegen_key(const struct card_ruleset *book,
				     const struct card_board *field)
{
	struct position board = field->position;
	struct position_key key;

	board.passant_end = 0;
	key = repetition_key(book->variant, &board);
	mix_passants(&key, book, field);
	for (unsigned i = 0; i < board.piece_count; i++)
		if (board.pieces[i].fate == SHARING)
			repetition_key_mix(&key, 0x60000000u | piece_place_key(field, i));
	CARD_BOARD_EFFECTS(effect, field)
	if (!continuous_of(book, effect)->due)
		mix_effect(&key, field, effect);
	return key;
}
