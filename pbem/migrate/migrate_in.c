/* SPDX-License-Identifier: MIT */
/* The second half of a move: a game arrives at its new site. */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/batch/commit.h"
#include "pbem/migrate/migrate_internal.h"
#include "pbem/site/game_index.h"
#include "pbem/site/preferences.h"
#include "pbem/site/seats.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum { FILE_MAX = 1 << 30 };

int migrate_is_imported(const char *to, const struct moved_game *elsewhere, bool *come_out,
			struct reason *reason)
{
	char *path = base_printf("%s/games/%s/%s", to, elsewhere->id, MOVED_GAME_KEYS);
	struct moved_game gone;
	struct reason none;
	struct strbuf keys;
	bool there;
	int result;

	strbuf_init(&keys, FILE_MAX);
	result = files_read_if_there(path, &keys, &there, reason);
	*come_out = result == 0 && moved_game_moves(keys.bytes) >= elsewhere->moves;
	strbuf_done(&keys);
	free(path);
	/* The game may have gone on since. */
	if (result == 0 && !*come_out) {
		result = moved_game_load(to, elsewhere->id, &gone, &none);
		*come_out = result == 0 && gone.moves > elsewhere->moves;
		if (result != 0 && none.kind != REASON_MISSING)
			*reason = none;
		else
			result = 0;
	}
	return result;
}

/* ---- what arrives ---- */

/* A game that arrives: where it goes, and where it comes from. */
struct arriving_game {
	struct workspace *workspace;
	const struct site *from;
	const struct moved_game *elsewhere;
	const char *folder; /* the game's folder in SITE/moving-out */
};

/* Adds the contents of a file. A file that is needed and missing is a fault. */
static int read_moved_file(const struct arriving_game *coming, const char *name, bool needed,
			   struct strbuf *out, bool *there_out, struct reason *reason)
{
	char *path = base_printf("%s/%s", coming->folder, name);
	int result = files_read_if_there(path, out, there_out, reason);

	if (result == 0 && !*there_out && needed)
		result = reason_fail(reason, "%s is missing", path);
	free(path);
	return result;
}

static int import_file(const struct arriving_game *coming, const char *name, unsigned mode,
		       bool needed, struct reason *reason)
{
	char *path = base_printf("games/%s/%s", coming->elsewhere->id, name);
	struct strbuf text;
	bool there;
	int result;

	strbuf_init(&text, FILE_MAX);
	result = read_moved_file(coming, name, needed, &text, &there, reason);
	if (result == 0 && strcmp(name, MOVED_GAME_KEYS) == 0)
		result = migrate_import_keys(coming->workspace->site, coming->from,
					     coming->elsewhere, &text, reason);
	if (result == 0 && there)
		transaction_append(&coming->workspace->batch, path, 0, text.bytes, text.len, mode);
	strbuf_done(&text);
	free(path);
	return result;
}

/* Takes over the settings of addresses. An address that has settings at this site keeps them. */
static int import_settings(const struct arriving_game *coming, struct reason *reason)
{
	const char *cursor, *line;
	struct strbuf text;
	size_t len;
	bool there;
	int result;

	strbuf_init(&text, FILE_MAX);
	result = read_moved_file(coming, MIGRATE_PEOPLE, true, &text, &there, reason);
	cursor = text.bytes;
	while (result == 0 && strbuf_next_line(&cursor, text.bytes + text.len, &line, &len)) {
		char *copy = base_strndup(line, len), *key = strchr(copy, '\t');
		char *said = key != NULL ? strchr(key + 1, '\t') : NULL;

		if (said != NULL) {
			*key++ = *said++ = '\0';
			preferences_add(coming->workspace, copy, key, said);
		}
		free(copy);
	}
	strbuf_done(&text);
	return result;
}

/* Takes over what the old site's ledger had, and what the game itself shows. */
static int import_index(const struct arriving_game *coming, struct reason *reason)
{
	struct workspace *workspace = coming->workspace;
	struct gamefile *file = gamefile_load(coming->folder, workspace->site->library, reason);
	struct strbuf *lines = &workspace->batch.ledger;
	struct seats seats;
	bool there;
	int result = file != NULL
			     ? read_moved_file(coming, MIGRATE_LEDGER, true, lines, &there, reason)
			     : -1;

	if (result == 0)
		result = seats_load(coming->folder, file->game.variant, &seats, reason);
	if (result == 0) {
		ledger_put(lines, CHANGE_NO_MOVED, coming->elsewhere->number);
		ledger_put_count(lines, COUNT(COUNT_CAME, .number = coming->elsewhere->number),
				 workspace->now);
		game_index_come(file, &seats, lines);
		seats_done(&seats);
	}
	gamefile_free(file);
	return result;
}

/* Removes the note that the game is elsewhere. */
static void drop_note(const struct arriving_game *coming)
{
	char *note = base_printf("moved/%s", coming->elsewhere->id);
	char *keys = base_printf("%s.%s", note, MOVED_GAME_KEYS);

	transaction_remove(&coming->workspace->batch, note);
	transaction_remove(&coming->workspace->batch, keys);
	free(keys);
	free(note);
}

int migrate_import(struct site *to, const struct site *from, const struct moved_game *elsewhere,
		   struct reason *reason)
{
	char *name = moved_game_folder(elsewhere), *folder = config_path(from->config, name);
	struct workspace workspace;
	const struct arriving_game coming = {&workspace, from, elsewhere, folder};
	int result;

	workspace_init(&workspace, to, step_time(), NULL);
	result = import_file(&coming, "sealed", 0600, false, reason) == 0 &&
				 import_file(&coming, "seats", 0600, true, reason) == 0 &&
				 import_file(&coming, "watchers", 0600, false, reason) == 0 &&
				 import_file(&coming, MOVED_GAME_KEYS, 0600, true, reason) == 0 &&
				 import_file(&coming, "game.txt", 0644, true, reason) == 0 &&
				 import_settings(&coming, reason) == 0 &&
				 import_index(&coming, reason) == 0
			 ? 0
			 : -1;
	drop_note(&coming);
	if (result == 0)
		result = commit_batch(&workspace, reason);
	workspace_done(&workspace);
	free(folder);
	free(name);
	return result;
}
