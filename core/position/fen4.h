/* SPDX-License-Identifier: MIT */
/*
 * FEN4, a line of text in which programs exchange positions of four-player chess. Its fields are
 * separated by hyphens: four numbers or a list for the seats in turn order, then the board from its
 * highest rank on.
 *
 *   R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN, ... ,rR,3
 *   |  dead    castling        points  |  [{'enPassant':('','b4:c4','','')}-] the board
 *   to move    short    long           moves since the last capture or pawn's move
 *
 * A cell of the board is a number of squares without a piece, x for a hole, or a piece with its
 * owner's letter: rK. A d before it marks a piece of a beaten seat, with or without the owner's
 * letter.
 */
#ifndef PBEM_CORE_POSITION_FEN4_H
#define PBEM_CORE_POSITION_FEN4_H

#include <stdbool.h>

#include "core/position/position.h"
#include "core/util/base.h"

struct castle;
struct strbuf;

/* Reports whether FEN4 can express the variant: it has four sides with different letters. */
bool fen4_knows(const struct variant *variant);

/*
 * Reads a FEN4. The pieces of dead seats become what the variant specifies [beaten-armies]; their
 * kings leave the board. Points are ignored. Returns -1 with the reason.
 */
int fen4_read(const struct variant *variant, const char *text, struct position *position,
	      struct reason *reason);

/*
 * Adds the FEN4 of a position. Runs of squares without a piece continue across the corners, dead
 * pieces have their owner's letter, and the en passant field is written only if a right is open.
 * Returns false and adds nothing if a seat commands another's army, which FEN4 can't express.
 */
bool fen4_write(const struct variant *variant, const struct position *position, struct strbuf *out);

#endif
