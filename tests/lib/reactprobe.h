/* SPDX-License-Identifier: MIT */
/* The Checkmate Rule and who answers a turn [mate-by-card]: asked of two tables, before and after
 * the answer.
 */
#ifndef PBEM_TESTS_REACTPROBE_H
#define PBEM_TESTS_REACTPROBE_H

#include "tests/lib/tableprobe.h"

/* Whether the mover has played a card after his move: what answers the move comes before that card,
 * and is judged there. */
bool reactprobe_has_card_after(const struct table *table);

/* Whether the card undoes what was done, rather than doing something. */
bool reactprobe_takes_back(const struct tableplay *play, const struct play *one);

/*
 * Of a reaction with which the turn stands: whoever is mated after it, but for its player, was
 * mated before it; and the mover's king is as safe as he was. Where the turn is made anew nothing
 * is decided yet.
 */
void reactprobe_mates_nobody(struct tableplay *play, const struct table *before,
			     const struct table *after, uint8_t player, const char *message);

#endif
