/* SPDX-License-Identifier: MIT */
/*
 * The squares of a board, their names, and the step from each square in eight directions. The board
 * is a graph of steps: holes, barriers and closed corners are just missing steps, so that no other
 * code needs to handle them.
 */
#ifndef PBEM_CORE_VARIANT_BOARD_H
#define PBEM_CORE_VARIANT_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MAX_SQUARES = 400,	 /* 20 x 20, including holes */
	NO_SQUARE = MAX_SQUARES, /* one after the last square, so that tables have a place for it */
	SQUARE_NAME_MAX = 4,	 /* "t20" and its NUL */
	LEAPS = 8,		 /* of a knight */
	MAX_LINES = 192,   /* ranks, files and diagonals, split where something interrupts them */
	MAX_LINE_LEN = 22, /* the longest, with a place beyond each end */
};

/* File + rank * width, both from 0: a1 is 0, b1 is 1. */
typedef uint16_t square;

struct square_name {
	char text[SQUARE_NAME_MAX];
};

/*
 * Clockwise from north, so that the numbers of opposite directions differ by 4. N leads to higher
 * ranks.
 */
enum direction { N, NE, E, SE, S, SW, W, NW, DIRECTIONS };

/* The number of orientations of lines. A direction's orientation is `direction % ORIENTATIONS`. */
#define ORIENTATIONS 4

/* The position of a square on a line. The first square of a line has place 1. */
struct place {
	uint8_t line, place;
};

struct board {
	uint8_t width, height;
	uint16_t squares;		      /* width * height, including holes */
	bool hole[MAX_SQUARES];		      /* there is no such square */
	square step[MAX_SQUARES][DIRECTIONS]; /* NO_SQUARE at an edge, hole or barrier */
	square leap[MAX_SQUARES][LEAPS];      /* knight's moves, NO_SQUARE if there is none */
	/*
	 * Derived from the steps by board_index. A line is as long as a slide can be in both
	 * directions, so that holes and barriers end it. Each place of a line has a bit for
	 * "occupied", and the bits beyond both ends are always set. So the length of a slide is a
	 * single count of zero bits.
	 */
	uint16_t lines;
	struct place place[MAX_SQUARES][ORIENTATIONS];
	square line_square[MAX_LINES][MAX_LINE_LEN]; /* NO_SQUARE beyond either end */
	uint32_t line_ends[MAX_LINES];		     /* the bits beyond either end */
	bool barriers; /* two squares are adjacent without a step from one to the other */
};

/* Makes an open rectangle of width x height squares with all steps. */
void board_init(struct board *board, unsigned width, unsigned height);

/* Removes a square from the board, with every step and leap from or to it. */
void board_make_hole(struct board *board, square at);

/*
 * Closes the step between two adjacent squares in both directions. Returns false if they aren't
 * adjacent.
 */
bool board_block(struct board *board, square a, square b);

/*
 * Derives the lines and `barriers`. Must be called after every change of the steps. Returns false
 * if there are more than MAX_LINES.
 */
bool board_index(struct board *board);

/*
 * Returns the square `right` files and `up` ranks away, or NO_SQUARE if that is a hole or off the
 * board.
 */
square board_offset(const struct board *board, square from, int right, int up);

/* Return the file and the rank of a square, both counted from 0. */
unsigned board_file(const struct board *board, square at);
unsigned board_rank(const struct board *board, square at);

/*
 * board_square_name writes the name of a square ("e4", "t20") and returns the place of its NUL. The
 * function board_name returns the name as a value, for use in one expression: board_name(board,
 * at).text.
 */
char *board_square_name(const struct board *board, square at, char name_out[SQUARE_NAME_MAX]);
struct square_name board_name(const struct board *board, square at);

/*
 * Returns the square that the beginning of `text` names, in small letters, and the length of its
 * name in *used_out (may be NULL). Returns NO_SQUARE if the board has no such square.
 */
square board_square_at(const struct board *board, const char *text, size_t *used_out);

/* Returns the square that the whole of `name` names, or NO_SQUARE. */
square board_square_named(const struct board *board, const char *name);

#endif
