/* SPDX-License-Identifier: MIT */
/*
 * The commit record of a batch. journal_commit writes it down and flushes it, once: before that
 * nothing has happened, after it everything will, because whoever comes next redoes the journal
 * until all other files agree with it. README.md in this folder has the table of what a crash may
 * find.
 */
#ifndef PBEM_PROMISE_JOURNAL_H
#define PBEM_PROMISE_JOURNAL_H

#include <stdbool.h>

#include "core/base/base.h"

struct batch;
struct ledger;

/*
 * Writes and flushes the batch to FOLDER/journal, then makes it true and flushes that. -1: either
 * nothing has happened, or what has will be finished by journal_finish; nothing visible outside
 * may follow in this process.
 */
int journal_commit(const char *folder, struct ledger *ledger, const struct batch *batch,
		   struct reason *reason);

/* Makes true what a complete journal says and empties it; an incomplete one is nothing and is
 * emptied too. One that can't be read just now, or that a newer version wrote, is neither: -1, and
 * it stays as it is. To be called, under the lock, before anything else is read or written. */
int journal_finish(const char *folder, struct ledger *ledger, struct reason *reason);

/* Whether a batch waits to be made true: for readers without the lock. */
bool journal_is_open(const char *folder);

#endif
