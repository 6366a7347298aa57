/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "pbem/promise/batch.h"

void batch_init(struct batch *batch)
{
	text_init(&batch->files, (size_t)1 << 30);
	text_init(&batch->ledger, (size_t)1 << 28);
	text_init(&batch->letters, (size_t)1 << 30);
}

void batch_done(struct batch *batch)
{
	text_done(&batch->files);
	text_done(&batch->ledger);
	text_done(&batch->letters);
}

void batch_clear(struct batch *batch)
{
	text_clear(&batch->files);
	text_clear(&batch->ledger);
	text_clear(&batch->letters);
}

bool batch_is_empty(const struct batch *batch)
{
	return batch->files.len == 0 && batch->ledger.len == 0 && batch->letters.len == 0;
}

void batch_append(struct batch *batch, const char *path, uint64_t offset, const char *bytes,
		  size_t len, unsigned mode)
{
	text_addf(&batch->files, "append %s %" PRIu64 " %o %zu\n", path, offset, mode, len);
	text_add_bytes(&batch->files, bytes, len);
	text_add_char(&batch->files, '\n');
}

void batch_write(struct batch *batch, const char *path, const char *bytes, size_t len)
{
	text_addf(&batch->files, "write %s 0 600 %zu\n", path, len);
	text_add_bytes(&batch->files, bytes, len);
	text_add_char(&batch->files, '\n');
}

void batch_rename(struct batch *batch, const char *path, const char *to)
{
	text_addf(&batch->files, "rename %s 0 600 %zu\n%s\n", path, strlen(to), to);
}

void batch_remove(struct batch *batch, const char *path)
{
	text_addf(&batch->files, "remove %s 0 600 0\n\n", path);
}
