/* SPDX-License-Identifier: MIT */
/* All that is to become true at once: bytes to append to game files, letters for the outbox, lines
 * for the ledger. */
#ifndef PBEM_PROMISE_BATCH_H
#define PBEM_PROMISE_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

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

/* Adds: that file or folder is called `to` from now on; where none of that name is left it was. The
 * folder that `to` is in is made if missing. Nothing else of the batch may write what is renamed
 * under its old name: done again, it would be there twice. */
void batch_rename(struct batch *batch, const char *path, const char *to);

/* Adds: there is no such file. */
void batch_remove(struct batch *batch, const char *path);

#endif
