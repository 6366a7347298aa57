/* SPDX-License-Identifier: MIT */
/* Lists the cards that a seat could play now. */
#ifndef PBEM_CORE_CARDS_SUBMIT_LEGAL_PLAYS_H
#define PBEM_CORE_CARDS_SUBMIT_LEGAL_PLAYS_H

#include "core/cards/state/card_state.h"

/* Lists every card play open to the seat now [trial-plays]. In its own turn these are before- and
 * instead-cards or, if `after` (a move of its own) isn't NULL, after-cards; in a window its
 * reactions. Sorted bytewise by the text of play_print. */
void legal_plays_list(const struct card_state *table, uint8_t seat, const struct move *after,
		      struct play_list *out);

#endif
