/* SPDX-License-Identifier: MIT */
/*
 * Who carries letters to the post: one process at a time for a site, by a lock of its own, for it
 * does so when it has let go of the site's lock, and others decide beside it. Taken under the
 * site's lock, and never waited for.
 */
#ifndef PBEM_PROMISE_CARRIER_H
#define PBEM_PROMISE_CARRIER_H

#include <stdbool.h>

#include "core/base/base.h"

/* Takes FOLDER/sending, once in a process, for carrier_done. *busy_out: another process has it, and
 * nothing was taken. -1: it can't be told. */
int carrier_take(const char *folder, int *lock_out, bool *busy_out, struct reason *reason);
void carrier_done(int lock);

/* Whether a process has it; *process_out (may be NULL) gets its number, 0 when that can't be told.
 * Not for who has it himself. -1: nobody can tell. */
int carrier_look(const char *folder, bool *out_out, long *process_out);

#endif
