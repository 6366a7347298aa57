/* SPDX-License-Identifier: MIT */
/* Who may still answer the open turn, and what comes when nobody may any more. */
#ifndef PBEM_CORE_CARDS_MESSAGE_WINDOW_H
#define PBEM_CORE_CARDS_MESSAGE_WINDOW_H

#include "core/cards/table/table.h"

/* The windows that open after something `actor` has done [turn-in-one-letter] [mover-may-answer].
 */
void window_open(struct table *table, uint8_t actor);

/*
 * Sets the phase, and goes on as far as nobody is waited for: the turn is final when the windows
 * are closed, or the mover moves again.
 */
void window_advance(struct table *table, struct event_list *record);

/* Whether its standing PASS holds for the turn as it stands [standing-pass]. */
bool window_is_waived(const struct table *table, uint8_t seat);

/* The seat's turn that waited for the windows to close is to be decided now: its orders, or NULL
 * when it has none or the board has changed, and it has been given back [turn-kept]. The text is
 * the table's. */
const char *window_held(struct table *table, struct event_list *record);

#endif
