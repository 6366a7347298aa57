/* SPDX-License-Identifier: MIT */
/* Games with cards (core/cards), as a kind of game. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_KIND_H
#define PBEM_CORE_KIND_CARDS_CARDS_KIND_H

#include "core/variant/kind.h"

extern const struct kind cards_kind;

#endif
