/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "pbem/archive/archive_players.h"

static struct player *find_or_add_player(struct players *players, const char *name)
{
	size_t place = GPOINTER_TO_SIZE(g_hash_table_lookup(players->places, name));

	if (place == 0) {
		players->rows = base_grow(players->rows, players->count, &players->size,
					  sizeof *players->rows);
		players->rows[players->count] = (struct player){.name = name};
		place = ++players->count;
		g_hash_table_insert(players->places, (gpointer)name, GSIZE_TO_POINTER(place));
	}
	return &players->rows[place - 1];
}

static void count_seat(const struct game_catalog_game *game, const struct game_catalog_seat *seat,
		       struct player *player)
{
	player->games++;
	player->won += seat->won;
	player->drawn += game->status == STATUS_DRAWN;
	player->lost += game->status == STATUS_WON && !seat->won;
	/* A player of both sides has one game. */
	if (player->list_count > 0 && player->list[player->list_count - 1] == game)
		return;
	player->list = base_grow(player->list, player->list_count, &player->list_size,
				 sizeof(const struct game_catalog_game *));
	player->list[player->list_count++] = game;
}

void archive_gather(const struct game_catalog *catalogue, const char *variant,
		    struct players *players)
{
	*players = (struct players){.places = g_hash_table_new(g_str_hash, g_str_equal)};
	for (size_t i = 0; i < catalogue->count; i++) {
		const struct game_catalog_game *game = &catalogue->games[i];

		for (unsigned k = 0; k < game->seat_count; k++)
			if (variant == NULL || strcmp(game->variant, variant) == 0)
				count_seat(game, &game->seats[k],
					   find_or_add_player(players, game->seats[k].name));
	}
}

void archive_gather_done(struct players *players)
{
	for (size_t i = 0; i < players->count; i++)
		free(players->rows[i].list);
	free(players->rows);
	g_hash_table_destroy(players->places);
}

static int compare_by_name(const void *a, const void *b)
{
	const struct player *first = a, *second = b;
	const int order = g_ascii_strcasecmp(first->name, second->name);

	return order != 0 ? order : strcmp(first->name, second->name);
}

unsigned archive_points(const struct player *player)
{
	return 2 * player->won + player->drawn;
}

static int compare_by_points(const void *a, const void *b)
{
	const unsigned first = archive_points(a), second = archive_points(b);

	return first != second ? (first < second) - (first > second) : compare_by_name(a, b);
}

/* qsort must not get NULL, which an empty list has. */
static void sort_players(struct players *players, int (*compare)(const void *, const void *))
{
	if (players->count > 0)
		qsort(players->rows, players->count, sizeof *players->rows, compare);
}

void archive_sort_by_name(struct players *players)
{
	sort_players(players, compare_by_name);
}

void archive_sort_by_points(struct players *players)
{
	sort_players(players, compare_by_points);
}
