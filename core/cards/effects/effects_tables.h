/* SPDX-License-Identifier: MIT */
/* The effects of each effects_*.c file, by its name; a row without a name ends a table. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_TABLES_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_TABLES_H

#include "core/cards/play/moment.h"

/* clang-format off */
#define EFFECTS_TABLES(TABLE) \
	TABLE(abduct) TABLE(answer) TABLE(doom) TABLE(heresy) TABLE(king) TABLE(lay) TABLE(move) \
	TABLE(pawn) TABLE(peace) TABLE(promote) TABLE(put) TABLE(strike) TABLE(swap) TABLE(take) \
	TABLE(walk)
/* clang-format on */

#define EFFECTS_TABLE(name) extern const struct effect_rules effects_##name##_rules[];
EFFECTS_TABLES(EFFECTS_TABLE)
#undef EFFECTS_TABLE

#endif
