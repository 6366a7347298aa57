/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/gamefile/gamefile.h"
#include "core/util/base.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "pbem/cli/cli.h"
#include "pbem/run/run.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/site_open.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/step.h"
#include "pbem/sys/worker_pool.h"

enum { HEAD_BYTES = 128 }; /* first bytes of a game file, which contain its id */

bool cli_has_secrets(const char *game_file)
{
	const char *name = strrchr(game_file, '/');
	char *path = base_printf("%.*ssealed", name != NULL ? (int)(name + 1 - game_file) : 0,
				 game_file);
	bool there = access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);

	free(path);
	return there;
}

/* Returns the id of a game file in the site, "g1" of SITE/games/g1/game.txt; NULL for any other
 * path. The caller frees it. */
static char *game_id_of_file(const char *game_file)
{
	static const char file[] = "/game.txt";
	char *games = base_printf("%s/games/", paths_site());
	const size_t len = strlen(game_file), from = strlen(games);
	char *id = NULL;

	if (strbuf_starts(game_file, games) && len > from + strlen(file) &&
	    strcmp(game_file + len - strlen(file), file) == 0)
		id = base_strndup(game_file + from, len - from - strlen(file));
	free(games);
	return id;
}

int cli_check_owner(const char *game_file, struct reason *reason)
{
	char *owner = game_id_of_file(game_file), bytes[HEAD_BYTES + 1] = "", *id;
	FILE *file = owner != NULL ? fopen(game_file, "r") : NULL;
	int result = 0;

	if (file != NULL) {
		bytes[fread(bytes, 1, HEAD_BYTES, file)] = '\0';
		fclose(file);
	}
	id = strbuf_starts(bytes, "pbem-game ") ? strstr(bytes, "\nid ") : NULL;
	if (id != NULL) {
		id += strlen("\nid ");
		id[strcspn(id, "\n")] = '\0';
		if (strcmp(id, owner) != 0) {
			reason_set(reason, "%s:1: this file belongs to game %s, not to %s",
				   game_file, id, owner);
			result = reason_set_kind(reason, REASON_DAMAGED);
		}
	}
	free(owner);
	return result;
}

int cli_code(int code, const struct reason *reason)
{
	static const int codes[] = {
		[REASON_TEMPORARY] = EX_TEMPFAIL, [REASON_USAGE] = EX_USAGE,
		[REASON_MISSING] = EX_NOINPUT,	  [REASON_DAMAGED] = EX_DATAERR,
		[REASON_EXISTS] = EX_CANTCREAT,	  [REASON_NEWER] = EX_TEMPFAIL,
		[REASON_RIGHTS] = EX_CONFIG,	  [REASON_SITE] = EX_CONFIG,
	};
	enum reason_kind kind = reason->kind;

	return kind != REASON_PLAIN ? codes[kind] : code;
}

int cli_fail(const char *name, int code, const struct reason *reason)
{
	fprintf(stderr, "pbem %s: %s\n", name, reason->text);
	return cli_code(code, reason);
}

int cli_as_owner(const char *name)
{
	struct reason reason;

	return files_become_owner(paths_site(), &reason) == 0 ? EX_OK
							      : cli_fail(name, EX_CONFIG, &reason);
}

int cli_fail_on(struct site *site, const char *name, int code, const struct reason *reason)
{
	struct reason why;

	/* The reason may already contain the ledger's, after words about what was done all the
	 * same. */
	if (ledger_check(site->ledger, &why) != 0 && strstr(reason->text, why.text) == NULL)
		reason = &why;
	return cli_fail(name, code, reason);
}

int cli_open(const char *name, enum site_lock lock, struct site **site_out)
{
	struct reason reason;
	enum site_result result = site_open(paths_site(), lock, site_out, &reason);

	if (result == SITE_OPEN)
		return EX_OK;
	return cli_fail(name, result == SITE_FAILED ? EX_CONFIG : EX_TEMPFAIL, &reason);
}

int cli_close(struct site *site, const char *name, int code)
{
	struct reason reason;

	if (code == EX_OK && ledger_check(site->ledger, &reason) != 0)
		code = cli_fail(name, EX_TEMPFAIL, &reason);
	site_close(site);
	return code;
}

int cli_on_workspace(const struct args *args, cli_does *does, const struct moderator_action *act,
		     bool send)
{
	const char *name = args->command->name;
	struct run_options options = {.told = stdout};
	struct workspace workspace;
	struct reason reason;
	struct site *site;
	int code = cli_open(name, SITE_WAIT, &site);

	if (code != EX_OK)
		return code;
	workspace_init(&workspace, site, step_time(), NULL);
	if (does(&workspace, args, act, &reason) != 0)
		code = cli_fail_on(site, name, EX_DATAERR, &reason);
	workspace_done(&workspace);
	if (code == EX_OK && send) {
		code = log_exit_code(run_send(site, &options));
		if (code != EX_OK)
			fprintf(stderr,
				"pbem %s: the command has taken effect; the next run sends the "
				"remaining letters\n",
				name);
	}
	site_close(site);
	return code;
}

bool cli_is_game_id(const char *id)
{
	size_t len = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return len > 0 && len <= GAME_ID_MAX && id[len] == '\0' && id[0] >= 'a' && id[0] <= 'z';
}

/* Returns the game of the site that was probably meant; NULL if none is similar. The caller frees
 * it. */
static char *nearest_game(const char *id)
{
	char **ids = site_games(paths_site(), NULL);
	const char *nearest = ids != NULL ? deffile_nearest(id, (const char *const *)ids) : NULL;
	char *found = nearest != NULL ? base_strdup(nearest) : NULL;

	g_strfreev(ids);
	return found;
}

/* Explains that the game was moved to another site, and to which. Returns false if it wasn't. */
static bool explain_moved(const char *id, struct reason *reason)
{
	struct moved_game elsewhere;
	struct reason none;
	bool leaving = false, moved;

	moved = moved_game_load(paths_site(), id, &elsewhere, &none) == 0;
	if (!moved)
		return false;
	(void)moved_game_is_leaving(paths_site(), &elsewhere, &leaving, &none);
	if (leaving)
		reason_set(reason,
			   "the move of game %s to %s isn't finished; to finish the move, run: "
			   "pbem move %s %s",
			   id, elsewhere.to, id, elsewhere.to);
	else
		reason_set(reason, "game %s is no longer in this site, because it has moved to %s",
			   id, elsewhere.to);
	(void)reason_set_kind(reason, REASON_MISSING);
	return true;
}

void cli_explain_no_game(const char *id, const char *path, struct reason *reason)
{
	bool named = cli_is_game_id(id);
	char *near;

	if (named && explain_moved(id, reason))
		return;
	near = named ? nearest_game(id) : NULL;
	if (near != NULL)
		reason_set(reason, "there is no game %s (no file %s); did you mean %s?", id, path,
			   near);
	else
		reason_set(reason, "there is no game %s (no file %s)%s", id, path,
			   named ? "; 'pbem games' lists the games of the site" : "");
	free(near);
	(void)reason_set_kind(reason, named || strchr(id, '/') != NULL || strchr(id, '.') != NULL
					      ? REASON_MISSING
					      : REASON_USAGE);
}

char *cli_file_meant(const char *word)
{
	struct stat status;
	bool is_path = strchr(word, '/') != NULL, is_there = stat(word, &status) == 0;

	if (is_path && is_there && S_ISDIR(status.st_mode))
		return base_printf("%s/game.txt", word);
	if (is_path || (is_there && !S_ISDIR(status.st_mode)))
		return base_strdup(word);
	return base_printf("%s/games/%s/game.txt", paths_site(), word);
}

int cli_check_game(const char *id, struct reason *reason)
{
	char *path = base_printf("%s/games/%s/game.txt", paths_site(), id);
	bool missing = access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);

	if (missing)
		cli_explain_no_game(id, path, reason);
	free(path);
	return missing ? -1 : 0;
}

int cli_check_games_folder(struct reason *reason)
{
	const char *folder = paths_games();

	if (access(folder, R_OK | X_OK) == 0)
		return 0;
	return reason_fail_as(reason, REASON_MISSING,
			      "pbem can't find its own files in %s: %s. Install pbem again, or set "
			      "PBEM_DATA to the folder that contains games and templates",
			      folder, strerror(errno));
}

/* ---- help ---- */

int cli_print_usage(void)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	args_append_overview(cli_rows(), &text);
	fputs(text.bytes, stderr);
	strbuf_done(&text);
	return EX_USAGE;
}

int cli_print_help(const char *name)
{
	const struct args_command *command = name != NULL ? args_find(cli_rows(), name) : NULL;
	struct reason reason;
	struct strbuf text;

	if (name != NULL && command == NULL) {
		args_unknown(cli_rows(), name, &reason);
		fprintf(stderr, "pbem: %s\n", reason.text);
		return EX_USAGE;
	}
	strbuf_init(&text, 0);
	if (command != NULL)
		args_append_help(command, &text);
	else
		args_append_overview(cli_rows(), &text);
	fputs(text.bytes, stdout);
	strbuf_done(&text);
	return EX_OK;
}

int cli_help(const struct args *args)
{
	return cli_print_help(args->words[0]);
}

int cli_jobs(const struct args *args, unsigned *jobs_out, struct reason *reason)
{
	long jobs = (long)worker_pool_cores();

	if (args_number(args, "--jobs", WORKER_POOL_MAX, &jobs, reason) != 0)
		return -1;
	if (jobs == 0)
		return reason_fail(reason, "--jobs 0: expected a number from 1 to %d",
				   WORKER_POOL_MAX);
	*jobs_out = (unsigned)jobs;
	return 0;
}
