/* SPDX-License-Identifier: MIT */
/* How a board is laid on the page, drawn, and explained below. */
#ifndef PBEM_CORE_VIEW_SHEET_H
#define PBEM_CORE_VIEW_SHEET_H

#include "core/turn/game.h"
#include "core/variant/kind.h"

struct text;

enum {
	SHEET_NARROW = 32, /* squares of a compact board, so that it fits into 40 columns */
	SHEET_SIGNS = 3,   /* beside a piece there is room for so many at most */
};

/* Signs of a board that say what its pieces and squares have become. */
struct sheet_marks {
	char beside[MAX_SQUARES]
		   [SHEET_SIGNS + 1]; /* what stands behind a piece, or on an empty square */
	uint8_t piece[MAX_SQUARES]; /* of two on a square, whose letter comes first; or NO_PIECE */
	unsigned widest;	    /* the longest of `beside` */
	bool closed[MAX_SQUARES];   /* nothing may enter the square */
	uint8_t walls[MAX_SQUARES]; /* directions that a wall closes */
	bool walled;		    /* there is one */
};

struct sheet {
	const struct variant *variant;
	const struct position *position;
	const struct board *board;
	unsigned turned; /* quarter turns: which direction is up: 0 N, 1 E, 2 S, 3 W */
	unsigned columns, rows;
	unsigned cell, gap; /* characters of a piece, and between two */
	unsigned margin,
		lead;  /* ... before the first one, and from the line on its left to a piece */
	bool ruled;    /* lines between all squares; empty ones are blank */
	bool brackets; /* there is room for them around the squares of the last turn */
	char owners[MAX_SIDES];		 /* the letter of each side's pieces, '\0': told by case */
	const uint8_t *seats;		 /* in a ring: who plays each side; else NULL */
	const struct turn_record *last;	 /* the last turn, marked on the board; NULL: none yet */
	const struct sheet_marks *marks; /* NULL: there are none */
};

/* Which way a side's pieces go: a set of directions; north for what is none of the variant's. */
uint8_t sheet_forward(const struct variant *variant, uint8_t side);

/* A position as who looks that way sees it; `last` (may be NULL) is the turn to be marked. What
 * lies at the pointers must outlive the sheet. */
struct sheet sheet_lay_out(const struct variant *variant, const struct position *position,
			   const struct turn_record *last, uint8_t forward, enum board_style style);

/* Board, coordinates, and what the letters mean; `items`: what else is to be told, a line each. */
void sheet_print(const struct sheet *sheet, enum board_style style, const char *items,
		 struct text *out);

/* Lays the squares out with so many characters between two pieces, where no signs stand beside
 * them. */
void sheet_space(struct sheet *sheet, unsigned gap);

/* The same with room for the signs, and for walls; COMPACT where `narrow`. */
void sheet_space_marked(struct sheet *sheet, bool narrow);

/* Board and coordinates. */
void sheet_draw(const struct sheet *sheet, struct text *out);

/* A piece's letter, and who owns it where that is another, into the characters of a square. */
void sheet_draw_piece(const struct sheet *sheet, const struct piece *piece, char *cell);

/* "The last move: from e2 to e4.", where there is no room to mark it. */
void sheet_name_last(const struct sheet *sheet, struct text *out);

/* Whether the two squares are there, and yet no step leads from one to the other. */
bool sheet_is_closed(const struct board *board, square at, unsigned direction);

/* Whether any square of the board's rectangle is none. */
bool sheet_has_holes(const struct board *board);

/* The square at a column and a row of the page, both from 0, the top row 0; NO_SQUARE beyond. */
square sheet_square(const struct sheet *sheet, unsigned column, unsigned row);

/* The direction on the board of one on the page. */
unsigned sheet_direction(const struct sheet *sheet, unsigned direction);

/* "e" or "4": what the column, or the row, of a square has in common. */
void sheet_label(const struct sheet *sheet, square at, bool of_column, char out[SQUARE_NAME_MAX]);

/* Whether equator or midline runs between two neighbours. */
bool sheet_is_dotted(const struct sheet *sheet, square a, square b);

/* Whether a side still has pieces on the board. */
bool sheet_has_side(const struct sheet *sheet, unsigned side);

#endif
