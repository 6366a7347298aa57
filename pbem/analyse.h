/* SPDX-License-Identifier: MIT */
/* `pbem moves` and `pbem perft` in a ring, for analyse.c. */
#ifndef PBEM_ANALYSE_H
#define PBEM_ANALYSE_H

#include <stdbool.h>

#include "core/variant.h"
#include "pbem/given.h"

/* Answers one line of input, which is cut into words, on standard output. False when a move in it is
 * illegal or unreadable. */
bool analyse_ring_answer(const struct variant *variant, char *moves);

/* Counts the sequences of so many moves after --moves. DONE or ILLEGAL. */
int analyse_ring_count(const struct given *given, const struct variant *variant, unsigned depth);

#endif
