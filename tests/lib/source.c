/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "tests/lib/source.h"

/* Returns the path given to the compiler, without this file's place in the tree. */
static const char *compiled_from(void)
{
	static char folder[sizeof __FILE__] = __FILE__;
	char *place = strstr(folder, "tests/lib/source.c");

	if (place == folder)
		return ".";
	if (place != NULL)
		place[-1] = '\0';
	return folder;
}

const char *source_folder(void)
{
	const char *named = getenv("srcdir");

	if (named == NULL)
		named = getenv("PBEM_DATA");
	return named != NULL ? named : compiled_from();
}

char *source_path(const char *name)
{
	return base_printf("%s/%s", source_folder(), name);
}
