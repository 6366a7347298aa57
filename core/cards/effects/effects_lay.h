/* SPDX-License-Identifier: MIT */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_LAY_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_LAY_H

#include "core/cards/field/field.h"

/* The kind of lasting effect that a card's file names. -1 when there is none. */
int effects_lay_named(const char *word, enum effect_kind *kind_out, struct reason *reason);

#endif
