/* SPDX-License-Identifier: MIT */
/* What letters of a ring say otherwise than those of other games (draft.h): about the seat's own
 * boards, and with names, for its neighbours change. */
#ifndef PBEM_KIND_MAIL_RING_VALUES_H
#define PBEM_KIND_MAIL_RING_VALUES_H

#include "pbem/mailing/draft.h"

struct text;

/* Where the seat is to move, and who else is on its boards. */
void draft_ring_status(const struct draft *draft, struct text *out);

/* Its boards, the circle, its stockpile; or the board asked for. */
void draft_ring_board(const struct draft *draft, struct text *out);

/* Who was beaten in this sitting, and which of its boards were set up afresh. */
void draft_ring_news(const struct draft *draft, struct text *out);

/* Those it plays against now: a set. */
uint16_t draft_ring_opponents(const struct draft *draft);

/* The last turn on a board where the seat is to move: "Bob's 1:e5"; of all boards when there is
 * none. */
void draft_ring_last(const struct draft *draft, struct text *out);

#endif
