/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static size_t ring_size(unsigned boards)
{
	return sizeof(struct ring) + boards * sizeof(struct ring_board);
}

struct ring *ring_new(const struct variant *variant)
{
	unsigned boards = variant_seats(variant);
	struct ring *ring = base_zalloc(1, ring_size(boards));

	ring->boards = boards;
	ring->in_play = (uint16_t)((1u << boards) - 1);
	ring->at = NO_BOARD;
	for (unsigned i = 0; i < boards; i++) {
		ring->board[i].seat[0] = (uint8_t)i;
		ring->board[i].seat[1] = (uint8_t)((i + 1) % boards);
		repetition_init(&ring->board[i].history);
		ring_set_up(variant, ring, i);
	}
	return ring;
}

struct ring *ring_copy(const struct ring *ring)
{
	struct ring *copy = base_alloc(ring_size(ring->boards));

	memcpy(copy, ring, ring_size(ring->boards));
	for (unsigned i = 0; i < ring->boards; i++)
		repetition_copy(&copy->board[i].history, &ring->board[i].history);
	return copy;
}

void ring_free(struct ring *ring)
{
	if (ring == NULL)
		return;
	for (unsigned i = 0; i < ring->boards; i++)
		repetition_done(&ring->board[i].history);
	free(ring);
}

void ring_set_up(const struct variant *variant, struct ring *ring, unsigned number)
{
	struct ring_board *board = &ring->board[number];

	position_start(variant, &board->position);
	board->history.count = 0;
	board->alive = true;
	board->mated = board->offering = NO_SIDE;
	memset(board->set, (int)number, sizeof board->set);
	board->turns = 0;
	board->asked = 0;
	board->from = board->to = board->taken = NO_SQUARE;
}

uint8_t ring_mover(const struct ring *ring, unsigned number)
{
	const struct ring_board *board = &ring->board[number];

	if (ring->over || !board->alive || board->mated != NO_SIDE ||
	    board->position.turn >= RING_SIDES)
		return NO_SIDE;
	return board->seat[board->position.turn];
}

uint8_t ring_side(const struct ring *ring, unsigned number, uint8_t seat)
{
	const struct ring_board *board = &ring->board[number];

	for (uint8_t side = 0; board->alive && side < RING_SIDES; side++)
		if (board->seat[side] == seat)
			return side;
	return NO_SIDE;
}

uint8_t ring_opponent(const struct ring *ring, unsigned number, uint8_t seat)
{
	uint8_t side = ring_side(ring, number, seat);

	return side == NO_SIDE ? NO_SIDE : ring->board[number].seat[1 - side];
}

uint8_t ring_board_of(const struct ring *ring, uint8_t seat, uint8_t side)
{
	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_side(ring, i, seat) == side)
			return (uint8_t)i;
	return NO_BOARD;
}

uint16_t ring_boards(const struct ring *ring, uint8_t seat)
{
	uint16_t boards = 0;

	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_side(ring, i, seat) != NO_SIDE)
			boards |= (uint16_t)(1u << i);
	return boards;
}

uint16_t ring_turns(const struct ring *ring, uint8_t seat)
{
	uint16_t boards = 0;

	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_mover(ring, i) == seat)
			boards |= (uint16_t)(1u << i);
	return boards;
}

void ring_print_boards(uint16_t boards, struct strbuf *out)
{
	unsigned left = (unsigned)__builtin_popcount(boards);

	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		if (!(boards >> i & 1))
			continue;
		left--;
		strbuf_addf(out, "%u%s", i + 1, left > 1 ? ", " : left == 1 ? " and " : "");
	}
}

uint16_t ring_to_move(const struct ring *ring)
{
	uint16_t seats = 0;

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t seat = ring_mover(ring, i);

		if (seat != NO_SIDE)
			seats |= (uint16_t)(1u << seat);
	}
	return seats;
}

uint16_t ring_checked(const struct variant *variant, const struct ring *ring)
{
	uint16_t seats = 0;

	for (unsigned i = 0; i < ring->boards; i++) {
		const struct position *position = &ring->board[i].position;
		uint8_t seat = ring_mover(ring, i);

		if (seat != NO_SIDE && movegen_in_check(variant, position, position->turn))
			seats |= (uint16_t)(1u << seat);
	}
	return seats;
}

bool ring_has_mates(const struct ring *ring)
{
	for (unsigned i = 0; i < ring->boards; i++)
		if (ring->board[i].alive && ring->board[i].mated != NO_SIDE)
			return true;
	return false;
}

struct position_key ring_key(const struct variant *variant, const struct ring *ring,
			     unsigned number)
{
	const struct ring_board *board = &ring->board[number];
	struct position_key key = repetition_key(variant, &board->position);

	for (unsigned side = 0; side < RING_SIDES; side++) {
		const uint16_t *stock = ring->stock[board->seat[side]][0][0];

		repetition_key_mix(&key, 0x40000u + board->seat[side]);
		for (unsigned i = 0; i < RING_SIDES * MAX_TYPES * MAX_BOARDS; i++)
			if (stock[i] != 0)
				repetition_key_mix(&key, (uint64_t)(i + 1) << 20 | stock[i]);
	}
	return key;
}

struct draws ring_draws(const struct variant *variant, const struct ring *ring, unsigned number)
{
	return (struct draws){
		.variant = variant,
		.position = &ring->board[number].position,
		.history = &ring->board[number].history,
		.refills = true,
		.board = number + 1,
	};
}
