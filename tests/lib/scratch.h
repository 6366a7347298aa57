/* SPDX-License-Identifier: MIT */
/* A folder of a test's own, in memory where it can be: much is flushed there that nobody will read.
 */
#ifndef PBEM_TESTS_LIB_SCRATCH_H
#define PBEM_TESTS_LIB_SCRATCH_H

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRATCH_MAX = 32 };

/* Makes it and writes its path. False if it can't be. */
bool scratch_make(char folder[SCRATCH_MAX]);

/* Removes it with all that is in it; 0 when that worked, as cmocka wants it of a teardown. */
int scratch_remove(const char *folder);

/* One for all tests of a program, or for each: made and removed as cmocka wants it. */
extern char scratch_folder[SCRATCH_MAX];
int scratch_open(void **state);
int scratch_close(void **state);

#endif
