/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/base.h"
#include "pbem/commands.h"

const char *
commands_games_folder(void)
{
	static char folder[4096];
	const char *data = getenv("PBEM_DATA");

	snprintf(folder, sizeof folder, "%s/games", data && *data ? data : DATA_FOLDER);
	return folder;
}
