/* SPDX-License-Identifier: MIT */
/*
 * What can be asked of a variant without a game of anybody's: which moves are legal, how many
 * sequences of moves there are, what a script leads to. Answers go to standard output and are exact
 * [trial-board]; no site is read and nothing is written.
 */
#ifndef PBEM_ANALYSE_ANALYSE_H
#define PBEM_ANALYSE_ANALYSE_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

/* Exit codes of the checking commands. */
enum { ANALYSE_DONE = 0, ANALYSE_ILLEGAL = 1, ANALYSE_WRONG_USE = 2, ANALYSE_DEPTH = 100 };

/*
 * Answers a list of canonical moves a line, until the input ends: who is to move behind them and
 * what is legal, or which of them can't be made. DONE, or ILLEGAL when one couldn't.
 */
int analyse_moves(const struct variant *variant, FILE *input);

/* What is to be counted. Strings are borrowed. */
struct analyse_count {
	const char *fen;   /* the position before `moves`; NULL: the array */
	const char *moves; /* between blanks; NULL: none */
	unsigned depth;	   /* up to ANALYSE_DEPTH */
	bool divide;	   /* first a line for each first move */
};

/* Counts the sequences of so many moves. DONE, ILLEGAL when one of `moves` can't be made, or
 * WRONG_USE, with the reason, when the FEN is none of the variant's. */
int analyse_perft(const struct variant *variant, const struct analyse_count *wanted,
		  struct reason *reason);

/*
 * The analysis board: answers a script, a command a line, until it ends. ILLEGAL, with the reason,
 * at a line that is no command; WRONG_USE, with the reason, when the variant's cards are faulty.
 */
int analyse_try(const struct variant *variant, FILE *script, struct reason *reason);

#endif
