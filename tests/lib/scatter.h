/* SPDX-License-Identifier: MIT */
/* Sharp positions by chance for tables of cards: few men, some strong, what lasts lying among them.
 */
#ifndef PBEM_TESTS_SCATTER_H
#define PBEM_TESTS_SCATTER_H

#include "tests/lib/tableprobe.h"

/* Few men, those of the enemies' strong; the seat is to move. */
void scatter_men(struct tableplay *play, uint8_t seat, struct position *position);

/* A card that lasts, of anybody's, lies there. */
void scatter_effect(struct tableplay *play, uint8_t seat);

/* What an opponent has done last: for Doppelganger and Haunting Memories. */
void scatter_past(struct tableplay *play);

/* The side's men, as `pbem try` takes them; those captured are marked as such. */
void scatter_tell(struct tableplay *play, uint8_t side);

void scatter_add_move(const struct tableplay *play, const struct move *move, struct text *message);

#endif
