/* SPDX-License-Identifier: MIT */
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/gametypes.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/gametype/standard/standard_gametype.h"

/* standard_gametype is last, because it claims every variant that is left. */
const struct gametype *const gametypes_all[] = {&ring_gametype, &cards_gametype, &standard_gametype,
						NULL};
