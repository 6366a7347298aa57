/* SPDX-License-Identifier: MIT */
/*
 * FEN4, the line of text in which programs exchange positions of four-player chess: fields parted
 * by hyphens, four numbers or a list for the seats in turn order, then the board from its highest
 * rank on.
 *
 *   R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN, ... ,rR,3
 *   |  dead    castling        points  |  [{'enPassant':('','b4:c4','','')}-] the board
 *   to move    short    long           moves since the last capture or pawn's move
 *
 * A cell of the board is a number of squares without a piece, x for a square that isn't there, or a
 * piece with its owner's letter: rK. A d before it, the owner's letter left out or not, is one of a
 * beaten seat.
 */
#ifndef PBEM_CORE_POSITION_FEN4_H
#define PBEM_CORE_POSITION_FEN4_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/position/position.h"

struct text;

/* Whether FEN4 has words for the variant: four sides, and no letter for two of them. */
bool fen4_knows(const struct variant *variant);

/*
 * Reads a FEN4. The men of dead seats are what the variant makes of beaten ones [beaten-armies],
 * but for their kings, which leave the board; points are read over. -1 with what was wrong and
 * expected.
 */
int fen4_read(const struct variant *variant, const char *text, struct position *position,
	      struct reason *reason);

/* Adds the FEN4 of a position: runs of squares without a piece counted across the corners, dead men
 * with their owner's letter, the en passant field only when a right is open. Whose turn an army is
 * that another commands, and who does, FEN4 can't say: false, and nothing added, when there is one.
 */
bool fen4_write(const struct variant *variant, const struct position *position, struct text *out);

/* For fen4*.c alone: a side's letter, small; and whether castling is short, which is towards the
 * rook that stands nearer to the king. */
struct castle;
char fen4_letter(const struct variant *variant, unsigned side);
bool fen4_is_short(const struct variant *variant, const struct castle *castle);

#endif
