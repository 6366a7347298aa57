/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "core/util/base.h"
#include "pbem/dynload/dynload.h"

static void (*when_lacking)(void);

void dynload_forbid(void (*lacking)(void))
{
	when_lacking = lacking;
}

void dynload_need(void)
{
	if (when_lacking != NULL)
		when_lacking();
}

int dynload_mute_stderr(void)
{
	int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0),
	    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (kept >= 0 && nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	if (nowhere >= 0)
		close(nowhere);
	return kept;
}

void dynload_restore_stderr(int kept)
{
	if (kept < 0)
		return;
	dup2(kept, STDERR_FILENO);
	close(kept);
}

/* Mutes standard error, because GnuTLS, which comes with libcurl, reports there if it can't
 * start. */
static void load_library(struct dynload *library)
{
	int kept;

	dynload_need();
	kept = dynload_mute_stderr();
	library->handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
	dynload_restore_stderr(kept);
}

void *dynload_function(struct dynload *library, const char *name)
{
	char why[512];
	void *function = NULL;

	if (library->handle == NULL)
		load_library(library);
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
