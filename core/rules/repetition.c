/* SPDX-License-Identifier: MIT */
/* Which positions have been there [draw-by-repetition]. */
#include <stdlib.h>
#include <string.h>

#include "core/position/move_truce.h"
#include "core/rules/draws.h"
#include "core/variant/variant_data.h"

void history_init(struct history *history)
{
	history->keys = NULL;
	history->count = history->size = 0;
}

void history_done(struct history *history)
{
	free(history->keys);
	history_init(history);
}

void history_copy(struct history *to, const struct history *from)
{
	/* With room for the one that mostly follows. */
	to->count = from->count;
	to->size = from->count + 1;
	to->keys = base_alloc(to->size * sizeof *to->keys);
	if (from->count > 0)
		memcpy(to->keys, from->keys, from->count * sizeof *to->keys);
}

/* A number mixed two ways that have nothing to do with each other: 128 bits make two different
 * positions with one key a thing that doesn't happen. */
static inline struct position_key mixed(struct position_key with, uint64_t value)
{
	static const uint64_t odd[2] = {0x9e3779b97f4a7c15, 0xd1342543de82ef95};

	for (unsigned i = 0; i < 2; i++) {
		uint64_t word = (with.words[i] ^ value) * odd[i];

		word = (word ^ word >> 29) * 0xbf58476d1ce4e5b9;
		with.words[i] = word ^ word >> 32;
	}
	return with;
}

void history_key_mix(struct position_key *key, uint64_t value)
{
	*key = mixed(*key, value);
}

/* What stands where, as a sum: whichever piece is which, and no piece waits for the one before. */
static struct position_key board_key(const struct position *position)
{
	static const struct position_key piece_key = {{1, 2}};
	struct position_key sum = {{0, 0}};

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		struct position_key key;

		if (piece->fate != ON_BOARD)
			continue;
		key = mixed(piece_key,
			    (uint64_t)piece->at << 16 | (unsigned)piece->side << 8 | piece->type);
		sum.words[0] += key.words[0];
		sum.words[1] += key.words[1];
	}
	return sum;
}

static void mix_castling(struct position_key *key, const struct variant *variant,
			 const struct position *position)
{
	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];
		const struct piece *king = position_piece(position, castle->king_from);
		const struct piece *rook = position_piece(position, castle->rook_from);

		if (king != NULL && rook != NULL && !king->moved && !rook->moved &&
		    king->side == castle->side && rook->side == castle->side)
			history_key_mix(key, 0x10000 + i);
	}
}

/* Whether the pawn there may capture the one that passed, pins aside. */
static bool may_take(const struct variant *variant, const struct position *position,
		     const struct piece *captor, const struct piece *passed)
{
	uint8_t player = position->controller[captor->side], owner;

	/* A damaged file may have moved the pawn and left the right. */
	if (passed == NULL)
		return false;
	owner = position->controller[passed->side];
	return player != NO_SIDE && captor->type == variant->pawn &&
	       (owner == NO_SIDE || variant->sides[player].team != variant->sides[owner].team) &&
	       !move_truce_forbids(variant, captor, passed);
}

/* A right to take in passing counts only while some pawn that may take attacks the passed square
 * [en-passant-in-repetition]. */
static bool passant_counts(const struct variant *variant, const struct position *position,
			   unsigned slot)
{
	square over = position->passant[slot].over;

	for (unsigned d = 0; over != NO_SQUARE && d < DIRECTIONS; d++) {
		square from = variant->board.step[over][(d + 4) % DIRECTIONS];
		const struct piece *captor = position_piece(position, from);

		if (captor != NULL &&
		    may_take(variant, position, captor,
			     position_piece(position, position->passant[slot].pawn)) &&
		    variant->sides[captor->side].reach[captor->type].step_capture >> d & 1)
			return true;
	}
	return false;
}

/* In one order, whichever of a side's pawns went first. */
static void mix_passants(struct position_key *key, const struct variant *variant,
			 const struct position *position)
{
	uint64_t sum = 0;

	for (unsigned slot = 0; slot < position->passant_end; slot++)
		if (passant_counts(variant, position, slot)) {
			uint64_t word = (position->passant[slot].over + 1) * 0x9e3779b97f4a7c15;

			sum += (word ^ word >> 29) * 0xbf58476d1ce4e5b9;
		}
	if (sum != 0)
		history_key_mix(key, sum);
}

struct position_key history_key(const struct variant *variant, const struct position *position)
{
	struct position_key key = board_key(position);

	mix_castling(&key, variant, position);
	for (unsigned side = 0; side < variant->side_count; side++) {
		history_key_mix(&key, 0x20000u + position->controller[side]);
		if (position->debts[side] > 0)
			history_key_mix(&key, 0x40000u + (side << 16) + position->debts[side]);
	}
	mix_passants(&key, variant, position);
	if (position->frozen)
		history_key_mix(&key, 0x100000u + position->frozen);
	history_key_mix(&key, (uint64_t)position->obstacles << 32 | (uint64_t)position->dead << 24 |
				      (uint64_t)position->in_play << 8 | position->turn);
	return key;
}

unsigned history_occurrences(const struct history *history)
{
	const struct position_key *keys = history->keys;
	unsigned times = 0;

	for (size_t i = 0; i < history->count; i++)
		times += memcmp(&keys[i], &keys[history->count - 1], sizeof *keys) == 0;
	return times;
}

void history_add(struct history *history, struct position_key key, bool restarted)
{
	if (restarted)
		history->count = 0;
	if (history->count == history->size) {
		history->size = history->size ? 2 * history->size : 16;
		history->keys = base_realloc(history->keys, history->size * sizeof key);
	}
	history->keys[history->count++] = key;
}
