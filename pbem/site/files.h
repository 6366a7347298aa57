/* SPDX-License-Identifier: MIT */
/* Files written so that a crash leaves the old one or the new one, and read whole. */
#ifndef PBEM_SITE_FILES_H
#define PBEM_SITE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"

struct text;

/* Replaces a file (mode 0600): a temporary beside it, flushed, renamed, the folder flushed. */
int files_replace(const char *path, const char *bytes, size_t len, struct reason *reason);

/* The same without flushing, for what can be made again or is flushed later by files_flush. */
int files_write(const char *path, const char *bytes, size_t len, struct reason *reason);

/*
 * Writes `len` bytes at `offset` of a file, creating it with `mode` when it isn't there, and cuts
 * off what stands behind them (the torn tail of a write that was not finished); doing it twice is
 * doing it once. Fails when the file is shorter than `offset`: then it is not the file these bytes
 * were made for.
 */
int files_write_at(const char *path, uint64_t offset, const char *bytes, size_t len, unsigned mode,
		   struct reason *reason);

/* Removes a file; one that isn't there is removed. */
int files_remove(const char *path, struct reason *reason);

/* Appends a whole file's bytes to `out`. -1 with the reason, a passing one (core/base/base.h)
 * unless there is no such file. */
int files_read(const char *path, struct text *out, struct reason *reason);

/* The same of a file that may be missing: then *there_out is false. -1 only when nobody can tell.
 */
int files_read_if_there(const char *path, struct text *out, bool *there_out, struct reason *reason);

/* Whether there is such a file or folder. -1 with a passing reason when nobody can tell. */
int files_is_there(const char *path, bool *there_out, struct reason *reason);

/* -1 with the reason when a file or folder that is there can be read by others, or nobody can tell.
 */
int files_check_private(const char *path, struct reason *reason);

/* The names of what is in a folder, sorted, but for those that begin with a dot; NULL after the
 * last. With `may_miss` a folder that isn't there has nothing in it. The caller frees the array and
 * each. NULL with the reason when it can't be listed. */
char **files_list(const char *path, bool may_miss, struct reason *reason);

/* Takes away what rights others have in a folder that is there. */
int files_close_folder(const char *path, struct reason *reason);

/* Makes a folder and those above it that are missing, each with that mode. */
int files_make_folder(const char *path, unsigned mode, struct reason *reason);

/* Flushes everything written to the file system that `folder` is on: one call for a whole batch. */
int files_flush(const char *folder, struct reason *reason);

/* Writes all of a buffer to a descriptor, short writes and interruptions included. 0 or -1, errno.
 */
int files_write_all(int fd, const char *bytes, size_t len);

/* Locks an open file or folder (flock(2)) until it is closed, without waiting: 0, or -1 with errno,
 * EWOULDBLOCK when somebody else has it. */
int files_lock(int fd);

/* Adds to a reason of the kind REASON_DAMAGED which command tells what can be done. */
void files_name_repair(struct reason *reason);

#endif
