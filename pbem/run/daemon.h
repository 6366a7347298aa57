/* SPDX-License-Identifier: MIT */
/*
 * pbem watch: notices new messages when they arrive, and lets a run process them. It stores nothing
 * and holds no lock. It can be killed at any time without loss, and runs started by cron don't
 * disturb it.
 */
#ifndef PBEM_RUN_DAEMON_H
#define PBEM_RUN_DAEMON_H

#include <stdbool.h>
#include <stdio.h>

#include "core/util/base.h"

/*
 * Watches the site in `folder` until SIGTERM, SIGINT or SIGHUP, and calls `program` for each run.
 * Writes a line to `told` (or NULL) when something changes. Returns EX_OK if a signal ended it.
 * Otherwise returns an exit code, with the reason why it couldn't start, which a person has to fix.
 */
int daemon_site(const char *folder, const char *program, FILE *told, bool verbose,
		struct reason *reason);

#endif
