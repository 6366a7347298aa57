/* SPDX-License-Identifier: MIT */
#ifndef PBEM_CORE_CARDS_LASTING_LASTING_PLACE_H
#define PBEM_CORE_CARDS_LASTING_LASTING_PLACE_H

#include "core/variant/board.h"

/* In how many of their ends two edges meet, each between two squares side by side. */
unsigned lasting_place_shared(const struct board *board, const square at[4]);

#endif
