/* SPDX-License-Identifier: MIT */
/* Whether a hand saves a seat that is mated or stalemated on the board. */
#ifndef PBEM_CORE_CARDS_LISTS_RESCUE_H
#define PBEM_CORE_CARDS_LISTS_RESCUE_H

#include "core/cards/table/table.h"

/* Whether the seat, mated or stalemated on the board, has a hand play that saves it
 * [saved-by-a-card]: complete for all cards, Plots Within Plots and its pairs included. Traps are
 * left aside [trap-may-bare-king]. On a table that was concealed a hand that isn't known may always
 * save. */
bool rescue_exists(const struct table *table, uint8_t seat);

#endif
