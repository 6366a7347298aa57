/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "pbem/migrate/migrate.h"
#include "pbem/migrate/migrate_internal.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

/* Deletes the folder in SITE/moving-out, after the other site has the game. If this is interrupted,
 * the next call finishes it. */
static int delete_moved_files(const struct site *from, const struct moved_game *elsewhere,
			      struct reason *reason)
{
	char *name = moved_game_folder(elsewhere), *path = config_path(from->config, name);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int result = 0;

	while (result == 0 && dir != NULL && (entry = readdir(dir)) != NULL) {
		char *file = base_printf("%s/%s", path, entry->d_name);

		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			result = files_remove(file, reason);
		step();
		free(file);
	}
	if (dir != NULL)
		closedir(dir);
	if (result == 0 && rmdir(path) != 0 && errno != ENOENT) {
		reason_set_errno(reason, "can't remove %s", path);
		result = -1;
	}
	free(path);
	free(name);
	return result;
}

/* Finds what an earlier attempt has left of a game that isn't here. *begun_out is false if the game
 * is still here. */
static int find_unfinished_move(const struct site *from, const struct site *to, const char *id,
				struct moved_game *out, bool *begun_out, struct reason *reason)
{

	*begun_out = false;
	if (ledger_number(from->ledger, id) != 0)
		return 0;
	if (moved_game_load(from->config->folder, id, out, reason) != 0 ||
	    moved_game_is_leaving(from->config->folder, out, begun_out, reason) != 0)
		return -1;
	if (*begun_out && strcmp(out->to, to->config->folder) == 0)
		return 0;
	if (*begun_out)
		reason_set(reason,
			   "an earlier move of game %s to %s isn't finished; finish this move "
			   "first: pbem move %s %s",
			   id, out->to, id, out->to);
	else
		reason_set(reason, "game %s is no longer in this site, because it has moved to %s",
			   id, out->to);
	return reason_set_kind(reason, REASON_USAGE);
}

/* ---- remains of interrupted moves ---- */

/* Reads a name as moved_game_folder makes it: "g12.3". */
static bool read_name(const char *name, char id_out[GAME_ID_MAX + 1], unsigned *moves_out)
{
	const char *dot = strrchr(name, '.');
	int end = 0;

	if (dot == NULL || dot == name || dot - name > GAME_ID_MAX ||
	    sscanf(dot + 1, "%u%n", moves_out, &end) != 1 || dot[1 + end] != '\0')
		return false;
	snprintf(id_out, GAME_ID_MAX + 1, "%.*s", (int)(dot - name), name);
	return true;
}

/* Reports whether that move is over: the game is here again, has left again since, or the other
 * site has it. Returns false if that can't be found out. */
static bool is_over(const struct site *site, const char *id, unsigned moves)
{
	struct moved_game elsewhere;
	struct reason why;
	bool over;

	if (ledger_number(site->ledger, id) != 0)
		return true;
	if (moved_game_load(site->config->folder, id, &elsewhere, &why) != 0)
		return false;
	over = elsewhere.moves > moves;
	if (elsewhere.moves == moves &&
	    migrate_is_imported(elsewhere.to, &elsewhere, &over, &why) != 0)
		over = false;
	return over;
}

int migrate_sweep(const struct site *site, struct reason *reason)
{
	char *path = config_path(site->config, "moving-out");
	char **names = files_list(path, true, reason);
	int result = names != NULL ? 0 : -1;

	free(path);
	for (size_t i = 0; result == 0 && names[i] != NULL; i++) {
		struct moved_game elsewhere = {.number = 0};

		if (read_name(names[i], elsewhere.id, &elsewhere.moves) &&
		    is_over(site, elsewhere.id, elsewhere.moves))
			result = ledger_check(site->ledger, reason) == 0
					 ? delete_moved_files(site, &elsewhere, reason)
					 : -1;
	}
	g_strfreev(names);
	return result;
}

int migrate_game(struct site *from, struct site *to, const char *id, bool *finished_out,
		 struct reason *reason)
{
	struct moved_game elsewhere = {.number = 0};
	bool come = false;
	int result = find_unfinished_move(from, to, id, &elsewhere, finished_out, reason);

	if (result == 0 && !*finished_out)
		result = migrate_export(from, to, id, &elsewhere, reason);
	if (result == 0)
		result = migrate_is_imported(to->config->folder, &elsewhere, &come, reason);
	if (result == 0 && !come)
		result = migrate_import(to, from, &elsewhere, reason);
	if (result == 0)
		result = delete_moved_files(from, &elsewhere, reason);
	/* The game may have left this way before. Files that can't be deleted now are deleted by a
	 * later run. */
	if (result == 0)
		(void)migrate_sweep(to, NULL);
	return result;
}
