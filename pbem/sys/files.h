/* SPDX-License-Identifier: MIT */
/* Reads whole files, and writes files so that a crash leaves either the old or the new content. */
#ifndef PBEM_SYS_FILES_H
#define PBEM_SYS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"

struct strbuf;

/* The end of the name of an incomplete file that a killed process left. */
#define FILES_TORN ".tmp"

/* Replaces a file (mode 0600): writes a temporary file next to it, flushes and renames that file,
 * and flushes the folder. The temporary file is locked (files_lock) while it is written. */
int files_replace(const char *path, const char *bytes, size_t len, struct reason *reason);

/* Does the same without flushing, for files that can be made again or are flushed later by
 * files_flush. */
int files_write(const char *path, const char *bytes, size_t len, struct reason *reason);

/* Writes `len` bytes at `offset` of a file, creating it with `mode` if it is missing. Cuts off what
 * follows, which is the torn end of an unfinished write. A second call changes nothing. Returns -1
 * if the file is shorter than `offset`, because these bytes weren't made for such a file. */
int files_write_at(const char *path, uint64_t offset, const char *bytes, size_t len, unsigned mode,
		   struct reason *reason);

/* Removes a file. A file that isn't there counts as removed. */
int files_remove(const char *path, struct reason *reason);

/* Appends a whole file's bytes to `out`. Returns -1 with the reason, which is temporary
 * (core/util/base.h) unless there is no such file. */
int files_read(const char *path, struct strbuf *out, struct reason *reason);

/* Does the same for a file that may be missing; *there_out is false if it is. Returns -1 if the
 * file can't be read, or if it is unknown whether there is one. */
int files_read_if_there(const char *path, struct strbuf *out, bool *there_out,
			struct reason *reason);

/* Checks whether there is such a file or folder. Returns -1 with a temporary reason if this can't
 * be found out. */
int files_is_there(const char *path, bool *there_out, struct reason *reason);

/* Returns -1 with the reason if others can read an existing file or folder, or if this can't be
 * found out. */
int files_check_private(const char *path, struct reason *reason);

/*
 * Makes the process the owner of a path. Must be called before anything is written next to a file
 * or folder of another user, who couldn't read what is written.
 *
 * Only root can do so. It stays that user permanently, so that commands in the site's settings
 * don't run as root. Returns -1 for any other user, and for root if the change fails. The reason
 * names the right user. A missing path has no owner.
 */
int files_become_owner(const char *path, struct reason *reason);

/* Returns -1 with the same reason if another user owns the path. Changes nothing. */
int files_check_owner(const char *path, struct reason *reason);

/* Returns the names in a folder, sorted and with a final NULL, without names that begin with a dot.
 * With `may_miss` a missing folder is empty. Returns NULL with the reason if it can't be listed.
 * The caller frees the array and each name. */
char **files_list(const char *path, bool may_miss, struct reason *reason);

/* Removes all rights of others in an existing folder. */
int files_close_folder(const char *path, struct reason *reason);

/* Makes a folder and its missing parents, each with that mode. */
int files_make_folder(const char *path, unsigned mode, struct reason *reason);

/* Flushes everything that was written to the file system of `folder`: one call for a whole
 * batch. */
int files_flush(const char *folder, struct reason *reason);

/* Writes all of a buffer to a descriptor, even after short writes and interruptions. Returns 0, or
 * -1 with errno. */
int files_write_all(int fd, const char *bytes, size_t len);

/* Locks an open file or folder (flock(2)) until it is closed, without waiting. Returns 0, or -1
 * with errno: EWOULDBLOCK when somebody else has the lock. */
int files_lock(int fd);

/* Adds the command that suggests a repair to a reason of the kind REASON_DAMAGED. */
void files_name_repair(struct reason *reason);

#endif
