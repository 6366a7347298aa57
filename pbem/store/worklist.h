/* SPDX-License-Identifier: MIT */
/*
 * The worklist of a run: the list of its messages, stored before the first is decided. After a run
 * is killed, the next run finishes its worklist before it fetches anything new. So what the rules
 * call "the same batch run" means the same messages, however many restarts it takes.
 */
#ifndef PBEM_STORE_WORKLIST_H
#define PBEM_STORE_WORKLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/sys/transport.h"

struct worklist {
	int64_t began;		     /* when the list was made, seconds since 1970 */
	unsigned stalls;	     /* consecutive runs that made no progress */
	struct waiting_list letters; /* in the order in which they are decided */
};

/* Writes the worklist to FOLDER/worklist and flushes it. */
int worklist_write(const char *folder, const struct worklist *worklist, struct reason *reason);

/* Reads FOLDER/worklist; *found_out is false if there is none. The caller frees the worklist by
 * worklist_done. Returns -1 if the file is damaged or, with a temporary reason, can't be read
 * now. */
int worklist_read(const char *folder, struct worklist *worklist_out, bool *found_out,
		  struct reason *reason);

/* Removes FOLDER/worklist after all its messages are processed and marked. */
int worklist_end(const char *folder, struct reason *reason);

void worklist_done(struct worklist *worklist);

#endif
