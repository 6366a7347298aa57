/* SPDX-License-Identifier: MIT */
/* pbem verify GAME|FILE...: a line for each fault, nothing when all is well. */
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

int
command_verify(int argc, char **argv)
{
	struct variant_library *library;
	size_t faults = 0;

	if (argc < 2)
		return commands_usage(argv[0]);
	library = variant_library_new(commands_games_folder());
	for (int i = 1; i < argc; i++) {
		char *path = file_meant(argv[i]);

		faults += gamefile_verify(path, library, print_fault, NULL);
		free(path);
	}
	variant_library_free(library);
	return faults > 0 ? EX_DATAERR : EX_OK;
}
