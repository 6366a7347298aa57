/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/archive/parts/catalogue.h"
#include "pbem/site/files.h"

/* The first line of the file; another one is of another form. */
#define HEAD "pbem-archive 1 "

void catalogue_drop_game(struct catalogue_game *game)
{
	for (unsigned i = 0; i < game->seat_count; i++) {
		free(game->seats[i].title);
		free(game->seats[i].name);
	}
	free(game->variant);
	free(game->result);
}

void catalogue_done(struct catalogue *catalogue)
{
	for (size_t i = 0; i < catalogue->count; i++)
		catalogue_drop_game(&catalogue->games[i]);
	free(catalogue->games);
	*catalogue = (struct catalogue){.games = NULL};
}

/* Takes ownership of what the game holds. */
static void add(struct catalogue *catalogue, const struct catalogue_game *game)
{
	catalogue->games = base_grow(catalogue->games, catalogue->count, &catalogue->size,
				     sizeof *catalogue->games);
	catalogue->games[catalogue->count++] = *game;
}

void catalogue_add_copy(struct catalogue *catalogue, const struct catalogue_game *game)
{
	struct catalogue_game copy = *game;

	copy.variant = base_strdup(game->variant);
	copy.result = base_strdup(game->result);
	for (unsigned i = 0; i < game->seat_count; i++) {
		copy.seats[i].title = base_strdup(game->seats[i].title);
		copy.seats[i].name = base_strdup(game->seats[i].name);
	}
	add(catalogue, &copy);
}

static int compare(const void *id, const void *game)
{
	return strcmp(id, ((const struct catalogue_game *)game)->id);
}

const struct catalogue_game *catalogue_find(const struct catalogue *catalogue, const char *id)
{
	return catalogue->count == 0 ? NULL
				     : bsearch(id, catalogue->games, catalogue->count,
					       sizeof *catalogue->games, compare);
}

/* ---- the file: a line a game, its values parted by tabs, the seats' three last ---- */

enum { VALUES = 12, SEAT_VALUES = 3, MOST_VALUES = VALUES + SEAT_VALUES * MAX_SEATS };

/* Names of people and what is said of a game have no control characters; if one had it would end
 * the value. */
static void add_value(const char *value, struct text *out)
{
	text_add_char(out, '\t');
	for (; *value != '\0'; value++)
		text_add_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
}

void catalogue_print_game(const struct catalogue_game *game, struct text *out)
{
	text_addf(out, "%s\t%" PRIu64 "\t%" PRId64 "\t%s\t%u\t%u\t%" PRId64 "\t%" PRId64 "\t%u\t%u",
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

void catalogue_print(const struct catalogue *catalogue, const struct digest *stamp,
		     struct text *out)
{
	text_addf(out, HEAD "%s\n", stamp->hex);
	for (size_t i = 0; i < catalogue->count; i++) {
		catalogue_print_game(&catalogue->games[i], out);
		text_add_char(out, '\n');
	}
}

/* The next value of a line, whose end is written over; NULL: there is none. */
static char *next_value(char **cursor)
{
	char *value = *cursor, *tab = value != NULL ? strchr(value, '\t') : NULL;

	if (tab != NULL)
		*tab = '\0';
	*cursor = tab != NULL ? tab + 1 : NULL;
	return value;
}

static bool read_game(char *line, struct catalogue_game *game)
{
	char *values[MOST_VALUES];
	size_t count = 0;

	while (count < MOST_VALUES && (values[count] = next_value(&line)) != NULL)
		count++;
	if (line != NULL || count < VALUES || strlen(values[0]) > GAME_ID_MAX ||
	    strlen(values[3]) != DIGEST_HEX)
		return false;
	*game = (struct catalogue_game){
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

		game->seats[i] = (struct catalogue_seat){base_strdup(seat[0]), base_strdup(seat[1]),
							 *seat[2] == '1'};
	}
	return true;
}

bool catalogue_add_line(struct catalogue *catalogue, const char *line)
{
	char *copy = base_strdup(line);
	struct catalogue_game game;
	const bool is = read_game(copy, &game);

	if (is)
		add(catalogue, &game);
	free(copy);
	return is;
}

/* Of games that aren't known to be `fresh` no more is known than that they are there. */
static void read_games(char *line, bool fresh, struct catalogue *out)
{
	while (line != NULL && *line != '\0') {
		char *end = strchr(line, '\n');
		struct catalogue_game game;

		if (end != NULL)
			*end = '\0';
		line = read_game(line, &game) ? end : NULL;
		if (line == NULL)
			return;
		game.fault |= !fresh;
		add(out, &game);
		line++;
	}
}

int catalogue_read(const char *folder, const struct digest *stamp, struct catalogue *out,
		   struct reason *reason)
{
	char *path = base_printf("%s/" CATALOGUE_FILE, folder);
	char *head = base_printf(HEAD "%s\n", stamp->hex), *games;
	struct text text;
	bool there;
	int result;

	*out = (struct catalogue){.games = NULL};
	text_init(&text, SIZE_MAX);
	result = files_read_if_there(path, &text, &there, reason);
	if (result == 0 && text_starts(text.bytes, HEAD)) {
		games = strchr(text.bytes, '\n');
		read_games(games != NULL ? games + 1 : NULL, text_starts(text.bytes, head), out);
	}
	text_done(&text);
	free(head);
	free(path);
	return result;
}
