/* SPDX-License-Identifier: MIT */
/* How a board is laid on the page; for view_board.c, which says what is drawn and explains it. */
#ifndef PBEM_CORE_VIEW_SHEET_H
#define PBEM_CORE_VIEW_SHEET_H

#include "core/game.h"

struct text;

enum { SHEET_NARROW = 32 }; /* squares of a compact board, so that it fits into 40 columns */

struct sheet {
	const struct variant *variant;
	const struct position *position;
	const struct board *board;
	unsigned turned;        /* quarter turns: which direction is up: 0 N, 1 E, 2 S, 3 W */
	unsigned columns, rows;
	unsigned cell, gap;     /* characters of a piece, and between two */
	bool ruled;             /* lines between all squares; empty ones are blank */
	char owners[MAX_SIDES]; /* the letter of each side's pieces, '\0': told by case */
	const uint8_t *seats;   /* in a ring: who plays each side; else NULL */
	const struct turn_record *last; /* the last turn, marked on the board; NULL: none yet */
};

/* Board and coordinates. */
void sheet_draw(const struct sheet *sheet, struct text *out);

/* "The last move: from e2 to e4.", where there is no room to mark it. */
void sheet_name_last(const struct sheet *sheet, struct text *out);

/* Whether the two squares are there, and yet no step leads from one to the other. */
bool sheet_is_closed(const struct board *board, square at, unsigned direction);

bool sheet_has_holes(const struct board *board);

/* Whether a side still has pieces on the board. */
bool sheet_has_side(const struct sheet *sheet, unsigned side);

#endif
