/* SPDX-License-Identifier: MIT */
/*
 * The end of a sitting, for games in which it means something: in a ring the mates of one sitting
 * are called at its end, all at once. Until then the ledger keeps which games are due
 * (pbem/desk/index.h), so that a run that was killed finds them again without looking at any other.
 *
 * And for what players said to each other: it reaches them then, in the letter that asks a seat
 * something and hasn't gone out yet, or all of it in one letter. Until then it waits in the ledger.
 */
#ifndef PBEM_BATCH_SETTLE_H
#define PBEM_BATCH_SETTLE_H

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/* The end of a sitting that was all in this batch, as a letter delivered by itself: goes on with
 * its games, but for those that an unfinished sitting has left, which wait for that to end. */
int settle_batch(struct desk *desk, struct reason *reason);

/* The end of the sitting of all games due, an entry in each; commits them. A game that can't be
 * read stays due. Nothing else may be on the desk. */
int settle_all(struct desk *desk, struct reason *reason);

/* The sitting is over: writes to every seat what was said to it. What was said in a game that can't
 * be read, waits. In batches of its own; the one in hand must be empty. */
int heard_all(struct desk *desk, struct reason *reason);

#endif
