/* SPDX-License-Identifier: MIT */
/* Makes a run in a separate process, so that the watching process survives a crash of the run and
 * needs no more memory. */
#ifndef PBEM_RUN_DAEMON_RUN_H
#define PBEM_RUN_DAEMON_RUN_H

#include <signal.h>
#include <stdbool.h>

#include "core/util/base.h"

/*
 * Starts `program` for a run on the site in `folder` and waits for its end. Meanwhile both
 * processes have the signal mask `open`. Returns the run's exit code, or EX_OSERR with a reason if
 * the run could not be started or was ended by a signal.
 */
int daemon_run(const char *program, const char *folder, bool verbose, const sigset_t *open,
	       struct reason *reason);

/* Ends the present run, if any. May be called by a signal handler. */
void daemon_run_end(void);

#endif
