/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/archive/game_catalog.h"
#include "pbem/sys/files.h"

/* The first line of the file. With another first line the file has another format. */
#define HEAD "pbem-archive 1 "

void game_catalog_drop_game(struct game_catalog_game *game)
{
	for (unsigned i = 0; i < game->seat_count; i++) {
		free(game->seats[i].title);
		free(game->seats[i].name);
	}
	free(game->variant);
	free(game->result);
}

void game_catalog_done(struct game_catalog *catalogue)
{
	for (size_t i = 0; i < catalogue->count; i++)
		game_catalog_drop_game(&catalogue->games[i]);
	free(catalogue->games);
	*catalogue = (struct game_catalog){.games = NULL};
}

/* Takes ownership of what the game holds. */
static void append_game(struct game_catalog *catalogue, const struct game_catalog_game *game)
{
	catalogue->games = base_grow(catalogue->games, catalogue->count, &catalogue->size,
				     sizeof *catalogue->games);
	catalogue->games[catalogue->count++] = *game;
}

void game_catalog_add_copy(struct game_catalog *catalogue, const struct game_catalog_game *game)
{
	struct game_catalog_game copy = *game;

	copy.variant = base_strdup(game->variant);
	copy.result = base_strdup(game->result);
	for (unsigned i = 0; i < game->seat_count; i++) {
		copy.seats[i].title = base_strdup(game->seats[i].title);
		copy.seats[i].name = base_strdup(game->seats[i].name);
	}
	append_game(catalogue, &copy);
}

static int compare_id(const void *id, const void *game)
{
	return strcmp(id, ((const struct game_catalog_game *)game)->id);
}

const struct game_catalog_game *game_catalog_find(const struct game_catalog *catalogue,
						  const char *id)
{
	return catalogue->count == 0 ? NULL
				     : bsearch(id, catalogue->games, catalogue->count,
					       sizeof *catalogue->games, compare_id);
}

/* ---- the file: one game per line, with tabs between its values, the three of each seat last
 * ---- */

enum { VALUES = 12, SEAT_VALUES = 3, MOST_VALUES = VALUES + SEAT_VALUES * MAX_SEATS };

/* Adds a value. Names of people and texts about a game have no control characters; if one had, the
 * character would end the value. */
static void add_value(const char *value, struct strbuf *out)
{
	strbuf_add_char(out, '\t');
	for (; *value != '\0'; value++)
		strbuf_add_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
}

void game_catalog_print_game(const struct game_catalog_game *game, struct strbuf *out)
{
	strbuf_addf(out,
		    "%s\t%" PRIu64 "\t%" PRId64 "\t%s\t%u\t%u\t%" PRId64 "\t%" PRId64 "\t%u\t%u",
		    game->id, game->size, game->changed, game->digest.hex, (unsigned)game->status,
		    (unsigned)game->fault, game->begun, game->last, game->turns, game->seat_count);
	add_value(game->variant, out);
	add_value(game->result, out);
	for (unsigned i = 0; i < game->seat_count; i++) {
		add_value(game->seats[i].title, out);
		add_value(game->seats[i].name, out);
		add_value(game->seats[i].won ? "1" : "0", out);
	}
}

void game_catalog_print(const struct game_catalog *catalogue, const struct sha256 *stamp,
			struct strbuf *out)
{
	strbuf_addf(out, HEAD "%s\n", stamp->hex);
	for (size_t i = 0; i < catalogue->count; i++) {
		game_catalog_print_game(&catalogue->games[i], out);
		strbuf_add_char(out, '\n');
	}
}

/* Returns the next value of a line and overwrites the character after it; NULL if there is none. */
static char *next_value(char **cursor)
{
	char *value = *cursor, *tab = value != NULL ? strchr(value, '\t') : NULL;

	if (tab != NULL)
		*tab = '\0';
	*cursor = tab != NULL ? tab + 1 : NULL;
	return value;
}

static bool read_game(char *line, struct game_catalog_game *game)
{
	char *values[MOST_VALUES];
	size_t count = 0;

	while (count < MOST_VALUES && (values[count] = next_value(&line)) != NULL)
		count++;
	if (line != NULL || count < VALUES || strlen(values[0]) > GAME_ID_MAX ||
	    strlen(values[3]) != SHA256_HEX)
		return false;
	*game = (struct game_catalog_game){
		.size = strtoull(values[1], NULL, 10),
		.changed = strtoll(values[2], NULL, 10),
		.status = (enum game_status)strtoul(values[4], NULL, 10),
		.fault = strcmp(values[5], "0") != 0,
		.begun = strtoll(values[6], NULL, 10),
		.last = strtoll(values[7], NULL, 10),
		.turns = (unsigned)strtoul(values[8], NULL, 10),
		.seat_count = (unsigned)strtoul(values[9], NULL, 10),
	};
	if (game->seat_count > MAX_SEATS || count != VALUES + SEAT_VALUES * game->seat_count)
		return false;
	strcpy(game->id, values[0]);
	strcpy(game->digest.hex, values[3]);
	game->variant = base_strdup(values[10]);
	game->result = base_strdup(values[11]);
	for (unsigned i = 0; i < game->seat_count; i++) {
		char **seat = values + VALUES + SEAT_VALUES * i;

		game->seats[i] = (struct game_catalog_seat){base_strdup(seat[0]),
							    base_strdup(seat[1]), *seat[2] == '1'};
	}
	return true;
}

bool game_catalog_add_line(struct game_catalog *catalogue, const char *line)
{
	char *copy = base_strdup(line);
	struct game_catalog_game game;
	const bool is = read_game(copy, &game);

	if (is)
		append_game(catalogue, &game);
	free(copy);
	return is;
}

/* Reads the games. If the catalogue isn't `fresh`, marks each of them to be read again. */
static void read_games(char *line, bool fresh, struct game_catalog *out)
{
	while (line != NULL && *line != '\0') {
		char *end = strchr(line, '\n');
		struct game_catalog_game game;

		if (end != NULL)
			*end = '\0';
		line = read_game(line, &game) ? end : NULL;
		if (line == NULL)
			return;
		game.fault |= !fresh;
		append_game(out, &game);
		line++;
	}
}

int game_catalog_read(const char *folder, const struct sha256 *stamp, struct game_catalog *out,
		      struct reason *reason)
{
	char *path = base_printf("%s/" GAME_CATALOG_FILE, folder);
	char *head = base_printf(HEAD "%s\n", stamp->hex), *games;
	struct strbuf text;
	bool there;
	int result;

	*out = (struct game_catalog){.games = NULL};
	strbuf_init(&text, SIZE_MAX);
	result = files_read_if_there(path, &text, &there, reason);
	if (result == 0 && strbuf_starts(text.bytes, HEAD)) {
		games = strchr(text.bytes, '\n');
		read_games(games != NULL ? games + 1 : NULL, strbuf_starts(text.bytes, head), out);
	}
	strbuf_done(&text);
	free(head);
	free(path);
	return result;
}
