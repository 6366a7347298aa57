/* SPDX-License-Identifier: MIT */
/*
 * Legal moves found slowly, in a way that shares nothing with core/rules/movegen*.c: every step is
 * walked, every move made on a copy, and every enemy asked whether it attacks the king.
 */
#ifndef PBEM_TESTS_SLOW_H
#define PBEM_TESTS_SLOW_H

#include "core/position/move.h"
#include "core/variant/variant_data.h"

/* Whether the piece could take something on that square. */
bool slow_attacks(const struct variant *variant, const struct position *position,
		  const struct piece *piece, square target);

bool slow_attacked(const struct variant *variant, const struct position *position, square target,
		   unsigned sides);

/* The armies of living opponents of the player. */
unsigned slow_enemies(const struct variant *variant, const struct position *position,
		      uint8_t player);

square slow_king(const struct variant *variant, const struct position *position, uint8_t player);

void slow_moves(const struct variant *variant, const struct position *position,
		struct move_list *list);

#endif
