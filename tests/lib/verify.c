/* SPDX-License-Identifier: MIT */
#include "tests/lib/verify.h"

size_t verify_game(const char *path, struct variant_library *library,
		   void (*report)(void *context, const char *line), void *context)
{
	return gamefile_check(
		path, library,
		&(struct gamefile_check_options){.fault = report, .context = context});
}
