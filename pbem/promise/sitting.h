/* SPDX-License-Identifier: MIT */
/*
 * The list of letters of the run in hand, written down before the first is decided. A killed run's
 * sitting is finished before anything new is fetched, so that what the rules call "the same batch
 * run" means the same letters however many restarts it takes.
 */
#ifndef PBEM_PROMISE_SITTING_H
#define PBEM_PROMISE_SITTING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct sitting {
	int64_t began;		     /* when the list was made, seconds since 1970 */
	unsigned stalls;	     /* runs in a row that got no letter further */
	struct waiting_list letters; /* in the order they are decided */
};

/* Writes it to FOLDER/sitting, flushed. */
int sitting_write(const char *folder, const struct sitting *sitting, struct reason *reason);

/* Reads the one that is there; *found_out is false when there is none. -1 when it is damaged, or,
 * with a passing reason, can't be read just now. */
int sitting_read(const char *folder, struct sitting *sitting_out, bool *found_out,
		 struct reason *reason);

/* All its letters are dealt with and marked: takes it away. */
int sitting_end(const char *folder, struct reason *reason);

void sitting_done(struct sitting *sitting);

#endif
