/* SPDX-License-Identifier: MIT */
/* A ring in a snapshot. */
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/base/text.h"

static void write_stock(const struct ring *ring, unsigned seat, struct text *out)
{
	for (unsigned side = 0; side < RING_SIDES; side++)
		for (unsigned type = 0; type < MAX_TYPES; type++)
			for (unsigned set = 0; set < ring->boards; set++)
				if (ring->stock[seat][side][type][set] != 0)
					text_addf(out, "stock %u %u %u %u %u\n", seat, side, type,
						  set, ring->stock[seat][side][type][set]);
}

static void write_board(const struct ring *ring, unsigned number, struct text *out)
{
	const struct ring_board *board = &ring->board[number];

	text_addf(out, "board %u %u %u %u %u %u %u %u\n", number, board->alive, board->seat[0],
		  board->seat[1], board->offering, board->turns, board->from, board->to);
	if (board->asked != 0)
		text_addf(out, "asked %u %lld %s\n", board->asked, (long long)board->asked_when,
			  board->asked_digest.hex);
	if (board->mated != NO_SIDE)
		text_addf(out, "mated %u %s\n", board->mated, board->how);
	gamefile_write_position(&board->position, out);
	for (unsigned i = 0; i < board->position.piece_count; i++)
		if (board->set[i] != number)
			text_addf(out, "set %u %u\n", i, board->set[i]);
	gamefile_write_history(&board->history, out);
}

void circle_write(const struct ring *ring, struct text *out)
{
	text_addf(out, "ring %u %u\n", ring->in_play, ring->over);
	for (unsigned seat = 0; seat < ring->boards; seat++) {
		if (ring->played[seat] != 0)
			text_addf(out, "played %u %u %s\n", seat, ring->played[seat],
				  ring->played_digest[seat].hex);
		write_stock(ring, seat, out);
	}
	for (unsigned i = 0; i < ring->boards; i++)
		write_board(ring, i, out);
}

static bool read_stock(struct ring *ring, const uint64_t n[5])
{
	if (n[0] >= ring->boards || n[1] >= RING_SIDES || n[2] >= MAX_TYPES ||
	    n[3] >= ring->boards || n[4] > UINT16_MAX)
		return false;
	ring->stock[n[0]][n[1]][n[2]][n[3]] = (uint16_t)n[4];
	return true;
}

/* The position and the history below belong to it. */
static bool read_board(struct ring *ring, const uint64_t n[8])
{
	struct ring_board *board = &ring->board[n[0] < ring->boards ? n[0] : 0];

	if (n[0] >= ring->boards || n[2] >= ring->boards || n[3] >= ring->boards ||
	    n[6] > NO_SQUARE || n[7] > NO_SQUARE)
		return false;
	ring->at = (uint8_t)n[0];
	board->alive = n[1] != 0;
	board->seat[0] = (uint8_t)n[2];
	board->seat[1] = (uint8_t)n[3];
	board->offering = (uint8_t)n[4];
	board->turns = (unsigned)n[5];
	board->from = (square)n[6];
	board->to = (square)n[7];
	return true;
}

/* A line about the board named last. */
static bool read_of_board(struct ring *ring, const char *word, const char *rest)
{
	uint64_t n[2];

	if (ring->at >= ring->boards)
		return false;
	if (strcmp(word, "mated") == 0)
		return (rest = gamefile_read_numbers(rest, 10, 1, n)) != NULL &&
		       n[0] < RING_SIDES && *rest == ' ' &&
		       ring_mate(ring, ring->at, (uint8_t)n[0], rest + 1, NULL);
	if (strcmp(word, "asked") == 0) {
		rest = gamefile_read_numbers(rest, 10, 2, n);
		if (rest == NULL)
			return false;
		ring->board[ring->at].asked = (unsigned)n[0];
		ring->board[ring->at].asked_when = (int64_t)n[1];
		return gamefile_read_digest(rest, &ring->board[ring->at].asked_digest);
	}
	if (strcmp(word, "set") != 0 || gamefile_read_numbers(rest, 10, 2, n) == NULL ||
	    n[0] >= MAX_PIECES || n[1] >= ring->boards)
		return false;
	ring->board[ring->at].set[n[0]] = (uint8_t)n[1];
	return true;
}

bool circle_read(struct ring *ring, const char *word, const char *rest)
{
	uint64_t n[8];

	if (strcmp(word, "ring") == 0) {
		if (gamefile_read_numbers(rest, 10, 2, n) == NULL)
			return false;
		ring->in_play = (uint16_t)n[0];
		ring->over = n[1] != 0;
		return true;
	}
	if (strcmp(word, "played") == 0) {
		rest = gamefile_read_numbers(rest, 10, 2, n);
		if (rest == NULL || n[0] >= ring->boards)
			return false;
		ring->played[n[0]] = (unsigned)n[1];
		return gamefile_read_digest(rest, &ring->played_digest[n[0]]);
	}
	if (strcmp(word, "stock") == 0)
		return gamefile_read_numbers(rest, 10, 5, n) != NULL && read_stock(ring, n);
	if (strcmp(word, "board") == 0)
		return gamefile_read_numbers(rest, 10, 8, n) != NULL && read_board(ring, n);
	return read_of_board(ring, word, rest);
}
