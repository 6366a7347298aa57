/* SPDX-License-Identifier: MIT */
/* Rings of boards joined by stockpiles (core/ring/ring.h), as a kind of game. */
#ifndef PBEM_CORE_KIND_RING_CIRCLE_KIND_H
#define PBEM_CORE_KIND_RING_CIRCLE_KIND_H

#include "core/variant/kind.h"

extern const struct kind circle_kind;

#endif
