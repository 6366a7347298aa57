/* SPDX-License-Identifier: MIT */
/* [pawn-truce]: the two pawns that begin beside a barrier leave each other in peace for a while. */
#ifndef PBEM_CORE_POSITION_MOVE_TRUCE_H
#define PBEM_CORE_POSITION_MOVE_TRUCE_H

#include "core/position/position.h"

/*
 * Whether the pawn `captor` may not take `victim`: both are of the pair, neither stands across the
 * equator, and the captor has not been freed. The other's freedom is its own [pawn-truce].
 */
bool move_truce_forbids(const struct variant *variant, const struct piece *captor,
			const struct piece *victim);

/* Whether a capture from one square to the other leads across the midline, and so frees. */
bool move_truce_crosses(const struct variant *variant, square from, square to);

#endif
