/* SPDX-License-Identifier: MIT */
/*
 * Turns under Peterson's additions found slowly, from the words of the rules ([several-moves] to
 * [frozen-seat]), in a way that shares nothing with core/rules/peterson*.c: every set of pieces is
 * tried as a payment, every row of moves is played, and what it attacked and captured is asked of
 * the positions before and after.
 */
#ifndef PBEM_TESTS_SLOW_PETERSON_H
#define PBEM_TESTS_SLOW_PETERSON_H

#include "tests/lib/slow.h"
#include "core/base/text.h"

enum { SLOW_ITEMS = 64, SLOW_MOVES = 3 };

/* A turn on the way: the positions it went through. */
struct slow_turn {
	struct position at[SLOW_MOVES + 1]; /* at[0] is paid */
	struct move moves[SLOW_MOVES];
	unsigned count;
};

struct slow_search {
	const struct variant *variant;
	const struct position *start;
	struct text payment; /* "-a2+d1=R+" */
	char **texts;
	size_t count, size;
	bool only_one; /* whether there is any is all that is asked */
};

unsigned slow_worth(const struct variant *variant, const struct piece *piece);

bool slow_mated(const struct variant *variant, const struct position *position, uint8_t seat);

/* What may be given: the pieces one by one, each removed or traded. */
struct slow_payment {
	unsigned pieces[SLOW_ITEMS], worth[SLOW_ITEMS];
	char kinds[SLOW_ITEMS]; /* 'R': traded for a rook; 0: removed */
	unsigned count, total;
};

int slow_compare(const void *a, const void *b);

/* How a walk through the sets of pieces treats them: what is the most, or which pay `due`. */
struct slow_walk {
	struct slow_search *search;
	struct slow_payment payment;
	unsigned due, most;
	bool measuring;
	unsigned allowed;
};

void slow_search_run(struct slow_search *search);

void slow_search_done(struct slow_search *search);

/* [one-move-is-free] and [debt-waits]: any single move after any payment. */
bool slow_has_turn(const struct variant *variant, const struct position *position);

#endif
