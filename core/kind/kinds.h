/* SPDX-License-Identifier: MIT */
/* The kinds of games there are, and whether the definitions of games are as they expect. */
#ifndef PBEM_CORE_KIND_KINDS_H
#define PBEM_CORE_KIND_KINDS_H

#include <stddef.h>
#include <stdint.h>

#include "core/variant/kind.h"

/* For variant_library_new; NULL behind the last. */
extern const struct kind *const kinds_all[];

struct variant_library;

/*
 * Checks every definition of the library: each fault is handed to `report` as one line with file
 * and line number; counts that the definitions expect are recounted where they are at most
 * `max_nodes`. `at` (may be NULL) hears again and again at which definition of how many it is.
 * Returns the number of faults.
 */
size_t kinds_check(struct variant_library *library, uint64_t max_nodes,
		   void (*report)(void *context, const char *line), void *context,
		   void (*at)(size_t done, size_t total));

#endif
