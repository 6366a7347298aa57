/* SPDX-License-Identifier: MIT */
/* Which cards a seat could play now. */
#ifndef PBEM_CORE_CARDS_LISTS_PLAYS_H
#define PBEM_CORE_CARDS_LISTS_PLAYS_H

#include "core/cards/table/table.h"

/* Every card play open to the seat now [trial-plays]: in its own turn before- and instead-cards;
 * with `after` (a move of its own, may be NULL) also after-cards; in a window its reactions. Sorted
 * bytewise when printed by play_print. */
void plays_list(const struct table *table, uint8_t seat, const struct move *after,
		struct play_list *out);

#endif
