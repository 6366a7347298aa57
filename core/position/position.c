/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "core/position/position.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Toggles the square's bit in each of its lines. */
static void toggle_lines(const struct board *board, struct position *position, square at)
{
	const struct place *place = board->place[at];

	for (unsigned i = 0; i < ORIENTATIONS; i++)
		position->occupied[place[i].line] ^= 1u << place[i].place;
}

static void put_down(const struct variant *variant, struct position *position, unsigned index,
		     square at)
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

static void pick_up(const struct variant *variant, struct position *position, square at)
{
	position->piece_at[at] = NO_PIECE;
	position->owner[at] = OWNER_NONE;
	toggle_lines(&variant->board, position, at);
}

static void clear_board(const struct variant *variant, struct position *position)
{
	const struct board *board = &variant->board;

	memset(position->piece_at, NO_PIECE, sizeof position->piece_at);
	memset(position->owner, OWNER_RIM, sizeof position->owner);
	memset(position->occupied, 0, sizeof position->occupied);
	memset(position->king, NO_PIECE, sizeof position->king);
	memset(position->first_piece, NO_PIECE, sizeof position->first_piece);
	memset(position->end_piece, 0, sizeof position->end_piece);
	for (square at = 0; at < board->squares; at++)
		if (!board->hole[at])
			position->owner[at] = OWNER_NONE;
	memcpy(position->occupied, board->line_ends, board->lines * sizeof *board->line_ends);
}

void position_clear(const struct variant *variant, struct position *position)
{
	memset(position, 0, sizeof *position);
	position->turn = variant->first_side;
	clear_board(variant, position);
	for (unsigned i = 0; i < MAX_SIDES; i++)
		position->controller[i] = i < variant->side_count ? (uint8_t)i : NO_SIDE;
	for (unsigned i = 0; i < MAX_PASSANTS; i++)
		position->passant[i] = (struct passant){NO_SQUARE, NO_SQUARE};
	position->in_play = (uint16_t)((1u << variant->side_count) - 1);
}

/* Extends its side's range to include the piece with that index. */
static void extend_range(struct position *position, unsigned index)
{
	uint8_t side = position->pieces[index].side;

	if (index < position->first_piece[side])
		position->first_piece[side] = (uint8_t)index;
	if (index >= position->end_piece[side])
		position->end_piece[side] = (uint8_t)(index + 1);
}

bool position_index(const struct variant *variant, struct position *position)
{
	clear_board(variant, position);
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate != ON_BOARD)
			continue;
		if (piece->at >= MAX_SQUARES || position->owner[piece->at] != OWNER_NONE)
			return false;
		put_down(variant, position, i, piece->at);
		extend_range(position, i);
		if (piece->type == variant->royal)
			position->king[piece->side] = (uint8_t)i;
	}
	return true;
}

bool position_put(const struct variant *variant, struct position *position, uint8_t side,
		  uint8_t type, square at)
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
	if (!position->pieces[index].moved && (at == variant->truce[0] || at == variant->truce[1]))
		position->pieces[index].truce = TRUCE_BOUND;
	position->piece_count++;
	put_down(variant, position, index, at);
	extend_range(position, index);
	if (type == variant->royal)
		position->king[side] = (uint8_t)index;
	return true;
}

void position_start(const struct variant *variant, struct position *position)
{
	position_clear(variant, position);
	for (unsigned i = 0; i < variant->start_count; i++)
		position_put(variant, position, variant->starts[i].side, variant->starts[i].type,
			     variant->starts[i].at);
}

void position_take_up(const struct variant *variant, struct position *position, square at)
{
	pick_up(variant, position, at);
}

void position_put_down(const struct variant *variant, struct position *position, unsigned piece,
		       square at)
{
	position->pieces[piece].fate = ON_BOARD;
	put_down(variant, position, piece, at);
}

static struct event side_event(enum event_kind kind, uint8_t side)
{
	struct event event = event_of(kind);

	event.side = side;
	return event;
}

static void record_piece(struct event_list *record, enum event_kind kind, const struct piece *piece,
			 square from, square to)
{
	struct event event;

	if (record == NULL)
		return;
	event = side_event(kind, piece->side);
	event.type = piece->type;
	event.from = from;
	event.to = to;
	event_add(record, event);
}

static void mark_turn_taken(struct position *position)
{
	uint8_t player;

	if (position->turn >= MAX_SIDES)
		return;
	player = position->controller[position->turn];
	position->round |= (uint16_t)(1u << position->turn);
	if (player < MAX_SIDES)
		position->moved_at[player] = ++position->clock;
}

void position_move(const struct variant *variant, struct position *position, square from, square to,
		   struct event_list *record)
{
	unsigned index = position->piece_at[from];
	struct piece *piece = &position->pieces[index];

	record_piece(record, EVENT_MOVE, piece, from, to);
	pick_up(variant, position, from);
	put_down(variant, position, index, to);
	piece->moved = true;
	mark_turn_taken(position);
}

/* Records a castling. The text names the target squares: "g1 f1". */
static void record_castle(const struct variant *variant, struct event_list *record, uint8_t side,
			  const struct castling *castling)
{
	struct event event = side_event(EVENT_CASTLE, side);
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_addf(&text, "%s %s", board_name(&variant->board, castling->king_to).text,
		    board_name(&variant->board, castling->rook_to).text);
	event.from = castling->king;
	event.to = castling->rook;
	event.text = text.bytes;
	event_add(record, event);
	strbuf_done(&text);
}

void position_castle(const struct variant *variant, struct position *position,
		     const struct castling *castling, struct event_list *record)
{
	unsigned king = position->piece_at[castling->king],
		 rook = position->piece_at[castling->rook];

	if (record != NULL)
		record_castle(variant, record, position->pieces[king].side, castling);
	pick_up(variant, position, castling->king);
	pick_up(variant, position, castling->rook);
	put_down(variant, position, king, castling->king_to);
	put_down(variant, position, rook, castling->rook_to);
	position->pieces[king].moved = position->pieces[rook].moved = true;
	mark_turn_taken(position);
}

/*
 * Returns the index for a new piece. It replaces a piece of its side that has left the board,
 * because pieces may come and go without end.
 */
static unsigned free_index(const struct position *position, uint8_t side)
{
	for (unsigned i = position->first_piece[side]; i < position->end_piece[side]; i++)
		if (position->pieces[i].side == side && position->pieces[i].fate != ON_BOARD)
			return i;
	return position->piece_count;
}

unsigned position_place(const struct variant *variant, struct position *position, uint8_t side,
			uint8_t type, square at)
{
	unsigned index = free_index(position, side);

	/* A board has fewer squares than `pieces` has places. */
	assert(index < MAX_PIECES);
	position->pieces[index] = (struct piece){
		.side = side,
		.type = type,
		.born = type,
		.fate = ON_BOARD,
		.moved = type != variant->pawn,
	};
	if (index == position->piece_count)
		position->piece_count++;
	put_down(variant, position, index, at);
	extend_range(position, index);
	position->round |= (uint16_t)(1u << position->turn);
	return index;
}

static void take_off_board(const struct variant *variant, struct position *position, square at,
			   enum fate fate)
{
	unsigned index = position->piece_at[at];
	struct piece *piece = &position->pieces[index];

	piece->fate = (uint8_t)fate;
	if (position->king[piece->side] == index)
		position->king[piece->side] = NO_PIECE;
	pick_up(variant, position, at);
}

void position_capture(const struct variant *variant, struct position *position, square at,
		      struct event_list *record)
{
	record_piece(record, EVENT_CAPTURE, position_piece(position, at), at, NO_SQUARE);
	take_off_board(variant, position, at, CAPTURED);
}

void position_remove(const struct variant *variant, struct position *position, square at,
		     struct event_list *record)
{
	record_piece(record, EVENT_REMOVE, position_piece(position, at), at, NO_SQUARE);
	take_off_board(variant, position, at, GONE);
}

void position_free(struct position *position, square at, struct event_list *record)
{
	struct piece *piece = &position->pieces[position->piece_at[at]];

	record_piece(record, EVENT_FREE, piece, at, NO_SQUARE);
	piece->truce = TRUCE_FREED;
}

void position_promote(struct position *position, square at, uint8_t type, struct event_list *record)
{
	struct piece *piece = &position->pieces[position->piece_at[at]];

	piece->type = type;
	piece->truce = TRUCE_NONE;
	record_piece(record, EVENT_PROMOTE, piece, NO_SQUARE, at);
}

void position_open_passant(struct position *position, uint8_t side, square over, square pawn,
			   struct event_list *record)
{
	struct event event = side_event(EVENT_PASSANT, side);
	unsigned slot = side;

	event.from = over;
	event.to = pawn;
	event_add(record, event);
	while (slot + MAX_SIDES < MAX_PASSANTS && position->passant[slot].over != NO_SQUARE)
		slot += MAX_SIDES;
	position->passant[slot] = (struct passant){over, pawn};
	if (position->passant_end <= slot)
		position->passant_end = (uint8_t)(slot + 1);
}

void position_close_passant(struct position *position, uint8_t side, struct event_list *record)
{
	event_add(record, side_event(EVENT_NO_PASSANT, side));
	for (unsigned slot = side; slot < MAX_PASSANTS; slot += MAX_SIDES)
		position->passant[slot] = (struct passant){NO_SQUARE, NO_SQUARE};
	while (position->passant_end > 0 &&
	       position->passant[position->passant_end - 1].over == NO_SQUARE)
		position->passant_end--;
}

void position_drop_passant(struct position *position, square pawn, struct event_list *record)
{
	struct passant rights[MAX_PASSANTS];
	unsigned slot = 0;

	while (slot < position->passant_end && position->passant[slot].pawn != pawn)
		slot++;
	if (slot >= position->passant_end)
		return;
	/* The event closes all rights against the side's pawns, so the others are opened again. */
	memcpy(rights, position->passant, sizeof rights);
	position_close_passant(position, (uint8_t)(slot % MAX_SIDES), record);
	for (unsigned i = slot % MAX_SIDES; i < MAX_PASSANTS; i += MAX_SIDES)
		if (i != slot && rights[i].over != NO_SQUARE)
			position_open_passant(position, (uint8_t)(slot % MAX_SIDES), rights[i].over,
					      rights[i].pawn, record);
}

void position_set_quiet(struct position *position, uint16_t rounds, struct event_list *record)
{
	event_add(record, event_about(EVENT_QUIET, NO_SIDE, rounds, NULL));
	position->quiet = rounds;
	position->round = 0;
}

void position_close_round(struct position *position, struct event_list *record)
{
	if ((position->in_play & ~position->round) == 0)
		position_set_quiet(position, (uint16_t)(position->quiet + 1), record);
}

void position_set_turn(struct position *position, uint8_t seat, struct event_list *record)
{
	if (seat != NO_SIDE)
		event_add(record, event_about(EVENT_TURN, seat, 0, NULL));
	position->turn = seat;
}

void position_conquer(struct position *position, uint8_t side, uint8_t seat,
		      struct event_list *record)
{
	struct event event = side_event(EVENT_CONQUER, side);

	event.seat = seat;
	event_add(record, event);
	position->controller[side] = seat;
}

bool position_abandon(struct position *position, uint8_t side, const char *how,
		      struct event_list *record)
{
	static const char *const words[] = {"inert", "removed", "dead", "obstacles"};
	struct event event = side_event(EVENT_ARMY, side);
	size_t i = 0;

	while (i < ARRAY_LEN(words) && strcmp(words[i], how) != 0)
		i++;
	if (i == ARRAY_LEN(words))
		return false;
	event.text = how;
	event_add(record, event);
	position->controller[side] = NO_SIDE;
	if (i == 2)
		position->dead |= (uint8_t)(1u << side);
	if (i == 3)
		position->obstacles |= (uint8_t)(1u << side);
	return true;
}

void position_pass(struct position *position, uint8_t seat, struct event_list *record)
{
	event_add(record, event_about(EVENT_PASS, seat, 0, NULL));
	position->round |= (uint16_t)(1u << seat);
}

void position_remove_seat(struct position *position, uint8_t seat)
{
	position->in_play &= (uint16_t) ~(1u << seat);
	position->frozen &= (uint16_t) ~(1u << seat);
	position->debts[seat] = 0;
}

bool position_trade(const struct variant *variant, struct position *position, square at,
		    uint8_t type, struct event_list *record)
{
	uint8_t side = position->pieces[position->piece_at[at]].side;
	struct event event = side_event(EVENT_TRADE, side);
	unsigned index = 0;

	while (index < position->piece_count &&
	       (position->pieces[index].fate != CAPTURED || position->pieces[index].side != side ||
		position->pieces[index].type != type))
		index++;
	if (index == position->piece_count)
		return false;
	event.type = type;
	event.from = at;
	event_add(record, event);
	take_off_board(variant, position, at, GONE);
	position->pieces[index].fate = ON_BOARD;
	position->pieces[index].moved = true;
	put_down(variant, position, index, at);
	extend_range(position, index);
	return true;
}

void position_set_exchange(const struct variant *variant, struct position *position,
			   struct exchange exchange, struct event_list *record)
{
	struct strbuf text;

	position->exchange = exchange;
	if (record == NULL)
		return;
	strbuf_init(&text, 0);
	strbuf_addf(&text, "%u ", (unsigned)exchange.weakest);
	variant_print_seats(variant, exchange.lost, &text);
	strbuf_add_char(&text, ' ');
	variant_print_seats(variant, exchange.involved, &text);
	event_add(record, event_about(EVENT_EXCHANGE, NO_SIDE, exchange.left, text.bytes));
	strbuf_done(&text);
}

void position_set_debt(struct position *position, uint8_t seat, uint16_t debt,
		       struct event_list *record)
{
	event_add(record, event_about(EVENT_OWE, seat, debt, NULL));
	position->debts[seat] = debt;
}

void position_freeze(struct position *position, uint8_t seat, struct event_list *record)
{
	event_add(record, event_about(EVENT_FREEZE, seat, 0, NULL));
	position->frozen |= (uint16_t)(1u << seat);
	position->round |= (uint16_t)(1u << seat);
}

void position_thaw(struct position *position, uint8_t seat, struct event_list *record)
{
	event_add(record, event_about(EVENT_THAW, seat, 0, NULL));
	position->frozen &= (uint16_t) ~(1u << seat);
}
