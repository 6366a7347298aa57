/* SPDX-License-Identifier: MIT */
/* The analysis board: a game without players, set up and played by a script. */
#ifndef PBEM_TRY_H
#define PBEM_TRY_H

#include <stdbool.h>

#include "core/game.h"

struct text;

struct trial {
	const struct variant *variant;
	struct game game;
	unsigned line;       /* of the script, from 1 */
	bool pieces_given;   /* a `pieces` line: the array is gone, seats without one aren't in play */
	bool turn_given;
	bool begun;          /* an order was given or something shown: the set-up is over */
};

/* What a `show` line asks for, on standard output. -1 with the reason when there is no such thing. */
int try_show(struct trial *trial, char *what, struct reason *reason);

/* The same in a ring, where several things have another form; false when it isn't one of them. */
bool try_ring_show(const struct trial *trial, const char *what);

#endif
