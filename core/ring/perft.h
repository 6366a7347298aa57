/* SPDX-License-Identifier: MIT */
/* Counts of move sequences: the cheapest and strictest test a definition has. */
#ifndef PBEM_CORE_RING_PERFT_H
#define PBEM_CORE_RING_PERFT_H

#include <stddef.h>
#include <stdint.h>

#include "core/ring/ring.h"
#include "core/rules/rules.h"

/*
 * Counts the sequences of `depth` moves from a position rules_first_turn or rules_next_turn has
 * judged; depth 0 is 1. A finished game has no moves. `history` (may be NULL) is how the position
 * came about, for the fifth repetition.
 */
uint64_t perft_count(const struct variant *variant, const struct position *position,
		     const struct history *history, unsigned depth);

/* The same in a ring, where every move is a run of its own, so that mates are called at once
 * [every-move-a-sitting]. ring_start has judged it. */
uint64_t perft_count_ring(const struct variant *variant, const struct ring *ring, unsigned depth);

/* The same after a turn, whose end and the next one's beginning is yet to be judged in `position`.
 */
uint64_t perft_after(const struct variant *variant, struct position *position,
		     const struct history *history, unsigned depth);

/*
 * Checks every definition of the library: each fault is handed to `report` as one line with file
 * and line number; counts that the definitions expect are recounted where they are at most
 * `max_nodes`. Returns the number of faults.
 */
size_t perft_check(struct variant_library *library, uint64_t max_nodes,
		   void (*report)(void *context, const char *line), void *context);

#endif
