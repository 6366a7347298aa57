/* SPDX-License-Identifier: MIT */
/* Tests the Checkmate Rule for responses [mate-by-card]: compares the states before and after a
 * response. */
#ifndef PBEM_TESTS_LIB_REACTPROBE_H
#define PBEM_TESTS_LIB_REACTPROBE_H

#include "tests/lib/tableprobe.h"

/* Returns whether the mover has played a card after the move. A response to the move comes before
 * that card, and is judged there. */
bool reactprobe_has_card_after(const struct card_state *table);

/* Returns whether the card undoes something, rather than doing something. */
bool reactprobe_takes_back(const struct tableplay *play, const struct play *one);

/*
 * Tests a response that leaves the turn in place. Every seat that is mated after it, except its
 * player, was mated before it, and the mover's king is as safe as before. If the turn has to be
 * made again, nothing is decided yet.
 */
void reactprobe_mates_nobody(struct tableplay *play, const struct card_state *before,
			     const struct card_state *after, uint8_t player, const char *message);

#endif
