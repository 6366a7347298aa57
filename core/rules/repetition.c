/* SPDX-License-Identifier: MIT */
/* The history of positions [draw-by-repetition]. */
#include <stdlib.h>
#include <string.h>

#include "core/position/move_pawn_truce.h"
#include "core/rules/draws.h"
#include "core/variant/variant_data.h"

void repetition_init(struct history *history)
{
	*history = (struct history){.keys = NULL};
}

void repetition_done(struct history *history)
{
	free(history->keys);
	repetition_init(history);
}

void repetition_copy(struct history *to, const struct history *from)
{
	/* With room for one more, which usually follows. */
	to->played_on = from->played_on;
	to->count = from->count;
	to->size = from->count + 1;
	to->keys = base_alloc(to->size * sizeof *to->keys);
	if (from->count > 0)
		memcpy(to->keys, from->keys, from->count * sizeof *to->keys);
}

/*
 * Mixes a number into a key in two independent ways. With 128 bits, two different positions
 * practically never have the same key.
 */
static inline struct position_key mix_value(struct position_key with, uint64_t value)
{
	static const uint64_t odd[2] = {0x9e3779b97f4a7c15, 0xd1342543de82ef95};

	for (unsigned i = 0; i < 2; i++) {
		uint64_t word = (with.words[i] ^ value) * odd[i];

		word = (word ^ word >> 29) * 0xbf58476d1ce4e5b9;
		with.words[i] = word ^ word >> 32;
	}
	return with;
}

void repetition_key_mix(struct position_key *key, uint64_t value)
{
	*key = mix_value(*key, value);
}

/* Returns a sum over the pieces and their squares, which doesn't depend on their order. */
static struct position_key board_key(const struct position *position)
{
	static const struct position_key piece_key = {{1, 2}};
	struct position_key sum = {{0, 0}};

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		struct position_key key;

		if (piece->fate != ON_BOARD)
			continue;
		key = mix_value(piece_key, (uint64_t)piece->at << 16 | (unsigned)piece->side << 8 |
						   piece->type);
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
			repetition_key_mix(key, 0x10000 + i);
	}
}

/* Reports whether the pawn may capture the pawn that passed. Pins are ignored. */
static bool may_capture_passed(const struct variant *variant, const struct position *position,
			       const struct piece *captor, const struct piece *passed)
{
	uint8_t player = position->controller[captor->side], owner;

	/* In a damaged file the pawn may be gone although the right is there. */
	if (passed == NULL)
		return false;
	owner = position->controller[passed->side];
	return player != NO_SIDE && captor->type == variant->pawn &&
	       (owner == NO_SIDE || variant->sides[player].team != variant->sides[owner].team) &&
	       !move_truce_forbids(variant, captor, passed);
}

/* Reports whether a right to capture en passant counts: only while a pawn that may capture
 * attacks the passed square [en-passant-in-repetition]. */
static bool passant_counts(const struct variant *variant, const struct position *position,
			   unsigned slot)
{
	square over = position->passant[slot].over;

	for (unsigned d = 0; over != NO_SQUARE && d < DIRECTIONS; d++) {
		square from = variant->board.step[over][(d + 4) % DIRECTIONS];
		const struct piece *captor = position_piece(position, from);

		if (captor != NULL &&
		    may_capture_passed(variant, position, captor,
				       position_piece(position, position->passant[slot].pawn)) &&
		    variant->sides[captor->side].reach[captor->type].step_capture >> d & 1)
			return true;
	}
	return false;
}

/*
 * Mixes in the rights to capture en passant, independently of the order in which a side's pawns
 * moved.
 */
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
		repetition_key_mix(key, sum);
}

struct position_key repetition_key(const struct variant *variant, const struct position *position)
{
	struct position_key key = board_key(position);

	mix_castling(&key, variant, position);
	for (unsigned side = 0; side < variant->side_count; side++) {
		repetition_key_mix(&key, 0x20000u + position->controller[side]);
		if (position->debts[side] > 0)
			repetition_key_mix(&key, 0x40000u + (side << 16) + position->debts[side]);
	}
	mix_passants(&key, variant, position);
	if (position->frozen)
		repetition_key_mix(&key, 0x100000u + position->frozen);
	repetition_key_mix(&key, (uint64_t)position->obstacles << 32 |
					 (uint64_t)position->dead << 24 |
					 (uint64_t)position->in_play << 8 | position->turn);
	return key;
}

unsigned repetition_occurrences(const struct history *history)
{
	const struct position_key *keys = history->keys;
	unsigned times = 0;

	for (size_t i = 0; i < history->count; i++)
		times += memcmp(&keys[i], &keys[history->count - 1], sizeof *keys) == 0;
	return times;
}

void repetition_add(struct history *history, struct position_key key, bool restarted)
{
	if (restarted)
		history->count = 0;
	if (history->count == history->size) {
		history->size = history->size ? 2 * history->size : 16;
		history->keys = base_realloc(history->keys, history->size * sizeof key);
	}
	history->keys[history->count++] = key;
}
