/* SPDX-License-Identifier: MIT */
/*
 * Finds legal moves slowly, sharing nothing with core/rules/movegen*.c: it takes every step, makes
 * every move on a copy, and tests every enemy for an attack on the king.
 */
#ifndef PBEM_TESTS_LIB_SLOW_H
#define PBEM_TESTS_LIB_SLOW_H

#include "core/position/move.h"
#include "core/variant/variant_data.h"

/* Returns whether the piece could capture something on that square. */
bool slow_attacks(const struct variant *variant, const struct position *position,
		  const struct piece *piece, square target);

bool slow_attacked(const struct variant *variant, const struct position *position, square target,
		   unsigned sides);

/* Returns the armies of the player's opponents that are in play. */
unsigned slow_enemies(const struct variant *variant, const struct position *position,
		      uint8_t player);

square slow_king(const struct variant *variant, const struct position *position, uint8_t player);

void slow_moves(const struct variant *variant, const struct position *position,
		struct move_list *list);

#endif
