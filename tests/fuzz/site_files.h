/* SPDX-License-Identifier: MIT */
/* The folders of a site that is fuzzed: copied anew, and the letters it has written. */
#ifndef PBEM_TESTS_SITE_FILES_H
#define PBEM_TESTS_SITE_FILES_H

#include <stddef.h>

/* One of pbem's letters. */
struct site_letter {
	char id[200]; /* its Message-ID, which begins with its key */
	char to[80];
};

/* Makes `to` a copy of the folder `from`, whatever was there. */
void site_files_copy(const char *from, const char *to);

/* Reads the letters of a folder in the order of their names, and removes them; how many. */
size_t site_files_take(const char *folder, struct site_letter *out, size_t most);

/* How many files there are in the folder. */
size_t site_files_count(const char *folder);

#endif
