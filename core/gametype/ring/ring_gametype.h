/* SPDX-License-Identifier: MIT */
/* Rings of boards joined by stockpiles (core/ring/ring.h), as a kind of game. */
#ifndef PBEM_CORE_GAMETYPE_RING_RING_GAMETYPE_H
#define PBEM_CORE_GAMETYPE_RING_RING_GAMETYPE_H

#include "core/game/game.h"
#include "core/gamefile/gamefile_packing.h"
#include "core/order/order_parse.h"
#include "core/variant/gametype.h"

extern const struct gametype ring_gametype;

#endif
