/* SPDX-License-Identifier: MIT */
/*
 * The squares of a board, their names, and the step from each square in eight
 * directions. The board is a graph of steps: holes, barriers and closed vertices
 * are simply steps that are missing, so no other code knows of them.
 */
#ifndef PBEM_CORE_VARIANT_BOARD_H
#define PBEM_CORE_VARIANT_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MAX_SQUARES = 400,	 /* 20 x 20, holes included */
	NO_SQUARE = MAX_SQUARES, /* one past the last, so that tables have a place for "none" */
	SQUARE_NAME_MAX = 4,	 /* "t20" and its NUL */
	LEAPS = 8,		 /* the knight's */
	MAX_LINES = 192,	 /* ranks, files and diagonals, as far as nothing interrupts them */
	MAX_LINE_LEN = 22,	 /* the longest, and a place beyond either end */
};

/* File + rank * width, both from 0: a1 is 0, b1 is 1. */
typedef uint16_t square;

struct square_name {
	char text[SQUARE_NAME_MAX];
};

/* Clockwise from north, so that opposite directions differ by 4. N leads to higher ranks. */
enum direction { N, NE, E, SE, S, SW, W, NW, DIRECTIONS };

/* The four ways a line can run: a direction's is `direction % ORIENTATIONS`. */
#define ORIENTATIONS 4

/* Where a square stands on a line: the first square's place is 1. */
struct place {
	uint8_t line, place;
};

struct board {
	uint8_t width, height;
	uint16_t squares;		      /* width * height, holes included */
	bool hole[MAX_SQUARES];		      /* no such square */
	square step[MAX_SQUARES][DIRECTIONS]; /* NO_SQUARE at an edge, a hole, a block */
	square leap[MAX_SQUARES][LEAPS];      /* knight's squares, NO_SQUARE after the last */
	/*
	 * Made from the steps by board_index. A line is as far as a slide can go both ways, so a
	 * hole or a block ends it. With a bit for each occupied place of a line, and one set
	 * beyond either end, a slide's length is one count of zero bits.
	 */
	uint16_t lines;
	struct place place[MAX_SQUARES][ORIENTATIONS];
	square line_square[MAX_LINES][MAX_LINE_LEN]; /* NO_SQUARE beyond either end */
	uint32_t line_ends[MAX_LINES];		     /* the bits beyond either end */
	bool barriers; /* two squares lie side by side, and no step leads from one to the other */
};

/* An open rectangle of width x height squares, every step in place. */
void board_init(struct board *board, unsigned width, unsigned height);

/* Takes a square out of the board, with every step and leap that touched it. */
void board_make_hole(struct board *board, square at);

/* Closes the step between two neighbouring squares, both ways. False if they aren't neighbours. */
bool board_block(struct board *board, square a, square b);

/* Makes the lines, and `barriers`; after every change of the steps. False when they are more than
 * MAX_LINES. */
bool board_index(struct board *board);

/* The square `right` files and `up` ranks away, or NO_SQUARE off the board or in a hole. */
square board_offset(const struct board *board, square from, int right, int up);

/* File and rank of a square, both from 0. */
unsigned board_file(const struct board *board, square at);
unsigned board_rank(const struct board *board, square at);

/* "e4", "t20", and where its NUL stands; the second as a value, to be written at once:
 * board_name(board, at).text. */
char *board_square_name(const struct board *board, square at, char name_out[SQUARE_NAME_MAX]);
struct square_name board_name(const struct board *board, square at);

/* The square named at the beginning of `text`; *used_out is how many characters the name took.
 * NO_SQUARE when there is none such on this board. Lower case only. */
square board_square_at(const struct board *board, const char *text, size_t *used_out);

/* The square that `name`, whole, names; or NO_SQUARE. */
square board_square_named(const struct board *board, const char *name);

#endif
