/* SPDX-License-Identifier: MIT */
/* The pipeline: list, fetch, decide, commit, mark, send; safe to kill anywhere. */
#ifndef PBEM_RUN_RUN_H
#define PBEM_RUN_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/base.h"
#include "pbem/desk/site.h"
#include "pbem/site/wire.h"

/* How talkative a run is. */
struct run_options {
	FILE *told;   /* one line a letter goes there, too; NULL: into the site's log alone */
	bool verbose; /* each phase with its figures and times too */
	bool send;    /* send the outbox at the end */
	struct troubles *troubles; /* what earlier runs had (trouble.h), borrowed; NULL: all that is
				      wrong is said */
};

/* All of a run, on a site opened with a lock. Returns the exit code (sysexits.h): 0 done, 75 try
 * again, 65 or 78 a person must look; standard error and the log say why. */
int run_all(struct site *site, const struct run_options *options);

/* The same for one letter handed over as bytes: a sitting of its own. 0: it was dealt with; 75:
 * hand it over again later, whatever was wrong; 65: it is too large, and left to whoever handed it
 * over. */
int run_one(struct site *site, const char *bytes, size_t len, const struct run_options *options);

/* Sends what waits in the outbox and reports notices to the moderator. Returns the exit code. */
int run_send(struct site *site, const struct run_options *options);

#endif
