/* SPDX-License-Identifier: MIT */
/* Lays out a board in text, draws it, and explains its letters below. */
#ifndef PBEM_CORE_VIEW_BOARD_TEXT_H
#define PBEM_CORE_VIEW_BOARD_TEXT_H

#include "core/game/game.h"
#include "core/variant/gametype.h"

struct strbuf;

enum {
	BOARD_TEXT_NARROW = 32, /* squares of a compact board, so that it fits into 40 columns */
	BOARD_TEXT_SIGNS = 3,	/* most signs beside a piece */
};

/* Signs for the effects of cards on pieces and squares. */
struct board_text_marks {
	char beside[MAX_SQUARES]
		   [BOARD_TEXT_SIGNS + 1]; /* text after a piece, or on an empty square */
	uint8_t piece[MAX_SQUARES]; /* of two pieces on a square, the one whose letter comes first;
				       or NO_PIECE */
	unsigned widest;	    /* length of the longest `beside` */
	bool closed[MAX_SQUARES];   /* nothing may enter the square */
	uint8_t walls[MAX_SQUARES]; /* directions closed by a wall */
	bool walled;		    /* there are walls */
};

struct board_text {
	const struct variant *variant;
	const struct position *position;
	const struct board *board;
	unsigned turned; /* quarter turns; the direction that is up: 0 N, 1 E, 2 S, 3 W */
	unsigned columns, rows;
	unsigned cell, gap;    /* characters of a piece, and between two pieces */
	unsigned margin, lead; /* characters before the first piece, and from the border on its left
				  to a piece */
	bool ruled;	       /* lines between all squares; empty squares are spaces */
	bool brackets;	       /* there is space for brackets around the squares of the last turn */
	char owners[MAX_SIDES]; /* the letter of each side's pieces, '\0': distinguished by case */
	const uint8_t *seats;	/* in a ring: the seats that play the sides; else NULL */
	const struct turn_record *last;	      /* the last turn, marked on the board; or NULL */
	const struct board_text_marks *marks; /* or NULL */
};

/*
 * Returns the directions in which a side's pieces move forward; north for numbers that are no side.
 */
uint8_t board_text_forward(const struct variant *variant, uint8_t side);

/*
 * Lays out a position as seen from a side that moves forward in those directions. `last` (may be
 * NULL) is the turn to be marked. The objects that the pointers refer to must outlive the sheet.
 */
struct board_text board_text_lay_out(const struct variant *variant, const struct position *position,
				     const struct turn_record *last, uint8_t forward,
				     enum board_style style);

/*
 * Adds the board with coordinates, and the meaning of its letters. `items` has further meanings,
 * one per line.
 */
void board_text_print(const struct board_text *sheet, enum board_style style, const char *items,
		      struct strbuf *out);

/* Sets the distances for that number of characters between two pieces, without signs. */
void board_text_space(struct board_text *sheet, unsigned gap);

/* Sets the distances with space for signs and walls; COMPACT if `narrow`. */
void board_text_space_marked(struct board_text *sheet, bool narrow);

/* Adds the board with coordinates. */
void board_text_draw(const struct board_text *sheet, struct strbuf *out);

/* Writes a piece's letter, and its owner's if necessary, into the characters of a square. */
void board_text_draw_piece(const struct board_text *sheet, const struct piece *piece, char *cell);

/* Reports whether there is a square in that direction but no step to it. */
bool board_text_is_closed(const struct board *board, square at, unsigned direction);

/*
 * Returns the square at a column and row of the page, counted from 0 and the top row; NO_SQUARE
 * beyond the page.
 */
square board_text_square(const struct board_text *sheet, unsigned column, unsigned row);

/* Returns the direction on the board for a direction on the page. */
unsigned board_text_direction(const struct board_text *sheet, unsigned direction);

/* Writes the name of a square's column or row on the page: "e" or "4". */
void board_text_label(const struct board_text *sheet, square at, bool of_column,
		      char out[SQUARE_NAME_MAX]);

/* Reports whether the equator or the midline runs between two adjacent squares. */
bool board_text_is_dotted(const struct board_text *sheet, square a, square b);

/* Reports whether a side still has pieces on the board. */
bool board_text_has_side(const struct board_text *sheet, unsigned side);

#endif
