/* SPDX-License-Identifier: MIT */
/* Applies recorded events to a ring and checks that they are possible. */
#include "core/ring/ring_internal.h"
#include "core/variant/variant_data.h"

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
			return reason_fail(
				reason,
				"a fact about a board stands before the line that says which");
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
