/* SPDX-License-Identifier: MIT */
/* The effects of each effects_*.c file; a row without a name ends a table. */
#ifndef PBEM_CORE_CARDS_EFFECTS_TABLES_H
#define PBEM_CORE_CARDS_EFFECTS_TABLES_H

#include "core/cards/effects.h"

extern const struct effect_rules effects_move_rules[];
extern const struct effect_rules effects_pawn_rules[];
extern const struct effect_rules effects_strike_rules[];
extern const struct effect_rules effects_swap_rules[];
extern const struct effect_rules effects_walk_rules[];

#endif
