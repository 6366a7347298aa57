/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "core/base/base.h"
#include "pbem/late/late.h"

static void (*when_lacking)(void);

void late_is_over(void (*lacking)(void))
{
	when_lacking = lacking;
}

void late_need(void)
{
	if (when_lacking != NULL)
		when_lacking();
}

int late_stderr_away(void)
{
	int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0),
	    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (kept >= 0 && nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	if (nowhere >= 0)
		close(nowhere);
	return kept;
}

void late_stderr_back(int kept)
{
	if (kept < 0)
		return;
	dup2(kept, STDERR_FILENO);
	close(kept);
}

/* libcurl brings GnuTLS along, which says there when it can't begin, though nobody asked it to. */
static void load(struct late *library)
{
	int kept;

	late_need();
	kept = late_stderr_away();
	library->handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
	late_stderr_back(kept);
}

void *late_function(struct late *library, const char *name)
{
	char why[512];
	void *function = NULL;

	if (library->handle == NULL)
		load(library);
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
