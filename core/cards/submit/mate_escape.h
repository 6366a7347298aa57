/* SPDX-License-Identifier: MIT */
/* Finds out whether a hand saves a seat that is mated or stalemated on the board. */
#ifndef PBEM_CORE_CARDS_SUBMIT_MATE_ESCAPE_H
#define PBEM_CORE_CARDS_SUBMIT_MATE_ESCAPE_H

#include "core/cards/state/card_state.h"

/* Reports whether the seat, mated or stalemated on the board, has a play that saves it
 * [saved-by-a-card]. The search is complete for all cards, Plots Within Plots and its pairs
 * included. Traps are ignored [trap-may-bare-king]. On a concealed table an unknown hand may always
 * save. */
bool mate_escape_exists(const struct card_state *table, uint8_t seat);

#endif
