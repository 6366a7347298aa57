/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/promise/sitting.h"
#include "pbem/wire/source.h"

int sitting_write(const char *folder, const struct sitting *sitting, struct reason *reason)
{
	char *path = base_printf("%s/sitting", folder);
	struct text out;
	int result;

	text_init(&out, 0);
	text_addf(&out, "pbem-sitting 1 %" PRId64 " %u %zu\n", sitting->began, sitting->stalls,
		  sitting->letters.count);
	for (size_t i = 0; i < sitting->letters.count; i++) {
		const struct waiting *letter = &sitting->letters.letters[i];

		text_addf(&out, "%s %" PRIu64 " %" PRId64 "\n", letter->id, letter->bytes,
			  letter->received);
	}
	result = files_replace(path, out.bytes, out.len, reason);
	text_done(&out);
	free(path);
	return result;
}

static int read_lines(const struct text *in, struct sitting *sitting, const char *path,
		      struct reason *reason)
{
	const char *cursor = in->bytes, *end = in->bytes + in->len, *line;
	size_t len, count, got = 0;

	if (text_check_format(in->bytes, "pbem-sitting", 1, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		return -1;
	}
	if (sscanf(in->bytes, "pbem-sitting 1 %" SCNd64 " %u %zu", &sitting->began,
		   &sitting->stalls, &count) != 3 ||
	    !text_next_line(&cursor, end, &line, &len) || count > in->len)
		goto bad;
	sitting->letters.letters = base_zalloc(count, sizeof *sitting->letters.letters);
	for (; got < count && text_next_line(&cursor, end, &line, &len); got++) {
		struct waiting *letter = &sitting->letters.letters[got];

		if (sscanf(line, "%159s %" SCNu64 " %" SCNd64, letter->id, &letter->bytes,
			   &letter->received) != 3)
			goto bad;
	}
	if (got != count)
		goto bad;
	sitting->letters.count = count;
	return 0;
bad:
	return reason_fail_as(reason, REASON_DAMAGED,
			      "%s is damaged; remove it: the next run lists the mailbox anew",
			      path);
}

int sitting_read(const char *folder, struct sitting *sitting_out, bool *found_out,
		 struct reason *reason)
{
	char *path = base_printf("%s/sitting", folder);
	struct sitting sitting = {0};
	struct text in;
	int result;

	text_init(&in, 0);
	result = files_read_if_there(path, &in, found_out, reason);
	if (result == 0 && *found_out) {
		result = read_lines(&in, &sitting, path, reason);
		if (result == 0)
			*sitting_out = sitting;
		else
			sitting_done(&sitting);
	}
	text_done(&in);
	free(path);
	return result;
}

int sitting_end(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/sitting", folder);
	int result = files_remove(path, reason);

	free(path);
	return result;
}

void sitting_done(struct sitting *sitting)
{
	source_free_list(&sitting->letters);
}
