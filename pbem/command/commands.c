/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/deffile.h"
#include "core/base/text.h"
#include "core/record/gamefile.h"
#include "pbem/command/commands.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/run/run.h"
#include "pbem/site/places.h"
#include "pbem/site/step.h"
#include "pbem/workers/workers.h"

enum { HEAD_BYTES = 128 }; /* of a game file: its id stands within them */

bool commands_has_secrets(const char *game_file)
{
	const char *name = strrchr(game_file, '/');
	char *path = base_printf("%.*ssealed", name != NULL ? (int)(name + 1 - game_file) : 0,
				 game_file);
	bool there = access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);

	free(path);
	return there;
}

/* "g1" of SITE/games/g1/game.txt; NULL: it lies elsewhere. The caller frees it. */
static char *owner_of(const char *game_file)
{
	static const char file[] = "/game.txt";
	char *games = base_printf("%s/games/", places_site());
	const size_t len = strlen(game_file), from = strlen(games);
	char *id = NULL;

	if (text_starts(game_file, games) && len > from + strlen(file) &&
	    strcmp(game_file + len - strlen(file), file) == 0)
		id = base_strndup(game_file + from, len - from - strlen(file));
	free(games);
	return id;
}

int commands_check_owner(const char *game_file, struct reason *reason)
{
	char *owner = owner_of(game_file), bytes[HEAD_BYTES + 1] = "", *id;
	FILE *file = owner != NULL ? fopen(game_file, "r") : NULL;
	int result = 0;

	if (file != NULL) {
		bytes[fread(bytes, 1, HEAD_BYTES, file)] = '\0';
		fclose(file);
	}
	id = text_starts(bytes, "pbem-game ") ? strstr(bytes, "\nid ") : NULL;
	if (id != NULL) {
		id += strlen("\nid ");
		id[strcspn(id, "\n")] = '\0';
		if (strcmp(id, owner) != 0) {
			reason_set(reason, "%s:1: this is the file of game %s, not of %s",
				   game_file, id, owner);
			result = reason_is(reason, REASON_DAMAGED);
		}
	}
	free(owner);
	return result;
}

int commands_code(int code, const struct reason *reason)
{
	static const int codes[] = {
		[REASON_PASSING] = EX_TEMPFAIL, [REASON_ASKED] = EX_USAGE,
		[REASON_MISSING] = EX_NOINPUT,	[REASON_DAMAGED] = EX_DATAERR,
		[REASON_TAKEN] = EX_CANTCREAT,	[REASON_NEWER] = EX_TEMPFAIL,
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

int commands_on_desk(const struct given *given, commands_does *does, const struct act *act,
		     bool send)
{
	const char *name = given->command->name;
	struct run_options options = {.told = stdout};
	struct desk desk;
	struct reason reason;
	struct site *site;
	int code = commands_open(name, SITE_WAIT, &site);

	if (code != EX_OK)
		return code;
	desk_init(&desk, site, step_time(), NULL);
	if (does(&desk, given, act, &reason) != 0)
		code = commands_fail(name, EX_DATAERR, &reason);
	desk_done(&desk);
	if (code == EX_OK && send)
		code = run_send(site, &options);
	site_close(site);
	return code;
}

bool commands_is_game_id(const char *id)
{
	size_t len = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return len > 0 && len <= GAME_ID_MAX && id[len] == '\0' && id[0] >= 'a' && id[0] <= 'z';
}

/* The game of the site that was probably meant, which the caller frees; NULL when none is near. */
static char *nearest_game(const char *id)
{
	char **ids = site_games(places_site(), NULL);
	const char *nearest = ids != NULL ? deffile_nearest(id, (const char *const *)ids) : NULL;
	char *found = nearest != NULL ? base_strdup(nearest) : NULL;

	g_strfreev(ids);
	return found;
}

/* One that was here, and where it is. */
static bool tell_moved(const char *id, struct reason *reason)
{
	struct elsewhere elsewhere;
	struct reason none;
	bool leaving = false, moved;

	moved = elsewhere_load(places_site(), id, &elsewhere, &none) == 0;
	if (!moved)
		return false;
	(void)elsewhere_is_leaving(places_site(), &elsewhere, &leaving, &none);
	if (leaving)
		reason_set(reason,
			   "game %s is on its way to %s and stands still until that is finished: "
			   "pbem move %s %s",
			   id, elsewhere.to, id, elsewhere.to);
	else
		reason_set(reason, "game %s isn't here any more: it was moved to %s", id,
			   elsewhere.to);
	elsewhere_done(&elsewhere);
	(void)reason_is(reason, REASON_MISSING);
	return true;
}

void commands_no_game(const char *id, const char *path, struct reason *reason)
{
	bool named = commands_is_game_id(id);
	char *near;

	if (named && tell_moved(id, reason))
		return;
	near = named ? nearest_game(id) : NULL;
	if (near != NULL)
		reason_set(reason, "there is no game %s (no file %s); did you mean %s?", id, path,
			   near);
	else
		reason_set(reason, "there is no game %s (no file %s)%s", id, path,
			   named ? "; 'pbem games' lists those of the site" : "");
	free(near);
	(void)reason_is(reason, named || strchr(id, '/') != NULL || strchr(id, '.') != NULL
					? REASON_MISSING
					: REASON_ASKED);
}

char *commands_file_meant(const char *word)
{
	struct stat status;
	bool is_path = strchr(word, '/') != NULL, is_there = stat(word, &status) == 0;

	if (is_path && is_there && S_ISDIR(status.st_mode))
		return base_printf("%s/game.txt", word);
	if (is_path || (is_there && !S_ISDIR(status.st_mode)))
		return base_strdup(word);
	return base_printf("%s/games/%s/game.txt", places_site(), word);
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
	return reason_fail_as(
		reason, REASON_MISSING,
		"pbem's own games are not in %s: %s. Install pbem whole, or let PBEM_DATA name the "
		"folder that has games and templates",
		folder, strerror(errno));
}

/* ---- help ---- */

int command_tell_usage(void)
{
	struct text text;

	text_init(&text, 0);
	given_tell_all(commands_rows(), &text);
	fputs(text.bytes, stderr);
	text_done(&text);
	return EX_USAGE;
}

int command_tell_help(const char *name)
{
	const struct given_command *command =
		name != NULL ? given_find(commands_rows(), name) : NULL;
	struct reason reason;
	struct text text;

	if (name != NULL && command == NULL) {
		given_unknown(commands_rows(), name, &reason);
		fprintf(stderr, "pbem: %s\n", reason.text);
		return EX_USAGE;
	}
	text_init(&text, 0);
	if (command != NULL)
		given_tell(command, &text);
	else
		given_tell_all(commands_rows(), &text);
	fputs(text.bytes, stdout);
	text_done(&text);
	return EX_OK;
}

int command_help(const struct given *given)
{
	return command_tell_help(given->words[0]);
}

int commands_jobs(const struct given *given, unsigned *jobs_out, struct reason *reason)
{
	long jobs = workers_cores();

	if (given_number(given, "--jobs", WORKERS_MAX, &jobs, reason) != 0)
		return -1;
	if (jobs == 0)
		return reason_fail(reason, "--jobs 0: expected a number from 1 to %d", WORKERS_MAX);
	*jobs_out = (unsigned)jobs;
	return 0;
}
