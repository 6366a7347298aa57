/* SPDX-License-Identifier: MIT */
/* `pbem moves` and `pbem perft` in a ring, for analyse.c. */
#ifndef PBEM_ANALYSE_ANALYSE_H
#define PBEM_ANALYSE_ANALYSE_H

#include <stdbool.h>

#include "core/variant/variant.h"
#include "pbem/analyse/given.h"

struct text;

/*
 * Plays a list of canonical moves, which is cut into words, by `play`, one after the other. False
 * at the first that is illegal or unreadable, with the line that says so.
 */
bool analyse_play(char *moves, bool (*play)(void *line, const char *move), void *line,
		  struct text *out);

/* Answers one line of input, which is cut into words, on standard output. False when a move in it
 * is illegal or unreadable. */
bool analyse_ring_answer(const struct variant *variant, char *moves);

/* Counts the sequences of so many moves after --moves. DONE or ILLEGAL. */
int analyse_ring_count(const struct given *given, const struct variant *variant, unsigned depth);

#endif
