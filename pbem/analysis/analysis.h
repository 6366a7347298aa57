/* SPDX-License-Identifier: MIT */
/*
 * Answers questions about a variant without a real game: which moves are legal, how many sequences
 * of moves there are, what a script leads to. Answers go to standard output and are exact
 * [trial-board]. No site is read and nothing is written.
 */
#ifndef PBEM_ANALYSIS_ANALYSIS_H
#define PBEM_ANALYSIS_ANALYSIS_H

#include <stdbool.h>
#include <stdio.h>

#include "core/util/base.h"
#include "core/variant/variant.h"

/* Exit codes of the checking commands. */
enum { ANALYSIS_DONE = 0, ANALYSIS_ILLEGAL = 1, ANALYSIS_WRONG_USE = 2, ANALYSIS_DEPTH = 100 };

/*
 * Answers each line of `input`, a list of canonical moves: who is to move after them and which
 * moves are legal, or which of them is illegal. Returns ANALYSIS_DONE, or ANALYSIS_ILLEGAL if a
 * line had an illegal move.
 */
int analysis_moves(const struct variant *variant, FILE *input);

/* The count that is wanted. Strings are borrowed. */
struct analysis_count {
	const char *fen;   /* the position before `moves`; NULL: the starting position */
	const char *moves; /* separated by spaces; NULL: none */
	unsigned depth;	   /* at most ANALYSIS_DEPTH */
	bool divide;	   /* first print one line per first move */
};

/* Counts the sequences of that many moves. Returns ANALYSIS_DONE; ANALYSIS_ILLEGAL if one of
 * `moves` is illegal; or ANALYSIS_WRONG_USE with the reason if the FEN doesn't fit the variant. */
int analysis_perft(const struct variant *variant, const struct analysis_count *wanted,
		   struct reason *reason);

/*
 * Runs the analysis board: answers a script, one command per line, until it ends. Returns
 * ANALYSIS_ILLEGAL with the reason at a line that is no command; ANALYSIS_WRONG_USE with the reason
 * if the variant's cards are faulty.
 */
int analysis_try(const struct variant *variant, FILE *script, struct reason *reason);

#endif
