/* SPDX-License-Identifier: MIT */
/* Where the source tree is, whatever folder a test is started in. */
#ifndef PBEM_TESTS_LIB_SOURCE_H
#define PBEM_TESTS_LIB_SOURCE_H

/* The tree's folder: what `make check` says (srcdir, or PBEM_DATA), else where this was compiled
 * from, which a test finds that is started by hand where it was built. */
const char *source_folder(void);

/* A file of it; the caller frees it. */
char *source_path(const char *name);

#endif
