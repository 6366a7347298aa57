/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/base.h"
#include "pbem/commands.h"

static const char *site_folder;

void
commands_set_site_folder(const char *folder)
{
	site_folder = folder;
}

const char *
commands_site_folder(void)
{
	const char *environment = getenv("PBEM_SITE");

	if (site_folder != NULL)
		return site_folder;
	return environment != NULL && *environment != '\0' ? environment : ".";
}

/* Made once and kept: one of two folders of the program's data. */
static const char *
data_folder(const char *name, char **kept)
{
	const char *environment = getenv("PBEM_DATA");

	if (*kept == NULL)
		*kept = base_printf("%s/%s",
		                    environment != NULL && *environment != '\0' ? environment
		                                                               : DATA_FOLDER,
		                    name);
	return *kept;
}

const char *
commands_games_folder(void)
{
	static char *kept;

	return data_folder("games", &kept);
}

const char *
commands_templates_folder(void)
{
	static char *kept;

	return data_folder("templates", &kept);
}

int
commands_fail(const char *name, int code, const struct reason *reason)
{
	fprintf(stderr, "pbem %s: %s\n", name, reason->text);
	return code;
}
