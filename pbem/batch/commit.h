/* SPDX-License-Identifier: MIT */
/* The end of a batch: what follows from all of it together, and the one moment in which it is
 * done. */
#ifndef PBEM_BATCH_COMMIT_H
#define PBEM_BATCH_COMMIT_H

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/* Writes the letters that follow from the batch as a whole, tells the ledger what it must know of
 * its games, hands it all to the journal, and begins the next batch. Nothing is written before.
 * After a failure the desk is good for nothing but desk_done. */
int commit_batch(struct desk *desk, struct reason *reason);

/* Whether the batch comes to more bytes of letters than one is to have, at a guess: those that are
 * written, and as much again for each that will follow from its games. */
bool commit_is_large(const struct desk *desk);

/* The same only when as many games lie open, or letters go out, as are
 * good to have at once. */
int commit_full(struct desk *desk, struct reason *reason);

#endif
