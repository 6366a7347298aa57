/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <sysexits.h>

#include "core/base/stamp.h"
#include "pbem/batch/commit.h"
#include "pbem/run/recovery.h"

/* What goes on, and what had not. */
static const char *const sentences[TROUBLE_KINDS] = {
	[TROUBLE_SITE] = "The site can be opened again; it could not since %s",
	[TROUBLE_ROOM] = "There is room on the disk again; there was too little since %s",
	[TROUBLE_FILES] = "Runs come to their end again; files or letters stopped them since %s",
	[TROUBLE_MAILBOX] = "The mailbox can be read again; runs failed over it since %s",
	[TROUBLE_POST] = "No letter is kept back by the post any more; some were since %s",
	[TROUBLE_TIME] = "Runs have time for all letters again; they had not since %s",
};

static void tell(struct desk *desk, const struct log *log, enum trouble kind, int64_t since)
{
	char stamp[STAMP_SIZE], *line;

	stamp_print(since, stamp);
	line = base_printf(sentences[kind], stamp);
	desk_notice(desk, desk->now, "%s", line);
	log_line(log, "%s\n", line);
	free(line);
}

int recovery_note(struct desk *desk, const struct log *log)
{
	unsigned over = 0;
	struct reason reason;
	int64_t since;

	if (log->troubles == NULL)
		return EX_OK;
	for (unsigned kind = 0; kind < TROUBLE_KINDS; kind++) {
		if (!trouble_over(log->troubles, kind, &since))
			continue;
		tell(desk, log, kind, since);
		over |= 1u << kind;
	}
	if (over != 0 && commit_batch(desk, &reason) != 0)
		return log_fail(log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	/* Killed before, the next run tells it once more. */
	for (unsigned kind = 0; kind < TROUBLE_KINDS; kind++)
		if (over >> kind & 1)
			trouble_forget(log->troubles, kind);
	return EX_OK;
}
