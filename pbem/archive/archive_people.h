/* SPDX-License-Identifier: MIT */
/* Who plays in an archive's games, counted; for archive*.c alone. */
#ifndef PBEM_ARCHIVE_ARCHIVE_PEOPLE_H
#define PBEM_ARCHIVE_ARCHIVE_PEOPLE_H

#include <glib.h>

#include "pbem/archive/parts/catalogue.h"

/* Who is shown by one name is one player. */
struct player {
	const char *name;
	unsigned games, won, drawn, lost;   /* games that are over, but for the first */
	const struct catalogue_game **list; /* each once */
	size_t list_count, list_size;
};

struct players {
	struct player *rows;
	size_t count, size;
	GHashTable *places; /* of a name, from 1 */
};

/* Those of the games of a variant, NULL: of all, all borrowed from the catalogue; in no order.
 * The caller calls archive_gather_done. */
void archive_gather(const struct catalogue *catalogue, const char *variant,
		    struct players *players);
void archive_gather_done(struct players *players);

/* Sorts them by name, or by points and then by name. */
void archive_sort_by_name(struct players *players);
void archive_sort_by_points(struct players *players);

/* Half points. */
unsigned archive_points(const struct player *player);

#endif
