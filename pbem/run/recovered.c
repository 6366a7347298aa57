/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/util/timestamp.h"
#include "pbem/batch/commit.h"
#include "pbem/run/recovered.h"

/* The notices for each kind: what works again, and since when it had failed. */
static const char *const sentences[RECURRING_ERRORS_KINDS] = {
	[RECURRING_ERRORS_SITE] = "pbem can open the site again, after failing since %s",
	[RECURRING_ERRORS_ROOM] = "The disk has enough free space again, after too little since %s",
	[RECURRING_ERRORS_FILES] =
		"Runs are complete again, after files or letters had stopped them since %s",
	[RECURRING_ERRORS_MAILBOX] = "pbem can read the mailbox again, after failing since %s",
	[RECURRING_ERRORS_POST] =
		"The mail server accepts all letters again, after refusing some since %s",
	[RECURRING_ERRORS_TIME] =
		"Runs have enough time for all letters again, after too little since %s",
};

static void notify_recovered(struct workspace *workspace, const struct log *log,
			     enum recurring_errors kind, int64_t since)
{
	char stamp[TIMESTAMP_SIZE], *line;

	timestamp_print(since, stamp);
	line = base_printf(sentences[kind], stamp);
	workspace_notice(workspace, workspace->now, "%s", line);
	log_line(log, "%s\n", line);
	free(line);
}

enum run_result recovered_note(struct workspace *workspace, const struct log *log)
{
	unsigned over = 0;
	struct reason reason;
	int64_t since;

	if (log->troubles == NULL)
		return RUN_DONE;
	for (unsigned kind = 0; kind < RECURRING_ERRORS_KINDS; kind++) {
		if (!recurring_errors_over(log->troubles, kind, &since))
			continue;
		notify_recovered(workspace, log, kind, since);
		over |= 1u << kind;
	}
	if (over != 0 && commit_batch(workspace, &reason) != 0)
		return log_fail(log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	/* If the run is killed before this, the next run reports the same once more. */
	for (unsigned kind = 0; kind < RECURRING_ERRORS_KINDS; kind++)
		if (over >> kind & 1)
			recurring_errors_forget(log->troubles, kind);
	return RUN_DONE;
}
