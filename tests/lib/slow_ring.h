/* SPDX-License-Identifier: MIT */
/*
 * A ring played slowly, in a way that shares nothing with core/ring but what a position of one
 * board is: stockpiles are heaps of men, sets stand on squares, repetitions are compared as text.
 */
#ifndef PBEM_TESTS_SLOW_RING_H
#define PBEM_TESTS_SLOW_RING_H

#include <stdio.h>
#include <string.h>

#include "tests/lib/slow.h"
#include "core/base/text.h"

enum { SLOW_BOARDS = 16, SLOW_STOCK = 600, SLOW_PLIES = 1200 };

struct slow_man {
	int side, type, set;
};

struct slow_board {
	struct position position;
	int set_at[64], born_at[64];
	int seat[2];
	bool alive;
	int mated;	/* -1: none */
	unsigned quiet; /* turns without capture or pawn move */
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

/* All moves of a board, a line each, in no order. How many are placements. */
unsigned slow_list(const struct slow_ring *ring, int number, struct text *out);

void slow_set_up(struct slow_ring *ring, int number);

void slow_play_move(struct slow_ring *ring, int number, const struct move *move);

void slow_play_placement(struct slow_ring *ring, int number, int type, int set, square at);

/* What follows from a turn on that board. */
void slow_follow(struct slow_ring *ring, int number);

void slow_start(struct slow_ring *ring, const struct variant *variant, int seats, bool social);

void slow_end(struct slow_ring *ring);

void slow_call(struct slow_ring *ring);

#endif
