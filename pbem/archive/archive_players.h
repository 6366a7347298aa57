/* SPDX-License-Identifier: MIT */
/* The players in an archive's games, counted; for archive*.c alone. */
#ifndef PBEM_ARCHIVE_ARCHIVE_PLAYERS_H
#define PBEM_ARCHIVE_ARCHIVE_PLAYERS_H

#include <glib.h>

#include "pbem/archive/game_catalog.h"

/* A player: everything under one name counts as one player. */
struct player {
	const char *name;
	unsigned games, won, drawn, lost;      /* games that are over, except `games`, which counts
						* all */
	const struct game_catalog_game **list; /* the player's games, each once */
	size_t list_count, list_size;
};

struct players {
	struct player *rows;
	size_t count, size;
	GHashTable *places; /* index of each name, from 1 */
};

/* Collects the players of the games of a variant, or of all games if it is NULL, in no order.
 * Everything is borrowed from the catalogue. The caller calls archive_gather_done. */
void archive_gather(const struct game_catalog *catalogue, const char *variant,
		    struct players *players);
void archive_gather_done(struct players *players);

/* Sort the players by name, or by points and then by name. */
void archive_sort_by_name(struct players *players);
void archive_sort_by_points(struct players *players);

/* Returns the player's half points. */
unsigned archive_points(const struct player *player);

#endif
