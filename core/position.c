/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/position.h"
#include "core/variant_data.h"

/* Sets or takes away the square's bit in each of its lines. */
static void
toggle_lines(const struct board *board, struct position *position, square at)
{
	const struct place *place = board->place[at];

	for (unsigned i = 0; i < ORIENTATIONS; i++)
		position->occupied[place[i].line] ^= 1u << place[i].place;
}

static void
put_down(const struct variant *variant, struct position *position, unsigned index, square at)
{
	struct piece *piece = &position->pieces[index];
	unsigned owner = 1u << piece->side;

	if (piece->type == variant->royal)
		owner |= OWNER_ROYAL;
	piece->at = at;
	position->piece_at[at] = (uint8_t)index;
	position->owner[at] = (uint8_t)owner;
	toggle_lines(&variant->board, position, at);
}

static void
pick_up(const struct variant *variant, struct position *position, square at)
{
	position->piece_at[at] = NO_PIECE;
	position->owner[at] = OWNER_NONE;
	toggle_lines(&variant->board, position, at);
}

static void
clear_board(const struct variant *variant, struct position *position)
{
	const struct board *board = &variant->board;

	memset(position->piece_at, NO_PIECE, sizeof position->piece_at);
	memset(position->owner, OWNER_RIM, sizeof position->owner);
	memset(position->occupied, 0, sizeof position->occupied);
	memset(position->king, NO_PIECE, sizeof position->king);
	for (square at = 0; at < board->squares; at++)
		if (!board->hole[at])
			position->owner[at] = OWNER_NONE;
	memcpy(position->occupied, board->line_ends, board->lines * sizeof *board->line_ends);
}

void
position_clear(const struct variant *variant, struct position *position)
{
	memset(position, 0, sizeof *position);
	clear_board(variant, position);
	for (unsigned i = 0; i < MAX_SIDES; i++) {
		position->controller[i] = i < variant->side_count ? (uint8_t)i : NO_SIDE;
		position->passant[i] = (struct passant){NO_SQUARE, NO_SQUARE};
	}
	position->in_play = (uint16_t)((1u << variant->side_count) - 1);
}

bool
position_index(const struct variant *variant, struct position *position)
{
	clear_board(variant, position);
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate != ON_BOARD)
			continue;
		if (piece->at >= MAX_SQUARES || position->owner[piece->at] != OWNER_NONE)
			return false;
		put_down(variant, position, i, piece->at);
		if (piece->type == variant->royal)
			position->king[piece->side] = (uint8_t)i;
	}
	return true;
}

bool
position_put(const struct variant *variant, struct position *position, uint8_t side, uint8_t type,
             square at)
{
	unsigned index = position->piece_count;

	if (index == MAX_PIECES || position->owner[at] != OWNER_NONE)
		return false;
	position->pieces[index] = (struct piece){
		.side = side,
		.type = type,
		.born = type,
		.fate = ON_BOARD,
		.moved = variant->sides[side].starts[at] != type,
	};
	position->piece_count++;
	put_down(variant, position, index, at);
	if (type == variant->royal)
		position->king[side] = (uint8_t)index;
	return true;
}

void
position_start(const struct variant *variant, struct position *position)
{
	position_clear(variant, position);
	for (unsigned i = 0; i < variant->start_count; i++)
		position_put(variant, position, variant->starts[i].side, variant->starts[i].type,
		             variant->starts[i].at);
}

const struct piece *
position_piece(const struct position *position, square at)
{
	uint8_t index = position->piece_at[at];

	return index == NO_PIECE ? NULL : &position->pieces[index];
}

/* An event that speaks of a side and nothing else. */
static struct event
side_event(enum event_kind kind, uint8_t side)
{
	return (struct event){
		.kind = kind,
		.side = side,
		.type = NO_TYPE,
		.seat = NO_SIDE,
		.by = NO_SIDE,
		.from = NO_SQUARE,
		.to = NO_SQUARE,
	};
}

static void
record_piece(struct event_list *record, enum event_kind kind, const struct piece *piece,
             square from, square to)
{
	struct event event = side_event(kind, piece->side);

	event.type = piece->type;
	event.from = from;
	event.to = to;
	event_add(record, event);
}

void
position_move(const struct variant *variant, struct position *position, square from, square to,
              struct event_list *record)
{
	unsigned index = position->piece_at[from];
	struct piece *piece = &position->pieces[index];

	if (record != NULL)
		record_piece(record, EVENT_MOVE, piece, from, to);
	pick_up(variant, position, from);
	put_down(variant, position, index, to);
	piece->moved = true;
	if (position->turn != NO_SIDE)
		position->round |= (uint16_t)(1u << position->turn);
}

void
position_capture(const struct variant *variant, struct position *position, square at,
                 struct event_list *record)
{
	struct piece *piece = &position->pieces[position->piece_at[at]];

	if (record != NULL)
		record_piece(record, EVENT_CAPTURE, piece, at, NO_SQUARE);
	piece->fate = CAPTURED;
	pick_up(variant, position, at);
}

void
position_promote(struct position *position, square at, uint8_t type, struct event_list *record)
{
	struct piece *piece = &position->pieces[position->piece_at[at]];

	piece->type = type;
	if (record != NULL)
		record_piece(record, EVENT_PROMOTE, piece, NO_SQUARE, at);
}

void
position_open_passant(struct position *position, uint8_t side, square over, square pawn,
                      struct event_list *record)
{
	struct event event = side_event(EVENT_PASSANT, side);

	event.from = over;
	event.to = pawn;
	event_add(record, event);
	position->passant[side] = (struct passant){over, pawn};
}

void
position_close_passant(struct position *position, uint8_t side, struct event_list *record)
{
	event_add(record, side_event(EVENT_NO_PASSANT, side));
	position->passant[side] = (struct passant){NO_SQUARE, NO_SQUARE};
}

void
position_set_quiet(struct position *position, uint16_t rounds, struct event_list *record)
{
	struct event event = side_event(EVENT_QUIET, NO_SIDE);

	event.number = rounds;
	event_add(record, event);
	position->quiet = rounds;
	position->round = 0;
}

void
position_set_turn(struct position *position, uint8_t seat, struct event_list *record)
{
	struct event event = side_event(EVENT_TURN, NO_SIDE);

	event.seat = seat;
	if (seat != NO_SIDE)
		event_add(record, event);
	position->turn = seat;
}

void
position_remove_seat(struct position *position, uint8_t seat)
{
	position->in_play &= (uint16_t) ~(1u << seat);
}
