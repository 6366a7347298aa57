/* SPDX-License-Identifier: MIT */
/* The folders of the site for fuzzing: copied for each run, and the letters that it has written. */
#ifndef PBEM_TESTS_FUZZ_SITE_FILES_H
#define PBEM_TESTS_FUZZ_SITE_FILES_H

#include <stddef.h>

/* One of pbem's letters. */
struct site_letter {
	char id[200]; /* its Message-ID, which begins with its token */
	char to[80];
};

/* Makes `to` a copy of the folder `from`, replacing whatever was there. */
void site_files_copy(const char *from, const char *to);

/* Reads the letters of a folder in the order of their names, and removes them. Returns how many. */
size_t site_files_take(const char *folder, struct site_letter *out, size_t most);

/* Returns how many files are in the folder. */
size_t site_files_count(const char *folder);

#endif
