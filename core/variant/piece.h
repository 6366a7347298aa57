/* SPDX-License-Identifier: MIT */
/*
 * Kinds of pieces and how they move: gaits, read from Betza's letters. Gaits are relative to
 * "forward". Its direction depends on the side, and a side may have several forward directions.
 */
#ifndef PBEM_CORE_VARIANT_PIECE_H
#define PBEM_CORE_VARIANT_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/variant/board.h"

enum { MAX_GAITS = 8, PIECE_NAME_MAX = 31 };

/* A letter of Betza's notation with its modifiers. */
struct gait {
	bool may_move, may_capture; /* to an empty square; to an enemy's square */
	bool forward_only;
	bool slides;	    /* any number of steps, otherwise one */
	bool leaps;	    /* a knight's leap, without directions */
	uint8_t directions; /* set: 1 << enum direction */
};

struct piece_type {
	char letter; /* a capital */
	char name[PIECE_NAME_MAX + 1];
	struct gait gaits[MAX_GAITS];
	unsigned gait_count;
};

/* How a kind of piece of one side moves, as sets of absolute directions. */
struct reach {
	uint8_t step_move, step_capture;
	uint8_t slide_move, slide_capture;
	bool leap_move, leap_capture;
};

/*
 * Reads the gaits in a word of Betza's letters and adds them to the type. W and F step straight and
 * diagonally, R and B slide in the same directions, K = W F, Q = R B, N is the knight's leap.
 * Before a letter, m means only without capture, c only to capture, f only forward. Returns -1 with
 * the reason.
 */
int piece_read_gaits(struct piece_type *type, const char *betza, struct reason *reason);

/*
 * Returns how the type moves if `forward` is a set of straight directions. Among diagonal
 * directions, those next to one of these are forward.
 */
struct reach piece_reach(const struct piece_type *type, uint8_t forward);

#endif
