/* SPDX-License-Identifier: MIT */
/* Counts of move sequences on one board: the cheapest and strictest test a definition has. */
#ifndef PBEM_CORE_RULES_PERFT_H
#define PBEM_CORE_RULES_PERFT_H

#include <stdint.h>

#include "core/rules/rules.h"

/*
 * Counts the sequences of `depth` moves from a position rules_first_turn or rules_next_turn has
 * judged; depth 0 is 1. A finished game has no moves. `history` (may be NULL) is how the position
 * came about, for the fifth repetition.
 */
uint64_t perft_count(const struct variant *variant, const struct position *position,
		     const struct history *history, unsigned depth);

/* The same after a turn, whose end and the next one's beginning is yet to be judged in `position`.
 */
uint64_t perft_after(const struct variant *variant, struct position *position,
		     const struct history *history, unsigned depth);

#endif
