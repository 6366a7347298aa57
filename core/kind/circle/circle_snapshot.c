/* SPDX-License-Identifier: MIT */
/* A ring in a snapshot: its own lines, then for each board a line `board`, and the lines of its
 * position and history. */
#include <string.h>

#include "core/kind/circle/circle_state.h"
#include "core/base/row.h"
#include "core/base/text.h"
#include "core/kind/circle/circle_kind.h"
#include "core/ring/ring.h"
#include "core/variant/variant_data.h"

/* Men of one kind in a stockpile. */
struct stock {
	uint16_t seat, side, type, set, men;
};

static const struct row_field of_ring[] = {
	ROW_NUMBER(struct ring, in_play, UINT16_MAX),
	ROW_NUMBER(struct ring, over, 1),
	ROW_NUMBERS(struct ring, played, unsigned, UINT32_MAX),
};
static const struct row_field of_digest[] = {ROW_STRING(struct digest, hex, ROW_WORD)};
static const struct row_field of_stock[] = {
	ROW_NUMBER(struct stock, seat, MAX_SEATS - 1),
	ROW_NUMBER(struct stock, side, RING_SIDES - 1),
	ROW_NUMBER(struct stock, type, MAX_TYPES - 1),
	ROW_NUMBER(struct stock, set, MAX_BOARDS - 1),
	ROW_NUMBER(struct stock, men, UINT16_MAX),
};
static const struct row_field of_board[] = {
	ROW_NUMBER(struct ring_board, alive, 1),
	ROW_NUMBERS(struct ring_board, seat, uint8_t, MAX_SEATS - 1),
	ROW_NUMBER(struct ring_board, offering, UINT8_MAX),
	ROW_NUMBER(struct ring_board, turns, UINT32_MAX),
	ROW_NUMBER(struct ring_board, from, NO_SQUARE),
	ROW_NUMBER(struct ring_board, to, NO_SQUARE),
	ROW_NUMBER(struct ring_board, taken, NO_SQUARE),
	ROW_NUMBERS(struct ring_board, set, uint8_t, MAX_BOARDS - 1),
	ROW_NUMBER(struct ring_board, asked, UINT32_MAX),
	ROW_NUMBER(struct ring_board, asked_when, INT64_MAX),
	ROW_STRING(struct ring_board, asked_digest, ROW_WORD),
};

static const struct row ring_row = ROW("ring", of_ring);
static const struct row played_row = ROW("played", of_digest);
static const struct row stock_row = ROW("stock", of_stock);
static const struct row board_row = ROW("board", of_board);

static void write_stock(const struct ring *ring, uint16_t seat, struct text *out)
{
	struct stock stock = {.seat = seat};

	for (stock.side = 0; stock.side < RING_SIDES; stock.side++)
		for (stock.type = 0; stock.type < MAX_TYPES; stock.type++)
			for (stock.set = 0; stock.set < ring->boards; stock.set++) {
				stock.men = ring->stock[seat][stock.side][stock.type][stock.set];
				if (stock.men != 0)
					row_write(&stock_row, ROW_ALONE, &stock, out);
			}
}

void circle_write(const struct game *game, struct text *out)
{
	const struct ring *ring = circle_state(game);

	row_write(&ring_row, ROW_ALONE, ring, out);
	for (unsigned seat = 0; seat < ring->boards; seat++) {
		if (ring->played[seat] != 0)
			row_write(&played_row, (int)seat, &ring->played_digest[seat], out);
		write_stock(ring, (uint16_t)seat, out);
	}
	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];

		row_write(&board_row, (int)i, board, out);
		if (board->mated != NO_SIDE)
			text_addf(out, "mated %u %s\n", board->mated, board->how);
		gamefile_write_position(&board->position, out);
		gamefile_write_history(&board->history, out);
	}
}

unsigned circle_read_begin(struct game *game)
{
	struct ring *ring = circle_state(game);

	for (unsigned i = 0; i < ring->boards; i++)
		position_clear(game->variant, &ring->board[i].position);
	return ring->boards;
}

static bool read_stock(struct ring *ring, const char *rest)
{
	struct stock stock;

	if (!row_read(&stock_row, rest, &stock) || stock.seat >= ring->boards ||
	    stock.set >= ring->boards)
		return false;
	ring->stock[stock.seat][stock.side][stock.type][stock.set] = stock.men;
	return true;
}

/* The position and the history below belong to it. */
static bool read_board(struct ring *ring, struct gamefile_state *state, const char *rest)
{
	struct ring_board *board;
	unsigned number;

	if (!row_read_number(&rest, ring->boards, &number))
		return false;
	board = &ring->board[number];
	ring->at = (uint8_t)number;
	state->position = &board->position;
	state->history = &board->history;
	return row_read(&board_row, rest, board) && board->seat[0] < ring->boards &&
	       board->seat[1] < ring->boards;
}

bool circle_read(struct game *game, struct gamefile_state *state, const char *word,
		 const char *rest)
{
	struct ring *ring = circle_state(game);
	unsigned number;

	if (strcmp(word, "ring") == 0)
		return row_read(&ring_row, rest, ring);
	if (strcmp(word, "stock") == 0)
		return read_stock(ring, rest);
	if (strcmp(word, "board") == 0)
		return read_board(ring, state, rest);
	if (strcmp(word, "played") == 0)
		return row_read_number(&rest, ring->boards, &number) &&
		       row_read(&played_row, rest, &ring->played_digest[number]);
	return strcmp(word, "mated") == 0 && ring->at < ring->boards &&
	       row_read_number(&rest, RING_SIDES, &number) && *rest == ' ' &&
	       ring_mate(ring, ring->at, (uint8_t)number, rest + 1, NULL);
}

bool circle_read_end(struct game *game)
{
	struct ring *ring = circle_state(game);
	bool sound = true;

	for (unsigned i = 0; sound && i < ring->boards; i++)
		sound = position_index(game->variant, &ring->board[i].position);
	return sound;
}

/* ---- soundness ---- */

static bool is_board_sound(const struct game *game, const struct ring_board *board)
{
	const struct position *position = &board->position;

	if (!position_is_sound(game->variant, position) ||
	    (board->offering != NO_SIDE && board->offering >= RING_SIDES))
		return false;
	for (unsigned i = 0; i < position->piece_count; i++)
		if (board->set[i] >= circle_state(game)->boards)
			return false;
	/* Who is to move there needs a king to move with. */
	for (unsigned side = 0; board->alive && side < RING_SIDES; side++)
		if (position->king[side] == NO_PIECE)
			return false;
	return !board->alive || position->turn < RING_SIDES;
}

bool circle_is_sound(const struct game *game)
{
	const struct ring *ring = circle_state(game);

	for (unsigned i = 0; i < ring->boards; i++)
		if (!is_board_sound(game, &ring->board[i]))
			return false;
	return ring->in_play >> ring->boards == 0;
}
