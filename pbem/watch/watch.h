/* SPDX-License-Identifier: MIT */
/*
 * pbem watch: hears of letters when they come, and has a run deal with them. It keeps nothing that
 * matters and holds no lock: killed anywhere it loses nothing, and runs of cron's beside it do no
 * harm.
 */
#ifndef PBEM_WATCH_WATCH_H
#define PBEM_WATCH_WATCH_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/base.h"

/*
 * Watches the site in `folder` until SIGTERM, SIGINT or SIGHUP; `program` is called for each run. A
 * line goes to `told` (or NULL) when something changes. EX_OK when it was ended so; else the exit
 * code with the reason why it could not begin: what a person must mend first.
 */
int watch_site(const char *folder, const char *program, FILE *told, bool verbose,
	       struct reason *reason);

#endif
