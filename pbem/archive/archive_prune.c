/* SPDX-License-Identifier: MIT */
/*
 * Removes what an archive must not have any more. A game that isn't to be published must be nowhere
 * in the archive, not even after the catalogue was lost or a run was killed. So the folder itself
 * is searched. Files of ours can be recognised: pages end with a mark, and a game's file begins
 * with the game's name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/archive/archive_internal.h"

/* The endings of the files that a game may have, its page's last. */
static const char *const endings[] = {"txt", "svg", "png", "gif", "pgn", "pgn4", "bpgn", "html"};
static const char page_ending[] = "html";

static bool has_game(const struct archive *archive, const char *id)
{
	return game_catalog_find(&archive->now, id) != NULL;
}

/* Returns the id in a name that files of games have, "g1.html"; NULL for other names. The caller
 * frees it. */
static char *game_id_of(const char *name)
{
	const size_t len = strcspn(name, ".");

	for (size_t i = 0; name[len] == '.' && i < ARRAY_LEN(endings); i++) {
		const char *behind = name + len + 1;

		if (strcmp(behind, endings[i]) == 0 && len > 0 && len <= GAME_ID_MAX)
			return base_strndup(name, len);
	}
	return NULL;
}

/* Reports whether the file ends like the pages of an archive. */
static bool is_page(const struct archive *archive, const char *name)
{
	static const char mark[] = ARCHIVE_MARK;
	const size_t len = sizeof mark - 1;
	char *path = output_dir_path(&archive->output, name), bytes[sizeof mark];
	FILE *file = fopen(path, "r");
	const bool is = file != NULL && fseek(file, -(long)len, SEEK_END) == 0 &&
			fread(bytes, 1, len, file) == len && memcmp(bytes, mark, len) == 0;

	if (file != NULL)
		fclose(file);
	free(path);
	return is;
}

/* Reports whether the file begins like the public file of that game. */
static bool is_game_file(const struct archive *archive, const char *name, const char *id)
{
	char *path = output_dir_path(&archive->output, name), bytes[128] = "", *line;
	char *second = base_printf("id %s\n", id);
	FILE *file = fopen(path, "r");
	const size_t got = file != NULL ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
	bool is;

	bytes[got] = '\0';
	line = strchr(bytes, '\n');
	is = strbuf_starts(bytes, "pbem-game ") && line != NULL && strbuf_starts(line + 1, second);
	if (file != NULL)
		fclose(file);
	free(second);
	free(path);
	return is;
}

/* Reports whether the files of that id are ours. A game is added file by file, first its game file
 * and last its page; it is removed in that order, too. */
static bool is_our_game(const struct archive *archive, const char *id)
{
	char *page = base_printf("games/%s.html", id);
	char *file = base_printf("games/%s.txt", id);
	const bool ours = game_catalog_find(&archive->before, id) != NULL ||
			  is_page(archive, page) || is_game_file(archive, file, id);

	free(page);
	free(file);
	return ours;
}

void archive_remove_file(struct archive *archive, const char *id, const char *ending)
{
	char *name = base_printf("games/%s.%s", id, ending);

	output_dir_remove(&archive->output, name);
	free(name);
}

void archive_remove_files(struct archive *archive, const char *id)
{
	for (size_t i = 0; i < ARRAY_LEN(endings); i++)
		if (strcmp(endings[i], page_ending) != 0)
			archive_remove_file(archive, id, endings[i]);
}

static void remove_game(struct archive *archive, const char *id)
{
	archive_remove_files(archive, id);
	archive_remove_file(archive, id, page_ending);
}

/* Returns the ids in the names of games' files, each once. */
static GHashTable *list_game_ids(const struct archive *archive)
{
	GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	char *path = output_dir_path(&archive->output, "games");
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *id = game_id_of(name);

		if (id != NULL)
			g_hash_table_add(ids, id);
	}
	if (dir != NULL)
		g_dir_close(dir);
	free(path);
	return ids;
}

void archive_remove_gone(struct archive *archive)
{
	GHashTable *ids = list_game_ids(archive);
	GHashTableIter iter;
	gpointer id;

	g_hash_table_iter_init(&iter, ids);
	while (g_hash_table_iter_next(&iter, &id, NULL))
		if (!has_game(archive, id) && is_our_game(archive, id))
			remove_game(archive, id);
	g_hash_table_destroy(ids);
}

/* ---- lists ---- */

void archive_remove_older(struct archive *archive, const char *name, size_t first)
{
	bool there = true;

	for (size_t page = first; there; page++) {
		char *file = base_printf("%s-%zu.html", name, page);

		there = is_page(archive, file);
		if (there)
			output_dir_remove(&archive->output, file);
		free(file);
	}
}

void archive_remove_players(struct archive *archive, GHashTable *kept)
{
	char *path = output_dir_path(&archive->output, "players");
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *file = base_printf("players/%s", name);
		char *player = base_printf("players/%.*s", ARCHIVE_PLAYER, name);

		if (strspn(name, "0123456789abcdef") == ARCHIVE_PLAYER &&
		    strchr("-.", name[ARCHIVE_PLAYER]) != NULL &&
		    !g_hash_table_contains(kept, player) && is_page(archive, file))
			output_dir_remove(&archive->output, file);
		free(player);
		free(file);
	}
	if (dir != NULL)
		g_dir_close(dir);
	free(path);
}
