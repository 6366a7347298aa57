/* SPDX-License-Identifier: MIT */
/* Makes sharp random positions for games with cards: few pieces, some of them strong, and
 * continuing effects. */
#ifndef PBEM_TESTS_LIB_SCATTER_H
#define PBEM_TESTS_LIB_SCATTER_H

#include "tests/lib/tableprobe.h"

/* Places few pieces, strong ones for the enemies; the seat is to move. */
void scatter_men(struct tableplay *play, uint8_t seat, struct position *position);

/* Lays the continuing effect of any seat's card. */
void scatter_effect(struct tableplay *play, uint8_t seat);

/* Makes up an opponent's last turn: for Doppelganger and Haunting Memories. */
void scatter_past(struct tableplay *play);

/* Writes the side's pieces as `pbem try` reads them; captured ones are marked as such. */
void scatter_tell(struct tableplay *play, uint8_t side);

void scatter_add_move(const struct tableplay *play, const struct move *move,
		      struct strbuf *message);

#endif
