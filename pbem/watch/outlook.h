/* SPDX-License-Identifier: MIT */
/* What a site waits for besides letters: the clocks of its games, and its own letters to be sent.
 */
#ifndef PBEM_WATCH_OUTLOOK_H
#define PBEM_WATCH_OUTLOOK_H

#include <stdint.h>

/* In seconds since 1970; INT64_MAX: nothing waits. */
struct outlook {
	int64_t clock; /* when the first of the clocks that go on has run out */
	int64_t post;  /* when the first letter of the outbox may go; 0: at once */
};

/*
 * Looks into the ledger of the site in `folder`, taking no lock: clocks that had run out at
 * `since`, when the last run began, are left to the next run. What can't be told now is nothing to
 * wait for.
 */
void outlook_read(const char *folder, int64_t since, struct outlook *out);

#endif
