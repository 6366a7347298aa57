/* SPDX-License-Identifier: MIT */
/* pbem archive DIR: pages of the games that are to be published. Reads the games' files, pbem.conf,
 * and nothing else of a site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/base/stamp.h"
#include "core/kind/kinds.h"
#include "core/words/words.h"
#include "pbem/archive/archive.h"
#include "pbem/command/commands.h"
#include "pbem/site/config.h"
#include "pbem/site/places.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"

static void tell_damaged(void *context, const char *line)
{
	(void)context;
	terminal_clear();
	fprintf(stderr, "pbem archive: %s\n", line);
}

/* The moment that counts as now; -1 when it can't be read. */
static int read_now(const struct given *given, int64_t *now_out, struct reason *reason)
{
	const char *word = given_value(given, "--now");

	*now_out = word != NULL ? stamp_read(word) : step_time();
	if (*now_out >= 0)
		return 0;
	return reason_fail(reason, "--now '%s': expected a moment as 2026-11-23T12:00:00Z", word);
}

static int make(const struct given *given, const struct config *config, int64_t now, unsigned jobs)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	char *own = base_printf("%s/templates", places_site());
	const struct archive_wish wish = {
		.folder = given->words[0],
		.site = places_site(),
		.name = config->name,
		.language = config->language,
		.templates = places_templates(),
		.site_templates = own,
		.games = places_games(),
		.now = now,
		.anew = given_has(given, "--anew"),
		.jobs = jobs,
		.damaged = tell_damaged,
	};
	struct archive_count count;
	struct reason reason;
	int result, code;

	result = archive_make(&wish, library, &count, &reason);
	code = result != 0	   ? commands_fail("archive", EX_CANTCREAT, &reason)
	       : count.damaged > 0 ? EX_DATAERR
	       : count.undone > 0  ? EX_TEMPFAIL
				   : EX_OK;
	if (result == 0 && given_has(given, "--verbose"))
		printf("%zu games, %zu made anew, %zu files written\n", count.games, count.made,
		       count.written);
	variant_library_free(library);
	free(own);
	return code;
}

int command_archive(const struct given *given)
{
	struct config *config;
	struct reason reason;
	int64_t now;
	unsigned jobs;
	int code;

	if (read_now(given, &now, &reason) != 0 || commands_jobs(given, &jobs, &reason) != 0)
		return given_wrong(given->command, "%s", reason.text);
	if (commands_check_games_folder(&reason) != 0)
		return commands_fail("archive", EX_OSFILE, &reason);
	words_from(places_games());
	config = config_load(places_site(), &reason);
	if (config == NULL)
		return commands_fail("archive", EX_CONFIG, &reason);
	code = make(given, config, now, jobs);
	config_free(config);
	return code;
}
