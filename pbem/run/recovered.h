/* SPDX-License-Identifier: MIT */
/* Reports that recurring errors of earlier runs have ended. Otherwise the moderator would only know
 * from cron's mail that they had begun. */
#ifndef PBEM_RUN_RECOVERED_H
#define PBEM_RUN_RECOVERED_H

#include "pbem/site/workspace.h"
#include "pbem/sys/log.h"

/* Reports each kind of recurring error that has ended (recurring_errors.h), once, to the log and
 * the moderator, and commits that. The workspace must contain no unsent messages. Returns the
 * result. */
enum run_result recovered_note(struct workspace *workspace, const struct log *log);

#endif
