/* SPDX-License-Identifier: MIT */
/* pbem verify [GAME|FILE]...: a line for each fault, nothing when all is well. */
#include <errno.h>
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

/* No game at all may be right, no folder of games can't: silence would look like a clean bill. */
static int
find_games(void)
{
	char *folder = base_printf("%s/games", commands_site_folder());
	struct reason reason;
	int code = EX_OK;

	if (access(folder, R_OK | X_OK) != 0) {
		reason_set(&reason, "there is no site with games at %s (%s: %s)",
		           commands_site_folder(), folder, strerror(errno));
		code = commands_fail("verify", EX_NOINPUT, &reason);
	}
	free(folder);
	return code;
}

int
command_verify(int argc, char **argv)
{
	struct variant_library *library;
	struct reason reason;
	size_t faults = 0;
	int code = EX_OK;

	if (argc < 2 && find_games() != EX_OK)
		return EX_NOINPUT;
	library = variant_library_new(commands_games_folder());
	if (argc < 2)
		faults = verify_site(library);
	for (int i = 1; i < argc; i++) {
		char *path = file_meant(argv[i]);

		if (access(path, F_OK) == 0) {
			faults += gamefile_verify(path, library, print_fault, NULL);
		} else {
			commands_no_game(argv[i], path, &reason);
			code = commands_fail(argv[0], EX_NOINPUT, &reason);
		}
		free(path);
	}
	variant_library_free(library);
	return faults > 0 ? EX_DATAERR : code;
}
