/* SPDX-License-Identifier: MIT */
/* pbem repair [--yes] [GAME]: what of a site is damaged, and what it can be taken from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/command/commands.h"
#include "pbem/repair/repair.h"
#include "pbem/site/files.h"
#include "pbem/site/places.h"

static const char *const states[] = {
	[REPAIR_MISSING] = "Not there",	       [REPAIR_DAMAGED] = "Damaged",
	[REPAIR_UNFIT] = "Can't be used",      [REPAIR_NEWER] = "Of a newer pbem",
	[REPAIR_UNTOLD] = "Can't be told now",
};

static void print_findings(const struct repair *repair)
{
	for (size_t i = 0; i < repair->count; i++) {
		const struct repair_finding *finding = &repair->findings[i];

		printf("%s: %s/%s\n  %s.\n  %s.\n", states[finding->state],
		       repair->site->config->folder, finding->name, finding->why, finding->what);
	}
}

/* What is left is for a person; the exit code. */
static int code_of(const struct repair *repair)
{
	if (repair_count(repair) > 0)
		return EX_DATAERR;
	return repair->count > 0 ? EX_TEMPFAIL : EX_OK;
}

/* A person at a terminal is asked; nobody else says yes but by --yes. */
static bool is_wanted(const struct given *given)
{
	char line[16] = "";

	if (given_has(given, "--yes"))
		return true;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		printf("To set aside what can be made anew: pbem repair --yes\n");
		return false;
	}
	printf("Set aside what can be made anew? [y/N] ");
	fflush(stdout);
	return fgets(line, sizeof line, stdin) != NULL && (line[0] == 'y' || line[0] == 'Y');
}

/* Whoever opens the site next makes anew what is missing; that is done here, and looked at. */
static int make_anew(const struct given *given, const char *folder)
{
	const char *name = given->command->name;
	struct repair repair;
	struct site *site;
	/* Nothing is decided, nor sent. */
	int code = commands_open(name, SITE_RUN, &site);

	if (code != EX_OK)
		return code;
	site_close(site);
	code = commands_open(name, SITE_BARE, &site);
	if (code != EX_OK)
		return code;
	repair_look(site, NULL, &repair);
	print_findings(&repair);
	code = code_of(&repair);
	if (code == EX_OK)
		printf("Set aside in %s; all is sound now.\n", folder);
	repair_done(&repair);
	site_close(site);
	return code;
}

static int repair_site(const struct given *given, struct site **site)
{
	const char *name = given->command->name;
	char *folder = NULL;
	struct repair repair;
	struct reason reason;
	int code, done = -1;

	repair_look(*site, given->count > 0 ? given->words[0] : NULL, &repair);
	print_findings(&repair);
	code = code_of(&repair);
	if (repair.count == 0)
		printf("Nothing is damaged.\n");
	else if (repair_can(&repair) && is_wanted(given)) {
		done = repair_do(&repair, &folder, &reason);
		if (done != 0)
			code = commands_fail(name, EX_CANTCREAT, &reason);
	}
	repair_done(&repair);
	site_close(*site);
	*site = NULL;
	if (done == 0)
		code = make_anew(given, folder);
	free(folder);
	return code;
}

/* A game whose file is gone has its folder still. */
static int check_game(const struct given *given, struct reason *reason)
{
	char *folder = base_printf("%s/games/%s", places_site(), given->words[0]);
	bool there = false;
	int result = 0;

	if (commands_is_game_id(given->words[0]))
		result = files_is_there(folder, &there, reason);
	free(folder);
	return result != 0 || there ? result : commands_check_game(given->words[0], reason);
}

int command_repair(const struct given *given)
{
	struct reason reason;
	struct site *site;
	int code;

	if (given->count > 0 && check_game(given, &reason) != 0)
		return commands_fail(given->command->name, EX_NOINPUT, &reason);
	code = commands_open(given->command->name, SITE_BARE, &site);
	return code == EX_OK ? repair_site(given, &site) : code;
}
