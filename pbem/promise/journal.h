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

/* What stands there; nothing is changed. `batch_out` is of one that waits, for journal_foretell;
 * its body is the caller's to free, NULL if none does. */
enum journal_state {
	JOURNAL_EMPTY,
	JOURNAL_WAITS,	/* a whole batch, to be made true */
	JOURNAL_TORN,	/* what is no whole one, and nothing */
	JOURNAL_UNTOLD, /* with the reason: it can't be read now, or by this version */
};
struct journal_batch {
	char *body;
	size_t len;
};
enum journal_state journal_look(const char *folder, struct journal_batch *batch_out,
				struct reason *reason);

/* What such a batch will make of a file, by its name below the site's folder: `bytes` are those it
 * has, and then those it will have. */
enum journal_word {
	JOURNAL_NOTHING, /* it doesn't write the file, or can't: it is shorter than it was then */
	JOURNAL_TAIL,	 /* what stands before the first byte it writes stays */
	JOURNAL_WHOLE,	 /* all of it */
};
enum journal_word journal_foretell(const struct journal_batch *batch, const char *name,
				   struct text *bytes);

/* Whether a batch waits to be made true: for readers without the lock. */
bool journal_is_open(const char *folder);

#endif
