/* SPDX-License-Identifier: MIT */
/* The changes that a batch commits together: bytes to append to game files, messages for the
 * outbox, lines for the ledger. */
#ifndef PBEM_STORE_TRANSACTION_H
#define PBEM_STORE_TRANSACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/strbuf.h"

struct transaction {
	struct strbuf files;   /* operations on files, in order */
	struct strbuf ledger;  /* change lines of ledger.h, added by the caller */
	struct strbuf letters; /* change lines of outbox.h, added by the caller */
};

void transaction_init(struct transaction *batch);
void transaction_done(struct transaction *batch);
void transaction_clear(struct transaction *batch);
bool transaction_is_empty(const struct transaction *batch);

/* Adds an operation that writes the bytes at that offset of a file and cuts off what follows. The
 * file is created if missing, and its folder, too, if the offset is 0. `path` is relative to the
 * site; `mode` is for a new file. */
void transaction_append(struct transaction *batch, const char *path, uint64_t offset,
			const char *bytes, size_t len, unsigned mode);

/* Adds an operation that replaces the file's contents by these bytes (mode 0600). A later one of
 * the same batch wins. */
void transaction_write(struct transaction *batch, const char *path, const char *bytes, size_t len);

/* Adds an operation that renames a file or folder to `to`, whose folder is made if missing. If only
 * `to` exists, it does nothing. No other operation of the batch may write to the old name, because
 * repeating the batch would create that name again. */
void transaction_rename(struct transaction *batch, const char *path, const char *to);

/* Adds an operation that removes the file. */
void transaction_remove(struct transaction *batch, const char *path);

#endif
