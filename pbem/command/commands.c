/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"

const char *commands_value(int argc, char **argv, int *at)
{
	return *at + 1 < argc ? argv[++*at] : NULL;
}

int commands_code(int code, const struct reason *reason)
{
	static const int codes[] = {
		[REASON_PASSING] = EX_TEMPFAIL, [REASON_ASKED] = EX_USAGE,
		[REASON_MISSING] = EX_NOINPUT,	[REASON_DAMAGED] = EX_DATAERR,
		[REASON_TAKEN] = EX_CANTCREAT,
	};
	enum reason_kind kind = reason_kind(reason);

	return kind != REASON_PLAIN ? codes[kind] : code;
}

int commands_fail(const char *name, int code, const struct reason *reason)
{
	fprintf(stderr, "pbem %s: %s\n", name, reason->text);
	return commands_code(code, reason);
}

int commands_open(const char *name, enum site_lock lock, struct site **site_out)
{
	struct reason reason;
	enum site_result result = site_open(places_site(), lock, site_out, &reason);

	if (result == SITE_OPEN)
		return EX_OK;
	return commands_fail(name, result == SITE_FAILED ? EX_CONFIG : EX_TEMPFAIL, &reason);
}

bool commands_is_game_id(const char *id)
{
	size_t len = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return len > 0 && len <= GAME_ID_MAX && id[len] == '\0' && id[0] >= 'a' && id[0] <= 'z';
}

void commands_no_game(const char *id, const char *path, struct reason *reason)
{
	bool named = commands_is_game_id(id);

	reason_set(reason, "there is no game %s (no file %s)%s", id, path,
		   named ? "; 'pbem status' lists those of the site" : "");
	(void)reason_is(reason, named || strchr(id, '/') != NULL || strchr(id, '.') != NULL
					? REASON_MISSING
					: REASON_ASKED);
}

int commands_check_game(const char *id, struct reason *reason)
{
	char *path = base_printf("%s/games/%s/game.txt", places_site(), id);
	bool missing = access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);

	if (missing)
		commands_no_game(id, path, reason);
	free(path);
	return missing ? -1 : 0;
}

int commands_check_games_folder(struct reason *reason)
{
	const char *folder = places_games();

	if (access(folder, R_OK | X_OK) == 0)
		return 0;
	reason_set(
		reason,
		"pbem's own games are not in %s: %s. Install pbem whole, or let PBEM_DATA name the "
		"folder that has games and templates",
		folder, strerror(errno));
	return reason_is(reason, REASON_MISSING);
}
