/* SPDX-License-Identifier: MIT */
/* pbem archive DIR: writes pages of the games that are published. It reads the games' files and
 * pbem.conf, and nothing else of a site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/util/timestamp.h"
#include "pbem/archive/archive.h"
#include "pbem/cli/cli.h"
#include "pbem/sys/config.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"

static void print_damaged(void *context, const char *line)
{
	(void)context;
	progress_clear();
	fprintf(stderr, "pbem archive: %s\n", line);
}

/* Reads the time that counts as now; -1 if it is no time. */
static int read_now(const struct args *args, int64_t *now_out, struct reason *reason)
{
	const char *word = args_value(args, "--now");

	*now_out = word != NULL ? timestamp_read(word) : step_time();
	if (*now_out >= 0)
		return 0;
	return reason_fail(reason, "--now '%s': expected a time such as 2026-11-23T12:00:00Z",
			   word);
}

static int make_archive(const struct args *args, const struct config *config, int64_t now,
			unsigned jobs)
{
	struct variant_library *library = variant_library_new(paths_games(), gametypes_all);
	char *own = base_printf("%s/templates", paths_site());
	const struct archive_request request = {
		.folder = args->words[0],
		.site = paths_site(),
		.name = config->name,
		.language = config->language,
		.templates = paths_templates(),
		.site_templates = own,
		.games = paths_games(),
		.now = now,
		.rebuild = args_has(args, "--anew"),
		.jobs = jobs,
		.damaged = print_damaged,
	};
	struct archive_count count;
	struct reason reason;
	int result, code;

	result = archive_make(&request, library, &count, &reason);
	code = result != 0	   ? cli_fail("archive", EX_CANTCREAT, &reason)
	       : count.damaged > 0 ? EX_DATAERR
	       : count.undone > 0  ? EX_TEMPFAIL
				   : EX_OK;
	if (result == 0 && args_has(args, "--verbose"))
		printf("%zu game%s, %zu rebuilt, %zu file%s written\n", count.games,
		       base_plural(count.games), count.made, count.written,
		       base_plural(count.written));
	variant_library_free(library);
	free(own);
	return code;
}

int cmd_archive(const struct args *args)
{
	struct config *config;
	struct reason reason;
	int64_t now;
	unsigned jobs;
	int code;

	if (read_now(args, &now, &reason) != 0 || cli_jobs(args, &jobs, &reason) != 0)
		return args_wrong(args->command, "%s", reason.text);
	if (cli_check_games_folder(&reason) != 0)
		return cli_fail("archive", EX_OSFILE, &reason);
	vocabulary_set_folder(paths_games());
	config = config_load(paths_site(), &reason);
	if (config == NULL)
		return cli_fail("archive", EX_CONFIG, &reason);
	code = make_archive(args, config, now, jobs);
	config_free(config);
	return code;
}
