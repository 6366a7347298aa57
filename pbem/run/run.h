/* SPDX-License-Identifier: MIT */
/* Makes whole runs: list, fetch, decide, commit, mark, send. A run can be killed at any time. */
#ifndef PBEM_RUN_RUN_H
#define PBEM_RUN_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "core/util/base.h"
#include "pbem/site/site.h"
#include "pbem/sys/log.h"
#include "pbem/sys/transport.h"

/* The options of a run: its output, and whether it sends. */
struct run_options {
	FILE *told;   /* receives one line per message, too; NULL: the lines go only into the site's
			 log */
	bool verbose; /* print each phase with its figures and times, too */
	bool send;    /* send the outbox at the end */
	struct recurring_errors_record *troubles; /* troubles of earlier runs (recurring_errors.h),
				      borrowed; NULL: everything that is wrong is printed */
};

/* Makes a whole run on a site that was opened with a lock. Standard error and the log give the
 * reason of any result other than RUN_DONE. */
enum run_result run_all(struct site *site, const struct run_options *options);

/* Does the same for one message that is passed as bytes and makes a worklist of its own. Returns
 * RUN_DONE if it was processed; RUN_AGAIN if the caller should pass it again later; RUN_DAMAGED if
 * it is too large, so that the caller keeps it. */
enum run_result run_one(struct site *site, const char *bytes, size_t len,
			const struct run_options *options);

/* Sends what waits in the outbox and reports notices to the moderator. Returns the result. */
enum run_result run_send(struct site *site, const struct run_options *options);

#endif
