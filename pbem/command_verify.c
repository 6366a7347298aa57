/* SPDX-License-Identifier: MIT */
/* pbem verify [GAME|FILE]...: a line for each fault, nothing when all is well. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/gamefile.h"
#include "pbem/commands.h"

static void
print_fault(void *context, const char *line)
{
	(void)context;
	puts(line);
}

/* The file meant: a path when it has a slash or names a file, else a game of the site. */
static char *
file_meant(const char *word)
{
	if (strchr(word, '/') != NULL || access(word, R_OK) == 0)
		return base_strdup(word);
	return base_printf("%s/games/%s/game.txt", commands_site_folder(), word);
}

static size_t
verify_site(struct variant_library *library)
{
	char *pattern = base_printf("%s/games/*/game.txt", commands_site_folder());
	size_t faults = 0;
	glob_t found;

	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			faults += gamefile_verify(found.gl_pathv[i], library, print_fault, NULL);
	}
	globfree(&found);
	free(pattern);
	return faults;
}

int
command_verify(int argc, char **argv)
{
	struct variant_library *library = variant_library_new(commands_games_folder());
	size_t faults = argc < 2 ? verify_site(library) : 0;

	for (int i = 1; i < argc; i++) {
		char *path = file_meant(argv[i]);

		faults += gamefile_verify(path, library, print_fault, NULL);
		free(path);
	}
	variant_library_free(library);
	return faults > 0 ? EX_DATAERR : EX_OK;
}
