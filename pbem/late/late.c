/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>

#include "core/base/base.h"
#include "pbem/late/late.h"

void *late_function(struct late *library, const char *name)
{
	char why[512];
	void *function = NULL;

	if (library->handle == NULL)
		library->handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
	if (library->handle != NULL)
		function = dlsym(library->handle, name);
	if (function == NULL) {
		snprintf(why, sizeof why,
			 "the library %s is missing or another than when pbem was built (%s)",
			 library->name, dlerror());
		base_give_up(why);
	}
	return function;
}
