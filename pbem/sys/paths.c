/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/util/base.h"
#include "pbem/sys/paths.h"

static const char *site_folder;

void paths_set_site(const char *folder)
{
	site_folder = folder;
}

const char *paths_site(void)
{
	const char *environment = getenv("PBEM_SITE");

	if (site_folder != NULL)
		return site_folder;
	return environment != NULL && *environment != '\0' ? environment : ".";
}

/* Returns one of the folders with the program's data. Makes its path once and keeps it in *kept. */
static const char *data_folder(const char *name, char **kept)
{
	const char *environment = getenv("PBEM_DATA");

	if (*kept == NULL)
		*kept = base_printf("%s/%s",
				    environment != NULL && *environment != '\0' ? environment
										: DATA_FOLDER,
				    name);
	return *kept;
}

const char *paths_games(void)
{
	static char *kept;

	return data_folder("games", &kept);
}

const char *paths_mailers(void)
{
	static char *kept;

	return data_folder("mailers", &kept);
}

const char *paths_templates(void)
{
	static char *kept;

	return data_folder("templates", &kept);
}
