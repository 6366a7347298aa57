/* SPDX-License-Identifier: MIT */
/* A run as a process of its own: whatever becomes of it, who watches goes on, and grows by nothing.
 */
#ifndef PBEM_WATCH_WATCH_RUN_H
#define PBEM_WATCH_WATCH_RUN_H

#include <signal.h>
#include <stdbool.h>

#include "core/base/base.h"

/*
 * Has `program` do a run on the site in `folder`, with the signals of `open` unblocked in it and
 * here while it lasts. The run's exit code, EX_OSERR with a reason when it could not be begun or
 * was ended by a signal.
 */
int watch_run(const char *program, const char *folder, bool verbose, const sigset_t *open,
	      struct reason *reason);

/* For a signal's handler: ends the run that is at work, if any. */
void watch_run_end(void);

#endif
