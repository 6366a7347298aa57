/* SPDX-License-Identifier: MIT */
/* A folder of a test's own, in memory where it can be: much is flushed there that nobody will read.
 */
#ifndef PBEM_TESTS_SCRATCH_H
#define PBEM_TESTS_SCRATCH_H

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRATCH_MAX = 32 };

/* Makes it and writes its path. False if it can't be. */
static inline bool scratch_make(char folder[SCRATCH_MAX])
{
	const char *place = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp";

	snprintf(folder, SCRATCH_MAX, "%s/pbem-test-XXXXXX", place);
	return mkdtemp(folder) != NULL;
}

static inline int scratch_remove_one(const char *path, const struct stat *status, int type,
				     struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

/* Removes it with all that is in it; 0 when that worked, as cmocka wants it of a teardown. */
static inline int scratch_remove(const char *folder)
{
	return nftw(folder, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
