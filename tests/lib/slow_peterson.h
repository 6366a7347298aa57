/* SPDX-License-Identifier: MIT */
/*
 * Finds turns under Peterson's additions slowly, from the words of the rules ([several-moves] to
 * [frozen-seat]), sharing nothing with core/rules/peterson*.c. It tries every set of pieces as a
 * payment and plays every sequence of moves. Attacks and captures are read from the positions
 * before and after.
 */
#ifndef PBEM_TESTS_LIB_SLOW_PETERSON_H
#define PBEM_TESTS_LIB_SLOW_PETERSON_H

#include "core/util/strbuf.h"
#include "tests/lib/slow.h"

enum { SLOW_ITEMS = 64, SLOW_MOVES = 3 };

/* An unfinished turn, with the positions it went through. */
struct slow_turn {
	struct position at[SLOW_MOVES + 1]; /* at[0] is the position after the payment */
	struct move moves[SLOW_MOVES];
	unsigned count;
};

struct slow_search {
	const struct variant *variant;
	const struct position *start;
	struct strbuf payment; /* "-a2+d1=R+" */
	char **texts;
	size_t count, size;
	bool only_one; /* only find out whether there is a turn */
};

unsigned slow_worth(const struct variant *variant, const struct piece *piece);

bool slow_mated(const struct variant *variant, const struct position *position, uint8_t seat);

/* The pieces that may be given, each removed or traded. */
struct slow_payment {
	unsigned pieces[SLOW_ITEMS], worth[SLOW_ITEMS];
	char kinds[SLOW_ITEMS]; /* 'R': traded for a rook; 0: removed */
	unsigned count, total;
};

int slow_compare(const void *a, const void *b);

/* The purpose of a loop through the sets of pieces: to find the highest worth, or the sets that pay
 * `due`. */
struct slow_walk {
	struct slow_search *search;
	struct slow_payment payment;
	unsigned due, most;
	bool measuring;
	unsigned allowed;
};

void slow_search_run(struct slow_search *search);

void slow_search_done(struct slow_search *search);

/* Returns whether there is a turn [one-move-is-free] [debt-waits]: any single move after any
 * payment. */
bool slow_has_turn(const struct variant *variant, const struct position *position);

#endif
