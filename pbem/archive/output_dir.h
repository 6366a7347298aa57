/* SPDX-License-Identifier: MIT */
/* The folder in which an archive is made. Everybody may read its files, except hidden ones. A file
 * is replaced as a whole, and only if its contents have changed. */
#ifndef PBEM_ARCHIVE_OUTPUT_DIR_H
#define PBEM_ARCHIVE_OUTPUT_DIR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"

struct output_dir {
	char *folder;
	int lock;
	size_t written; /* number of files whose contents have changed */
};

/*
 * Opens the folder and locks it against other processes. Makes it if it is missing; otherwise it
 * must be empty or contain an archive. Returns -1 with the reason: REASON_USAGE, it contains
 * something else; REASON_EXISTS, it can't be made; REASON_TEMPORARY, another process has the lock.
 */
int output_dir_open(const char *folder, struct output_dir *output, struct reason *reason);

/* Removes unfinished files and releases the folder. All processes that wrote into it must have
 * ended. */
void output_dir_close(struct output_dir *output);

/* Returns the path of a file in the folder. The caller frees it. */
char *output_dir_path(const struct output_dir *output, const char *name);

/* Writes a file such as "games/g1.html", and makes the folders in its name. Several child processes
 * of the one that opened the folder may write at the same time, but not the same file. */
int output_dir_put(struct output_dir *output, const char *name, const char *bytes, size_t len,
		   struct reason *reason);

/* Removes a file, or an empty folder, if it exists. */
void output_dir_remove(const struct output_dir *output, const char *name);

#endif
