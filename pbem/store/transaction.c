/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "pbem/store/transaction.h"

void transaction_init(struct transaction *batch)
{
	strbuf_init(&batch->files, (size_t)1 << 30);
	strbuf_init(&batch->ledger, (size_t)1 << 28);
	strbuf_init(&batch->letters, (size_t)1 << 30);
}

void transaction_done(struct transaction *batch)
{
	strbuf_done(&batch->files);
	strbuf_done(&batch->ledger);
	strbuf_done(&batch->letters);
}

void transaction_clear(struct transaction *batch)
{
	strbuf_clear(&batch->files);
	strbuf_clear(&batch->ledger);
	strbuf_clear(&batch->letters);
}

bool transaction_is_empty(const struct transaction *batch)
{
	return batch->files.len == 0 && batch->ledger.len == 0 && batch->letters.len == 0;
}

void transaction_append(struct transaction *batch, const char *path, uint64_t offset,
			const char *bytes, size_t len, unsigned mode)
{
	strbuf_addf(&batch->files, "append %s %" PRIu64 " %o %zu\n", path, offset, mode, len);
	strbuf_add_bytes(&batch->files, bytes, len);
	strbuf_add_char(&batch->files, '\n');
}

void transaction_write(struct transaction *batch, const char *path, const char *bytes, size_t len)
{
	strbuf_addf(&batch->files, "write %s 0 600 %zu\n", path, len);
	strbuf_add_bytes(&batch->files, bytes, len);
	strbuf_add_char(&batch->files, '\n');
}

void transaction_rename(struct transaction *batch, const char *path, const char *to)
{
	strbuf_addf(&batch->files, "rename %s 0 600 %zu\n%s\n", path, strlen(to), to);
}

void transaction_remove(struct transaction *batch, const char *path)
{
	strbuf_addf(&batch->files, "remove %s 0 600 0\n\n", path);
}
