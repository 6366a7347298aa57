/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/util/strbuf.h"
#include "pbem/store/worklist.h"
#include "pbem/sys/files.h"

int worklist_write(const char *folder, const struct worklist *worklist, struct reason *reason)
{
	char *path = base_printf("%s/worklist", folder);
	struct strbuf out;
	int result;

	strbuf_init(&out, 0);
	strbuf_addf(&out, "pbem-worklist 1 %" PRId64 " %u %zu\n", worklist->began, worklist->stalls,
		    worklist->letters.count);
	for (size_t i = 0; i < worklist->letters.count; i++) {
		const struct waiting *letter = &worklist->letters.letters[i];

		strbuf_addf(&out, "%s %" PRIu64 " %" PRId64 "\n", letter->id, letter->bytes,
			    letter->received);
	}
	result = files_replace(path, out.bytes, out.len, reason);
	strbuf_done(&out);
	free(path);
	return result;
}

static int read_lines(const struct strbuf *in, struct worklist *worklist, const char *path,
		      struct reason *reason)
{
	const char *cursor = in->bytes, *end = in->bytes + in->len, *line;
	size_t len, count, got = 0;

	if (strbuf_check_format(in->bytes, "pbem-worklist", 1, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		return -1;
	}
	if (sscanf(in->bytes, "pbem-worklist 1 %" SCNd64 " %u %zu", &worklist->began,
		   &worklist->stalls, &count) != 3 ||
	    !strbuf_next_line(&cursor, end, &line, &len) || count > in->len)
		goto bad;
	worklist->letters.letters = base_zalloc(count, sizeof *worklist->letters.letters);
	for (; got < count && strbuf_next_line(&cursor, end, &line, &len); got++) {
		struct waiting *letter = &worklist->letters.letters[got];

		if (sscanf(line, "%159s %" SCNu64 " %" SCNd64, letter->id, &letter->bytes,
			   &letter->received) != 3)
			goto bad;
	}
	if (got != count)
		goto bad;
	worklist->letters.count = count;
	return 0;
bad:
	return reason_fail_as(
		reason, REASON_DAMAGED,
		"%s is damaged; remove this file, and the next run lists the mailbox again", path);
}

int worklist_read(const char *folder, struct worklist *worklist_out, bool *found_out,
		  struct reason *reason)
{
	char *path = base_printf("%s/worklist", folder);
	struct worklist worklist = {0};
	struct strbuf in;
	int result;

	strbuf_init(&in, 0);
	result = files_read_if_there(path, &in, found_out, reason);
	if (result == 0 && *found_out) {
		result = read_lines(&in, &worklist, path, reason);
		if (result == 0)
			*worklist_out = worklist;
		else
			worklist_done(&worklist);
	}
	strbuf_done(&in);
	free(path);
	return result;
}

int worklist_end(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/worklist", folder);
	int result = files_remove(path, reason);

	free(path);
	return result;
}

void worklist_done(struct worklist *worklist)
{
	transport_free_list(&worklist->letters);
}
