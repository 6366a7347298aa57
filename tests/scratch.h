/* SPDX-License-Identifier: MIT */
/* A folder of a test's own, below /tmp. */
#ifndef PBEM_TESTS_SCRATCH_H
#define PBEM_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base.h"

enum { SCRATCH_MAX = 32 };

/* Makes it and writes its path. False if it can't be. */
static inline bool
scratch_make(char folder[SCRATCH_MAX])
{
	strcpy(folder, "/tmp/pbem-test-XXXXXX");
	return mkdtemp(folder) != NULL;
}

/* Removes it with all that is in it; 0 when that worked, as cmocka wants it of a teardown. */
static inline int
scratch_remove(const char *folder)
{
	char *command = base_printf("rm -r %s", folder);
	int result = system(command);

	free(command);
	return result;
}

#endif
