/* SPDX-License-Identifier: MIT */
/*
 * The commit record of a batch. journal_commit writes and flushes it once. Until then the batch has
 * changed nothing. Afterwards it takes effect even after a crash, because the next process repeats
 * the journal until all other files agree with it. README.md in this folder has a table of what a
 * crash may leave.
 */
#ifndef PBEM_STORE_JOURNAL_H
#define PBEM_STORE_JOURNAL_H

#include <stdbool.h>

#include "core/util/base.h"

struct transaction;
struct ledger;

/*
 * Writes the batch to FOLDER/journal and flushes it, then applies it and flushes the changed files.
 * Returns -1 if nothing was changed, or if the batch is in the journal and journal_finish will
 * complete it. In both cases this process must not do anything that is visible outside. In the
 * second case the reason says that the batch will be completed, so that nobody requests the change
 * again.
 */
int journal_commit(const char *folder, struct ledger *ledger, const struct transaction *batch,
		   struct reason *reason);

/* Applies a complete journal and empties it. An incomplete journal is ignored and emptied. A
 * journal that can't be read now, or that a newer version wrote, stays unchanged, and the result is
 * -1. Call it with the site's lock, before anything else is read or written. */
int journal_finish(const char *folder, struct ledger *ledger, struct reason *reason);

/* Reads the state of the journal without changing it. *batch_out gets a waiting batch, for
 * journal_preview. The caller frees its body, which is NULL if no batch waits. */
enum journal_state {
	JOURNAL_EMPTY,
	JOURNAL_WAITS,	 /* a complete batch waits to be applied */
	JOURNAL_TORN,	 /* an incomplete batch, which is ignored */
	JOURNAL_UNKNOWN, /* can't be read now, or not by this version; the reason is set */
};
struct journal_batch {
	char *body;
	size_t len;
};
enum journal_state journal_inspect(const char *folder, struct journal_batch *batch_out,
				   struct reason *reason);

/* Changes `bytes`, the present contents of a file, to its contents after the batch. `name` is
 * relative to the site's folder. */
enum journal_change {
	JOURNAL_NOTHING, /* the batch doesn't write the file, or the file is shorter than it was */
	JOURNAL_TAIL,	 /* the batch writes the end of the file */
	JOURNAL_WHOLE,	 /* the batch writes the whole file */
};
enum journal_change journal_preview(const struct journal_batch *batch, const char *name,
				    struct strbuf *bytes);

/* Reports whether a batch may be in the journal. Needs no lock. */
bool journal_is_open(const char *folder);

#endif
