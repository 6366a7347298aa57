/* SPDX-License-Identifier: MIT */
/* [pawn-truce]: two pawns that begin beside a barrier may not capture each other for a while. */
#ifndef PBEM_CORE_POSITION_MOVE_PAWN_TRUCE_H
#define PBEM_CORE_POSITION_MOVE_PAWN_TRUCE_H

#include "core/position/position.h"

/*
 * Reports whether the pawn `captor` may not capture `victim`: both are of the pair, neither has
 * crossed the equator, and the captor has not been freed. Each pawn is freed separately
 * [pawn-truce].
 */
bool move_truce_forbids(const struct variant *variant, const struct piece *captor,
			const struct piece *victim);

/*
 * Reports whether a capture from one square to the other crosses the midline, which frees the pawn.
 */
bool move_truce_crosses(const struct variant *variant, square from, square to);

#endif
