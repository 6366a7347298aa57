/* SPDX-License-Identifier: MIT */
#include "core/position/move_pawn_truce.h"
#include "core/variant/variant_data.h"

/* Reports whether the pawn has crossed the equator. Both pawns begin below it and move up. */
static bool is_across(const struct variant *variant, const struct piece *pawn)
{
	return board_rank(&variant->board, pawn->at) >= variant->equator;
}

bool move_truce_forbids(const struct variant *variant, const struct piece *captor,
			const struct piece *victim)
{
	return captor->truce == TRUCE_BOUND && victim->truce != TRUCE_NONE &&
	       !is_across(variant, captor) && !is_across(variant, victim);
}

bool move_truce_crosses(const struct variant *variant, square from, square to)
{
	return (board_file(&variant->board, from) < variant->midline) !=
	       (board_file(&variant->board, to) < variant->midline);
}
