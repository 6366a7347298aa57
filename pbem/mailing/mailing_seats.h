/* SPDX-License-Identifier: MIT */
/* A seat as letters know it: its player's name, and its letters in the outbox. */
#ifndef PBEM_MAILING_MAILING_SEATS_H
#define PBEM_MAILING_MAILING_SEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "pbem/desk/desk.h"

struct text;

/* Names of seats as a sentence has them: "Anna", "Anna and Bob", "Anna, Bob and Carl". */
void mailing_names(const struct desk_game *game, uint16_t seats, struct text *out);

/* The seat's unsent letters that ask for its turn, remind of it or say that it was missed aren't
 * true any more; but what this batch says of a turn that was missed is. */
void mailing_take_back(struct desk *desk, const struct desk_game *game, unsigned seat);

/* None of the seat's unsent letters may go out any more. */
void mailing_take_all_back(struct desk *desk, const struct desk_game *game, unsigned seat);

/* Whether the seat's letter of that slot is in the outbox, from an earlier batch. */
bool mailing_waits(const struct desk *desk, const struct desk_game *game, unsigned seat,
		   const char *slot);

#endif
