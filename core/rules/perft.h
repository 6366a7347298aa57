/* SPDX-License-Identifier: MIT */
/*
 * Counts sequences of moves on one board, the simplest and strictest test of a variant's
 * definition.
 */
#ifndef PBEM_CORE_RULES_PERFT_H
#define PBEM_CORE_RULES_PERFT_H

#include <stdint.h>

#include "core/rules/rules.h"

/*
 * Counts the sequences of `depth` moves (1 if `depth` is 0) from a position that rules_first_turn
 * or rules_next_turn has judged. A finished game has no moves. `history` (may be NULL) has the
 * earlier positions, for the fifth repetition.
 */
uint64_t perft_count(const struct variant *variant, const struct position *position,
		     const struct history *history, unsigned depth);

/*
 * Counts like perft_count, after a turn whose end, and the beginning of the next turn, have not yet
 * been judged.
 */
uint64_t perft_after(const struct variant *variant, struct position *position,
		     const struct history *history, unsigned depth);

#endif
