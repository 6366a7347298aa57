/* SPDX-License-Identifier: MIT */
/* pbem repair [--yes] [GAME]: reports what is damaged at a site and what it can be restored from,
 * and repairs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/cli/cli.h"
#include "pbem/maintenance/repair.h"
#include "pbem/site/site_open.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"

static const char *const states[] = {
	[REPAIR_MISSING] = "Missing", [REPAIR_DAMAGED] = "Damaged",
	[REPAIR_UNFIT] = "Unusable",  [REPAIR_NEWER] = "From a newer pbem",
	[REPAIR_UNKNOWN] = "Unknown",
};

static void print_findings(const struct repair *repair)
{
	for (size_t i = 0; i < repair->count; i++) {
		const struct repair_finding *finding = &repair->findings[i];

		printf("%s: %s/%s\n  %s.\n  %s.\n", states[finding->state],
		       repair->site->config->folder, finding->name, finding->why, finding->what);
	}
}

/* Returns the exit code, which shows whether a person has to do the rest. */
static int exit_code_of(const struct repair *repair)
{
	if (repair_count(repair) > 0)
		return EX_DATAERR;
	return repair->count > 0 ? EX_TEMPFAIL : EX_OK;
}

/* Asks a person at a terminal. Without a terminal only --yes means yes. */
static bool is_confirmed(const struct args *args)
{
	char line[16] = "";

	if (args_has(args, "--yes"))
		return true;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		printf("To move damaged files away and rebuild them, run: pbem repair --yes\n");
		return false;
	}
	printf("Move damaged files away and rebuild them? [y/N] ");
	fflush(stdout);
	return fgets(line, sizeof line, stdin) != NULL && (line[0] == 'y' || line[0] == 'Y');
}

/* Returns whether the keys are among the findings, without which the site can't be opened. */
static bool lacks_keys(const struct repair *repair)
{
	bool lacks = false;

	for (size_t i = 0; i < repair->count; i++)
		lacks |= strcmp(repair->findings[i].name, "keys") == 0;
	return lacks;
}

/* Makes missing files again, which the next process that opens the site would do, and checks the
 * result. */
static int rebuild_files(const struct args *args, const char *folder)
{
	const char *name = args->command->name;
	struct repair repair;
	struct site *site;
	/* Nothing is decided or sent. */
	int code = cli_open(name, SITE_RUN, &site);

	if (code != EX_OK)
		return code;
	site_close(site);
	code = cli_open(name, SITE_BARE, &site);
	if (code != EX_OK)
		return code;
	repair_inspect(site, NULL, &repair);
	print_findings(&repair);
	code = exit_code_of(&repair);
	if (code == EX_OK)
		printf("The damaged files are now in %s. The site is repaired.\n", folder);
	repair_done(&repair);
	site_close(site);
	return code;
}

static int repair_site(const struct args *args, struct site **site)
{
	const char *name = args->command->name;
	char *folder = NULL;
	struct repair repair;
	struct reason reason;
	int code, done = -1;
	bool keyless;

	repair_inspect(*site, args->count > 0 ? args->words[0] : NULL, &repair);
	print_findings(&repair);
	code = exit_code_of(&repair);
	keyless = lacks_keys(&repair);
	if (repair.count == 0)
		printf("Nothing is damaged.\n");
	else if (repair_can(&repair) && is_confirmed(args)) {
		done = repair_do(&repair, &folder, &reason);
		if (done != 0)
			code = cli_fail(name, EX_CANTCREAT, &reason);
	}
	repair_done(&repair);
	site_close(*site);
	*site = NULL;
	if (done == 0 && keyless)
		printf("The damaged files are now in %s. When pbem can use the keys, run 'pbem "
		       "repair' again.\n",
		       folder);
	else if (done == 0)
		code = rebuild_files(args, folder);
	free(folder);
	return code;
}

/* A game whose file is gone still has its folder. */
static int check_game(const struct args *args, struct reason *reason)
{
	char *folder = base_printf("%s/games/%s", paths_site(), args->words[0]);
	bool there = false;
	int result = 0;

	if (cli_is_game_id(args->words[0]))
		result = files_is_there(folder, &there, reason);
	free(folder);
	return result != 0 || there ? result : cli_check_game(args->words[0], reason);
}

int cmd_repair(const struct args *args)
{
	struct reason reason;
	struct site *site;
	int code;

	if (args->count > 0 && check_game(args, &reason) != 0)
		return cli_fail(args->command->name, EX_NOINPUT, &reason);
	code = cli_open(args->command->name, SITE_BARE, &site);
	return code == EX_OK ? repair_site(args, &site) : code;
}
