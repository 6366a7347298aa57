/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/base.h"
#include "pbem/site/places.h"

static const char *site_folder;

void places_set_site(const char *folder)
{
	site_folder = folder;
}

const char *places_site(void)
{
	const char *environment = getenv("PBEM_SITE");

	if (site_folder != NULL)
		return site_folder;
	return environment != NULL && *environment != '\0' ? environment : ".";
}

/* Made once and kept: one of the folders of the program's data. */
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

const char *places_games(void)
{
	static char *kept;

	return data_folder("games", &kept);
}

const char *places_mailers(void)
{
	static char *kept;

	return data_folder("mailers", &kept);
}

const char *places_templates(void)
{
	static char *kept;

	return data_folder("templates", &kept);
}
