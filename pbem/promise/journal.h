/* SPDX-License-Identifier: MIT */
/*
 * The commit record of a batch. A batch gathers everything that is to become true: bytes to append
 * to game files, letters for the outbox, lines for the ledger. journal_commit writes it down and
 * flushes it, once: before that nothing has happened, after it everything will, because whoever
 * comes next redoes the journal until all other files agree with it. README.md in this folder has
 * the table of what a crash may find.
 */
#ifndef PBEM_PROMISE_JOURNAL_H
#define PBEM_PROMISE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/text.h"

struct ledger;

struct batch {
	struct text files;   /* what becomes of files, in order */
	struct text ledger;  /* change lines of ledger.h, added by the caller */
	struct text letters; /* change lines of outbox.h, added by the caller */
};

void batch_init(struct batch *batch);
void batch_done(struct batch *batch);
void batch_clear(struct batch *batch);
bool batch_is_empty(const struct batch *batch);

/* Adds: these bytes stand at that offset of a file, whose folder and file are made if missing.
 * `path` is relative to the site; `mode` is for a new file. */
void batch_append(struct batch *batch, const char *path, uint64_t offset, const char *bytes,
		  size_t len, unsigned mode);

/* Adds: that file is exactly these bytes (0600). A later one of the same batch wins. */
void batch_write(struct batch *batch, const char *path, const char *bytes, size_t len);

/* Adds: there is no such file. */
void batch_remove(struct batch *batch, const char *path);

/*
 * Writes and flushes the batch to FOLDER/journal, then makes it true and flushes that. -1: either
 * nothing has happened, or what has will be finished by journal_finish; nothing visible outside
 * may follow in this process.
 */
int journal_commit(const char *folder, struct ledger *ledger, const struct batch *batch,
		   struct reason *reason);

/* Makes true what a complete journal says and empties it; an incomplete one is nothing and is
 * emptied too. One that can't be read just now is neither: -1, and it stays as it is. To be called,
 * under the lock, before anything else is read or written. */
int journal_finish(const char *folder, struct ledger *ledger, struct reason *reason);

/* Whether a batch waits to be made true: for readers without the lock. */
bool journal_is_open(const char *folder);

#endif
