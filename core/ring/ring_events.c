/* SPDX-License-Identifier: MIT */
/* The events of a ring: each function changes it and records the event. */
#include <string.h>

#include "core/ring/ring_internal.h"
#include "core/variant/variant_data.h"

void ring_begin_entry(struct ring *ring)
{
	ring->at = NO_BOARD;
}

void ring_name_board(struct ring *ring, unsigned board, struct event_list *record)
{
	if (record == NULL || ring->at == board)
		return;
	event_add(record, event_about(EVENT_BOARD, NO_SIDE, board + 1, NULL));
	ring->at = (uint8_t)board;
}

void ring_stock(struct ring *ring, uint8_t seat, uint8_t side, uint8_t type, uint8_t set,
		struct event_list *record)
{
	struct event event = event_about(EVENT_STOCK, seat, set + 1u, NULL);
	uint16_t *stock = &ring->stock[seat][side][type][set];

	event.side = side;
	event.type = type;
	event_add(record, event);
	if (*stock < UINT16_MAX)
		++*stock;
}

void ring_place(const struct variant *variant, struct ring *ring, unsigned number, uint8_t side,
		uint8_t type, uint8_t set, square at, struct event_list *record)
{
	struct ring_board *board = &ring->board[number];
	struct event event = event_about(EVENT_PLACE, NO_SIDE, set + 1u, NULL);

	event.side = side;
	event.type = type;
	event.to = at;
	event_add(record, event);
	ring->stock[board->seat[side]][side][type][set]--;
	board->set[position_place(variant, &board->position, side, type, at)] = set;
}

bool ring_mate(struct ring *ring, unsigned number, uint8_t side, const char *how,
	       struct event_list *record)
{
	static const char *const words[] = {"checkmate", "resigned", "forfeited"};
	struct ring_board *board = &ring->board[number];
	struct event event = event_about(EVENT_MATED, board->seat[side], 0, how);
	size_t i = 0;

	while (i < ARRAY_LEN(words) && strcmp(words[i], how) != 0)
		i++;
	if (i == ARRAY_LEN(words))
		return false;
	ring_name_board(ring, number, record);
	event.by = board->seat[1 - side];
	event_add(record, event);
	board->mated = side;
	board->offering = NO_SIDE;
	board->how = words[i];
	return true;
}

void ring_beat(struct ring *ring, uint8_t seat, const char *how, uint8_t by,
	       struct event_list *record)
{
	struct event event = event_about(EVENT_BEATEN, seat, 0, how);

	event.by = by;
	event_add(record, event);
	ring->in_play &= (uint16_t) ~(1u << seat);
	memset(ring->stock[seat], 0, sizeof ring->stock[seat]);
}

void ring_close(struct ring *ring, unsigned number, struct event_list *record)
{
	struct ring_board *board = &ring->board[number];

	ring_name_board(ring, number, record);
	event_add(record, event_of(EVENT_CLOSE));
	board->alive = false;
	board->mated = board->offering = NO_SIDE;
	board->history.count = 0;
}

void ring_conquer(struct ring *ring, unsigned number, uint8_t side, uint8_t seat,
		  struct event_list *record)
{
	struct event event = event_about(EVENT_CONQUER, seat, 0, NULL);

	ring_name_board(ring, number, record);
	event.side = side;
	event_add(record, event);
	ring->board[number].seat[side] = seat;
	ring->board[number].offering = NO_SIDE;
}

void ring_refresh(const struct variant *variant, struct ring *ring, unsigned number,
		  const char *how, struct event_list *record)
{
	ring_name_board(ring, number, record);
	event_add(record, event_about(EVENT_FRESH, NO_SIDE, 0, how));
	ring_set_up(variant, ring, number);
}

void ring_turn(const struct variant *variant, struct ring *ring, unsigned number, uint8_t side,
	       struct event_list *record)
{
	struct ring_board *board = &ring->board[number];

	ring_name_board(ring, number, record);
	event_add(record, event_about(EVENT_TURN, board->seat[side], 0, NULL));
	board->position.turn = side;
	repetition_add(&board->history, ring_key(variant, ring, number), false);
}
