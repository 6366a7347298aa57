/* SPDX-License-Identifier: MIT */
/* The kinds of games there are. */
#ifndef PBEM_CORE_KIND_KINDS_H
#define PBEM_CORE_KIND_KINDS_H

#include "core/variant/kind.h"

/* For variant_library_new; NULL behind the last. */
extern const struct kind *const kinds_all[];

#endif
