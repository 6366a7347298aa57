/* SPDX-License-Identifier: MIT */
/* Games that can't be read just now: the next run may read them, but when that lasts a person must
 * hear of it. */
#ifndef PBEM_BATCH_UNLOADED_H
#define PBEM_BATCH_UNLOADED_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"

struct desk;

/*
 * Counts this run for the games of the desk that it couldn't read, and tells the moderator, once,
 * of one with which that went on for three runs or for a day. With `complete`, every letter and
 * clock was tried, and what could be read is forgotten. `now` is when the run began. Commits what
 * it has to write; -1 when that can't be done.
 */
int unloaded_note(struct desk *desk, int64_t now, bool complete, struct reason *reason);

#endif
