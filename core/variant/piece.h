/* SPDX-License-Identifier: MIT */
/*
 * Kinds of piece and how they go: gaits, read from Betza's letters. A gait speaks of forward;
 * where that is depends on the side, and a side may have several forward directions at once.
 */
#ifndef PBEM_CORE_VARIANT_PIECE_H
#define PBEM_CORE_VARIANT_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/variant/board.h"

enum { MAX_GAITS = 8, PIECE_NAME_MAX = 31 };

/* One letter of Betza's with its small letters. */
struct gait {
	bool may_move, may_capture; /* onto an empty square; onto an enemy */
	bool forward_only;
	bool slides;	    /* any number of steps, else one */
	bool leaps;	    /* the knight's leap; no directions */
	uint8_t directions; /* set: 1 << enum direction */
};

struct piece_type {
	char letter; /* a capital */
	char name[PIECE_NAME_MAX + 1];
	struct gait gaits[MAX_GAITS];
	unsigned gait_count;
};

/* How a kind of one side goes, as sets of absolute directions. Sets of several can be joined. */
struct reach {
	uint8_t step_move, step_capture;
	uint8_t slide_move, slide_capture;
	bool leap_move, leap_capture;
};

/*
 * Reads the gaits in one word of Betza's letters and adds them to the type: W F steps straight and
 * aslant, R B slides the same, K = W F, Q = R B, N the knight's leap; m before a letter: only
 * without capture, c: only to capture, f: only forward. -1 with what was expected.
 */
int piece_read_gaits(struct piece_type *type, const char *betza, struct reason *reason);

/* How the type goes when `forward` is a set of straight directions; aslant, forward is what lies
 * beside one of them. */
struct reach piece_reach(const struct piece_type *type, uint8_t forward);

#endif
