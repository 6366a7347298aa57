/* SPDX-License-Identifier: MIT */
/* The effects of each effects_*.c file; a row without a name ends a table. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_TABLES_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_TABLES_H

#include "core/cards/play/moment.h"

extern const struct effect_rules effects_abduct_rules[];
extern const struct effect_rules effects_answer_rules[];
extern const struct effect_rules effects_doom_rules[];
extern const struct effect_rules effects_heresy_rules[];
extern const struct effect_rules effects_king_rules[];
extern const struct effect_rules effects_lay_rules[];
extern const struct effect_rules effects_move_rules[];
extern const struct effect_rules effects_pawn_rules[];
extern const struct effect_rules effects_peace_rules[];
extern const struct effect_rules effects_put_rules[];
extern const struct effect_rules effects_strike_rules[];
extern const struct effect_rules effects_swap_rules[];
extern const struct effect_rules effects_take_rules[];
extern const struct effect_rules effects_turn_rules[];
extern const struct effect_rules effects_walk_rules[];

#endif
