/* SPDX-License-Identifier: MIT */
/* The cards that games may have been begun with and still are played with (gamefile_known.h). */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_OUTFITS_H
#define PBEM_CORE_KIND_CARDS_CARDS_OUTFITS_H

#include <stddef.h>

/* kind.known_outfits. */
extern const char *const cards_outfits[];

#endif
