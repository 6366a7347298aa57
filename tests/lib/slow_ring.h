/* SPDX-License-Identifier: MIT */
/*
 * Plays a ring slowly. It shares nothing with core/ring except a board's position: stockpiles are
 * heaps of pieces, sets are marked on squares, repetitions are compared as text.
 */
#ifndef PBEM_TESTS_LIB_SLOW_RING_H
#define PBEM_TESTS_LIB_SLOW_RING_H

#include <stdio.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "tests/lib/slow.h"

enum { SLOW_BOARDS = 16, SLOW_STOCK = 600, SLOW_PLIES = 1200 };

struct slow_man {
	int side, type, set;
};

struct slow_board {
	struct position position;
	int set_at[64], born_at[64];
	int seat[2];
	bool alive;
	int mated;	/* the mated seat; -1: none */
	unsigned quiet; /* turns without a capture or pawn move */
	char *seen[SLOW_PLIES];
	unsigned seen_count;
};

struct slow_ring {
	const struct variant *variant;
	int seats, in_play;
	bool social, over, drawn;
	struct slow_board board[SLOW_BOARDS];
	struct slow_man stock[SLOW_BOARDS][SLOW_STOCK];
	int stock_count[SLOW_BOARDS];
};

/* Writes all moves of a board, one per line, in any order. Returns how many are placements. */
unsigned slow_list(const struct slow_ring *ring, int number, struct strbuf *out);

void slow_set_up(struct slow_ring *ring, int number);

void slow_play_move(struct slow_ring *ring, int number, const struct move *move);

void slow_play_placement(struct slow_ring *ring, int number, int type, int set, square at);

/* Does what follows from a turn on that board. */
void slow_follow(struct slow_ring *ring, int number);

void slow_start(struct slow_ring *ring, const struct variant *variant, int seats, bool social);

void slow_end(struct slow_ring *ring);

void slow_call(struct slow_ring *ring);

#endif
