/* SPDX-License-Identifier: MIT */
/* The kinds of games, and a check of all definitions of games. */
#ifndef PBEM_CORE_GAMETYPE_GAMETYPES_H
#define PBEM_CORE_GAMETYPE_GAMETYPES_H

#include <stddef.h>
#include <stdint.h>

#include "core/variant/gametype.h"

struct variant_library;

/* All kinds of games, for variant_library_new; NULL after the last. */
extern const struct gametype *const gametypes_all[];

/*
 * Checks every definition of the library. `report` gets each fault as one line with file and line
 * number. Move counts that the definitions expect are verified if they are at most `max_nodes`.
 * `at` (may be NULL) is called again and again with the progress. Returns the number of faults.
 */
size_t gametypes_check(struct variant_library *library, uint64_t max_nodes,
		       void (*report)(void *context, const char *line), void *context,
		       void (*at)(size_t done, size_t total));

#endif
