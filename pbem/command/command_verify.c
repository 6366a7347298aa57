/* SPDX-License-Identifier: MIT */
/* pbem verify [--head DIGEST] [GAME|FILE]...: a line for each fault and for what couldn't be
 * checked, nothing when all is well. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/kind/kinds.h"
#include "core/record/gamefile.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/desk/site.h"
#include "pbem/site/step.h"

static void print_line(void *context, const char *line)
{
	(void)context;
	puts(line);
}

/* The file meant: a path when it has a slash or names a file, else a game of the site; of a game's
 * folder the file in it. */
static char *file_meant(const char *word)
{
	struct stat status;
	bool is_path = strchr(word, '/') != NULL, is_there = stat(word, &status) == 0;

	if (is_path && is_there && S_ISDIR(status.st_mode))
		return base_printf("%s/game.txt", word);
	if (is_path || (is_there && !S_ISDIR(status.st_mode)))
		return base_strdup(word);
	return base_printf("%s/games/%s/game.txt", places_site(), word);
}

/* A line for what is no game file's own fault. */
static size_t tell_unread(const struct gamefile_wish *wish, const struct reason *reason)
{
	wish->fault(wish->context, reason->text);
	*wish->unread += reason_is_passing(reason);
	return 1;
}

/* Each folder of games is to hold one: a game whose file is gone would be missed by who looks for
 * files. */
static size_t verify_site(struct variant_library *library, const struct gamefile_wish *wish)
{
	struct reason reason;
	char **ids = site_games(places_site(), &reason);
	size_t faults = 0;

	if (ids == NULL)
		return tell_unread(wish, &reason);
	for (char **id = ids; *id != NULL; id++) {
		char *path = base_printf("%s/games/%s/game.txt", places_site(), *id);

		if (access(path, F_OK) == 0 || errno != ENOTDIR)
			faults += gamefile_check(path, library, wish);
		free(path);
		free(*id);
	}
	free(ids);
	return faults;
}

/* No game at all may be right, no folder of games can't: silence would look like a clean bill. */
static int find_games(void)
{
	char *folder = base_printf("%s/games", places_site());
	struct reason reason;
	int code = EX_OK;

	if (access(folder, R_OK | X_OK) != 0) {
		const int number = errno;

		reason_set(&reason, "there is no site with games at %s (%s: %s)", places_site(),
			   folder, strerror(number));
		reason_judge_errno(&reason, number);
		code = commands_fail("verify", EX_NOINPUT, &reason);
	}
	free(folder);
	return code;
}

/* The digest a receipt tells, which is written here in lower case. */
static bool read_head(const char *word, char head_out[DIGEST_HEX + 1])
{
	if (strlen(word) != DIGEST_HEX || strspn(word, "0123456789abcdefABCDEF") != DIGEST_HEX)
		return false;
	for (size_t i = 0; i <= DIGEST_HEX; i++)
		head_out[i] = (char)tolower((unsigned char)word[i]);
	return true;
}

/* Moves the games and files to the front of argv, from 1 on; -1 when the words aren't such. */
static int read_words(int argc, char **argv, struct gamefile_wish *wish, char head[DIGEST_HEX + 1])
{
	int count = 1;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--head") == 0 && i + 1 < argc &&
		    read_head(argv[i + 1], head)) {
			wish->head = head;
			i++;
		} else if (argv[i][0] != '-') {
			argv[count++] = argv[i];
		} else {
			return -1;
		}
	}
	return wish->head == NULL || count == 2 ? count : -1;
}

int command_verify(int argc, char **argv)
{
	struct gamefile_wish wish = {.now = step_time(), .fault = print_line, .note = print_line};
	struct variant_library *library;
	struct reason reason;
	char head[DIGEST_HEX + 1];
	size_t faults = 0, unread = 0;
	int code = EX_OK;

	wish.unread = &unread;
	argc = read_words(argc, argv, &wish, head);
	if (argc < 0)
		return command_usage("verify");
	if (argc < 2 && find_games() != EX_OK)
		return EX_NOINPUT;
	if (commands_check_games_folder(&reason) == 0 && words_read(places_games(), &reason) < 0)
		return commands_fail(argv[0], EX_DATAERR, &reason);
	library = variant_library_new(places_games(), kinds_all);
	if (argc < 2)
		faults = verify_site(library, &wish);
	for (int i = 1; i < argc; i++) {
		char *path = file_meant(argv[i]);

		if (access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)) {
			faults += gamefile_check(path, library, &wish);
		} else {
			commands_no_game(argv[i], path, &reason);
			code = commands_fail(argv[0], EX_NOINPUT, &reason);
		}
		free(path);
	}
	variant_library_free(library);
	if (faults > unread)
		return EX_DATAERR;
	return unread > 0 ? EX_TEMPFAIL : code;
}
