/* SPDX-License-Identifier: MIT */
/* Finds out when a site needs the next run, apart from new messages: for its games' clocks, or to
 * send messages of the outbox. */
#ifndef PBEM_RUN_WAKEUP_H
#define PBEM_RUN_WAKEUP_H

#include <stdint.h>

/* Times in seconds since 1970; INT64_MAX if nothing waits. */
struct wakeup {
	int64_t clock; /* when the first running clock runs out */
	int64_t post;  /* when the first message of the outbox may go; 0: at once */
};

/*
 * Reads the ledger of the site in `folder` without a lock. Clocks that had run out at `since`, when
 * the last run began, are left to the next run. Times that can't be read now are INT64_MAX.
 */
void wakeup_read(const char *folder, int64_t since, struct wakeup *out);

#endif
