/* SPDX-License-Identifier: MIT */
/*
 * Digests of the definitions by which running games may have been begun: the present ones, and
 * earlier ones whose games the present rules decide in the same way. If a definition with a row
 * changes, a test requires another row, so that games begun earlier stay known. A definition
 * without a row needs none. Card files have their list in core/gametype/cards/cards_known_sets.c.
 */
#ifndef PBEM_CORE_GAMEFILE_GAMEFILE_KNOWN_RULESETS_H
#define PBEM_CORE_GAMEFILE_GAMEFILE_KNOWN_RULESETS_H

#include <stddef.h>

struct gamefile_known {
	const char *variant, *digest;
};

/* Ends with NULLs. */
extern const struct gamefile_known gamefile_known[];

#endif
