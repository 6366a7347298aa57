/* SPDX-License-Identifier: MIT */
/*
 * The lock for sending messages to the mail server: one process at a time for each site. It is
 * separate from the site's lock, which the sender has released, so that others decide at the same
 * time. It is taken while the site's lock is held, and nobody waits for it.
 */
#ifndef PBEM_STORE_SENDER_LOCK_H
#define PBEM_STORE_SENDER_LOCK_H

#include <stdbool.h>

#include "core/util/base.h"

/* Takes the lock on FOLDER/sending, at most once in a process; sender_lock_done releases it. Sets
 * *busy_out, takes nothing and returns 0 if another process has the lock. Returns -1 with the
 * reason on failure. */
int sender_lock_take(const char *folder, int *lock_out, bool *busy_out, struct reason *reason);
void sender_lock_done(int lock);

/* Sets *out_out to whether another process has the lock. *process_out (may be NULL) gets its
 * process id, 0 if unknown. Returns -1 if that can't be found out. The process that has the lock
 * must not call this. */
int sender_lock_look(const char *folder, bool *out_out, long *process_out);

#endif
