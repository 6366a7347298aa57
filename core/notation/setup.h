/* SPDX-License-Identifier: MIT */
/* Positions from which a game may begin, as programs exchange them: FEN, FEN4. */
#ifndef PBEM_CORE_NOTATION_SETUP_H
#define PBEM_CORE_NOTATION_SETUP_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/position/position.h"

struct text;

/*
 * Reads a FEN, or FEN4 where that has words for the variant: a legal position, with one king a
 * side, pawns where pawns may be, and between two sides none in check that isn't to move.
 * *round_out is the number of the round in hand, 1 where the text has none. -1 with what was wrong;
 * then nothing is written.
 */
int setup_read(const struct variant *variant, const char *text, struct position *position_out,
	       unsigned *round_out, struct reason *reason);

/* Adds that text of a position in which `round` is in hand. False, and nothing added, when there
 * are no words for it: reading it would give another position. */
bool setup_write(const struct variant *variant, const struct position *position, unsigned round,
		 struct text *out);

/*
 * Where an option of the variant, got under these that are its own, is still to be drawn by lot:
 * the first number for it, `*key_out`, with which the text can be read, as castling rights ask for
 * the array they come from. -1: no option is, or with none.
 */
long setup_choose(struct variant_library *library, const struct variant *variant,
		  const struct option *options, size_t count, const char *text,
		  const char **key_out);

#endif
