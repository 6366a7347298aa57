/* SPDX-License-Identifier: MIT */
/* Verifying a game file, whatever else may be asked of that. */
#ifndef PBEM_TESTS_LIB_VERIFY_H
#define PBEM_TESTS_LIB_VERIFY_H

#include "core/gamefile/gamefile.h"

/* Checks the file as gamefile_check does, and reports each fault; how many there are. */
size_t verify_game(const char *path, struct variant_library *library,
		   void (*report)(void *context, const char *line), void *context);

#endif
