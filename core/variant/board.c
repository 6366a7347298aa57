/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/variant/board.h"

static const signed char right_of[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const signed char up_of[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const signed char knight_right[LEAPS] = {1, 2, 2, 1, -1, -2, -2, -1};
static const signed char knight_up[LEAPS] = {2, 1, -1, -2, -2, -1, 1, 2};

static enum direction opposite_direction(enum direction direction)
{
	return (direction + 4) % DIRECTIONS;
}

void board_init(struct board *board, unsigned width, unsigned height)
{
	assert(width > 0 && height > 0 && width <= 20 && height <= 20);
	memset(board, 0, sizeof *board);
	board->width = (uint8_t)width;
	board->height = (uint8_t)height;
	board->squares = (uint16_t)(width * height);
	for (square at = 0; at < MAX_SQUARES; at++) {
		unsigned leaps = 0;

		for (enum direction d = N; d < DIRECTIONS; d++)
			board->step[at][d] = board_offset(board, at, right_of[d], up_of[d]);
		for (unsigned i = 0; i < LEAPS; i++) {
			square to = board_offset(board, at, knight_right[i], knight_up[i]);

			if (to != NO_SQUARE)
				board->leap[at][leaps++] = to;
		}
		while (leaps < LEAPS)
			board->leap[at][leaps++] = NO_SQUARE;
	}
	board_index(board);
}

static void remove_leap(struct board *board, square from, square to)
{
	square *leap = board->leap[from];
	unsigned kept = 0;

	for (unsigned i = 0; i < LEAPS; i++)
		if (leap[i] != to)
			leap[kept++] = leap[i];
	while (kept < LEAPS)
		leap[kept++] = NO_SQUARE;
}

void board_make_hole(struct board *board, square at)
{
	board->hole[at] = true;
	for (enum direction d = N; d < DIRECTIONS; d++) {
		square next = board->step[at][d];

		board->step[at][d] = NO_SQUARE;
		if (next != NO_SQUARE)
			board->step[next][opposite_direction(d)] = NO_SQUARE;
	}
	for (unsigned i = 0; i < LEAPS; i++)
		if (board->leap[at][i] != NO_SQUARE)
			remove_leap(board, board->leap[at][i], at);
	for (unsigned i = 0; i < LEAPS; i++)
		board->leap[at][i] = NO_SQUARE;
}

bool board_block(struct board *board, square a, square b)
{
	for (enum direction d = N; d < DIRECTIONS; d++) {
		if (board_offset(board, a, right_of[d], up_of[d]) != b || b == NO_SQUARE)
			continue;
		board->step[a][d] = NO_SQUARE;
		board->step[b][opposite_direction(d)] = NO_SQUARE;
		return true;
	}
	return false;
}

/* Adds the line that begins at a square and continues in direction d. */
static void add_line(struct board *board, square first, enum direction d)
{
	uint8_t line = (uint8_t)board->lines, place = 0;

	memset(board->line_square[line], 0, sizeof board->line_square[line]);
	board->line_square[line][place++] = NO_SQUARE;
	for (square at = first; at != NO_SQUARE; at = board->step[at][d]) {
		board->place[at][d].line = line;
		board->place[at][d].place = place;
		board->line_square[line][place++] = at;
	}
	board->line_square[line][place] = NO_SQUARE;
	board->line_ends[line] = 1u | 1u << place;
	board->lines++;
}

static bool has_barriers(const struct board *board)
{
	for (square at = 0; at < board->squares; at++)
		for (enum direction d = N; d < DIRECTIONS; d++) {
			const square beside = board_offset(board, at, right_of[d], up_of[d]);

			if (beside != NO_SQUARE && board->step[at][d] != beside)
				return true;
		}
	return false;
}

bool board_index(struct board *board)
{
	board->lines = 0;
	board->barriers = has_barriers(board);
	for (enum direction d = N; d < ORIENTATIONS; d++) {
		for (square at = 0; at < board->squares; at++) {
			if (board->hole[at] || board->step[at][opposite_direction(d)] != NO_SQUARE)
				continue;
			if (board->lines == MAX_LINES)
				return false;
			add_line(board, at, d);
		}
	}
	return true;
}

square board_offset(const struct board *board, square from, int right, int up)
{
	int file, rank, to;

	if (from >= board->squares || board->hole[from])
		return NO_SQUARE;
	file = from % board->width + right;
	rank = from / board->width + up;
	to = file + rank * board->width;
	if (file < 0 || file >= board->width || rank < 0 || rank >= board->height ||
	    board->hole[to])
		return NO_SQUARE;
	return (square)to;
}

unsigned board_file(const struct board *board, square at)
{
	return (unsigned)at % board->width;
}

unsigned board_rank(const struct board *board, square at)
{
	return (unsigned)at / board->width;
}

char *board_square_name(const struct board *board, square at, char name_out[SQUARE_NAME_MAX])
{
	unsigned rank = board_rank(board, at) + 1;

	*name_out++ = (char)('a' + board_file(board, at));
	if (rank >= 10)
		*name_out++ = (char)('0' + rank / 10);
	*name_out++ = (char)('0' + rank % 10);
	*name_out = '\0';
	return name_out;
}

struct square_name board_name(const struct board *board, square at)
{
	struct square_name name;

	board_square_name(board, at, name.text);
	return name;
}

square board_square_at(const struct board *board, const char *text, size_t *used_out)
{
	unsigned file, rank = 0;
	size_t used = 1;
	square at;

	if (text[0] < 'a' || text[0] >= 'a' + board->width || text[1] == '0')
		return NO_SQUARE;
	file = (unsigned)(text[0] - 'a');
	for (; text[used] >= '0' && text[used] <= '9' && used < 3; used++)
		rank = rank * 10 + (unsigned)(text[used] - '0');
	if (rank == 0 || rank > board->height)
		return NO_SQUARE;
	at = (square)(file + (rank - 1) * board->width);
	if (board->hole[at])
		return NO_SQUARE;
	if (used_out != NULL)
		*used_out = used;
	return at;
}

square board_square_named(const struct board *board, const char *name)
{
	size_t used = 0;
	square at = board_square_at(board, name, &used);

	return at != NO_SQUARE && name[used] == '\0' ? at : NO_SQUARE;
}
