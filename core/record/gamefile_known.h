/* SPDX-License-Identifier: MIT */
/*
 * The definitions that games may have been begun by and still are played by, as digests: those of
 * today, and former ones of which today's rules decide such games as they were decided. Where a
 * definition that has a row is changed, a test asks for a row more, and so its games of before stay
 * known; a definition without one needs none. Cards have theirs in core/kind/cards/cards_outfits.c.
 */
#ifndef PBEM_CORE_RECORD_GAMEFILE_KNOWN_H
#define PBEM_CORE_RECORD_GAMEFILE_KNOWN_H

#include <stddef.h>

struct gamefile_known {
	const char *variant, *digest;
};

/* NULLs behind the last. */
extern const struct gamefile_known gamefile_known[];

#endif
