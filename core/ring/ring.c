/* SPDX-License-Identifier: MIT */

#include <stdlib.h>
#include <string.h>

#include "core/ring/ring.h"
#include "core/ring/ring_internal.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static size_t ring_size(unsigned boards)
{
	return sizeof(struct ring) + boards * sizeof(struct ring_board);
}

static void ring_set_up(const struct variant *variant, struct ring *ring, unsigned number);

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

/*
 * Sets up the array on a board for the seats that play there; part of ring_new and of the event
 * `fresh`.
 */
static void ring_set_up(const struct variant *variant, struct ring *ring, unsigned number)
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

/* Returns the key of a board for repetition [ring-repetition]. */
static struct position_key ring_key(const struct variant *variant, const struct ring *ring,
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

/* The events of a ring: each function changes it and records the event. */

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

/* Applies recorded events to a ring and checks that they are possible. */

static int apply_board(struct ring *ring, unsigned entry, const struct event *event,
		       struct reason *reason)
{
	if (event->number < 1 || event->number > ring->boards)
		return reason_fail(reason, "there is no such board in this ring");
	ring->at = (uint8_t)(event->number - 1);
	ring->entry = entry;
	ring->moved = false;
	ring->captured = NO_SQUARE;
	return 0;
}

/*
 * Reports whether the event names a piece with a set number, as `stock` and `place` do. Kings are
 * never in stockpiles.
 */
static bool is_stocked_piece(const struct variant *variant, const struct ring *ring,
			     const struct event *event)
{
	return event->side < RING_SIDES && event->type < variant->type_count &&
	       event->type != variant->royal && event->number >= 1 && event->number <= ring->boards;
}

static int apply_stock(const struct variant *variant, struct ring *ring, const struct event *event,
		       struct reason *reason)
{
	if (event->seat >= ring->boards || !is_stocked_piece(variant, ring, event))
		return reason_fail(reason, "no such seat, or no such man");
	ring_stock(ring, event->seat, event->side, event->type, (uint8_t)(event->number - 1), NULL);
	return 0;
}

static int apply_place(const struct variant *variant, struct ring *ring, const struct event *event,
		       struct reason *reason)
{
	struct ring_board *board = &ring->board[ring->at];
	uint8_t set = (uint8_t)(event->number - 1);

	if (!is_stocked_piece(variant, ring, event) ||
	    ring->stock[board->seat[event->side]][event->side][event->type][set] == 0)
		return reason_fail(reason, "no such man lies in the stockpile");
	if (event->to >= variant->board.squares || board->position.owner[event->to] != OWNER_NONE)
		return reason_fail(reason, "a man can't be placed there: not an empty square");
	ring_place(variant, ring, ring->at, event->side, event->type, set, event->to, NULL);
	board->from = board->taken = NO_SQUARE;
	board->to = event->to;
	return 0;
}

/*
 * Applies an event about a position. The last turn is marked by its first move, because castling
 * moves two pieces. A capture precedes the move.
 */
static int apply_position(const struct variant *variant, struct ring *ring,
			  const struct event *event, struct reason *reason)
{
	struct ring_board *board = &ring->board[ring->at];

	if (position_apply(variant, &board->position, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_CAPTURE && !ring->moved)
		ring->captured = event->from;
	if (event->kind == EVENT_MOVE && !ring->moved) {
		board->from = event->from;
		board->to = event->to;
		board->taken = ring->captured;
		ring->moved = true;
	}
	return 0;
}

static int apply_side(const struct variant *variant, struct ring *ring, const struct event *event,
		      struct reason *reason)
{
	struct ring_board *board = &ring->board[ring->at];
	uint8_t side = ring_side(ring, ring->at, event->seat);

	if (side == NO_SIDE)
		return reason_fail(reason, "no such seat plays on that board");
	if (event->kind == EVENT_TURN)
		ring_turn(variant, ring, ring->at, side, NULL);
	else if (event->kind == EVENT_OFFER)
		board->offering = side;
	else if (event->kind == EVENT_NO_OFFER)
		board->offering = NO_SIDE;
	else if (event->kind == EVENT_PLAYED)
		board->turns++;
	else if (!ring_mate(ring, ring->at, side, event->text ? event->text : "", NULL))
		return reason_fail(reason, "expected checkmate, resigned or forfeited");
	return 0;
}

static int apply_conquer(struct ring *ring, const struct event *event, struct reason *reason)
{
	if (event->side >= RING_SIDES || event->seat >= ring->boards ||
	    !(ring->in_play >> event->seat & 1))
		return reason_fail(reason, "no such side, or no such seat in play");
	ring_conquer(ring, ring->at, event->side, event->seat, NULL);
	return 0;
}

static int apply_on_board(const struct variant *variant, struct ring *ring,
			  const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_PLACE:
		return apply_place(variant, ring, event, reason);
	case EVENT_CONQUER:
		return apply_conquer(ring, event, reason);
	case EVENT_CLOSE:
		ring_close(ring, ring->at, NULL);
		return 0;
	case EVENT_FRESH:
		ring_refresh(variant, ring, ring->at, "", NULL);
		return 0;
	case EVENT_TURN:
	case EVENT_OFFER:
	case EVENT_NO_OFFER:
	case EVENT_PLAYED:
	case EVENT_MATED:
		return apply_side(variant, ring, event, reason);
	default:
		return apply_position(variant, ring, event, reason);
	}
}

static bool is_board_event(enum event_kind kind)
{
	switch (kind) {
	case EVENT_MOVE:
	case EVENT_CAPTURE:
	case EVENT_PROMOTE:
	case EVENT_PASSANT:
	case EVENT_NO_PASSANT:
	case EVENT_QUIET:
	case EVENT_PLACE:
	case EVENT_CONQUER:
	case EVENT_CLOSE:
	case EVENT_FRESH:
	case EVENT_TURN:
	case EVENT_OFFER:
	case EVENT_NO_OFFER:
	case EVENT_PLAYED:
	case EVENT_MATED:
		return true;
	default:
		return false;
	}
}

int ring_apply(const struct variant *variant, struct ring *ring, unsigned entry,
	       const struct event *event, struct reason *reason)
{
	if (is_board_event(event->kind)) {
		if (ring->at >= ring->boards || ring->entry != entry)
			return reason_fail(reason, "an event about a board comes before the line "
						   "that names the board");
		return apply_on_board(variant, ring, event, reason);
	}
	switch (event->kind) {
	case EVENT_BOARD:
		return apply_board(ring, entry, event, reason);
	case EVENT_STOCK:
		return apply_stock(variant, ring, event, reason);
	case EVENT_BEATEN:
		if (event->seat >= ring->boards || !(ring->in_play >> event->seat & 1))
			return reason_fail(reason, "no such seat is in play");
		ring_beat(ring, event->seat, "", event->by, NULL);
		return 0;
	case EVENT_RESULT:
		ring->over = true;
		return 0;
	default:
		return 0;
	}
}
