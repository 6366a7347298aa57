/* SPDX-License-Identifier: MIT */
/* Games on one board that nothing joins: any number of seats, with or without Peterson's rules. */
#ifndef PBEM_CORE_KIND_PLAIN_SINGLE_KIND_H
#define PBEM_CORE_KIND_PLAIN_SINGLE_KIND_H

#include "core/variant/kind.h"

extern const struct kind single_kind;

#endif
