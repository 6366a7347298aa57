/* SPDX-License-Identifier: MIT */
/*
 * The catalogue of an archive: one row per game, with everything that the lists show. It is stored
 * in the file `.catalogue` of the archive's folder, so that a game that hasn't changed needn't be
 * read again. The file isn't a page, and only its owner can read it: the size, time and digest of a
 * game's file show that a turn was played before the pages show it (publish-delay).
 */
#ifndef PBEM_ARCHIVE_GAME_CATALOG_H
#define PBEM_ARCHIVE_GAME_CATALOG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/gamefile/gamefile.h"
#include "core/util/sha256.h"

#define GAME_CATALOG_FILE ".catalogue"

struct game_catalog_seat {
	char *title, *name;
	bool won;
};

struct game_catalog_game {
	char id[GAME_ID_MAX + 1];
	/* The source of the page: the size of the game's file, its time in nanoseconds, its
	 * digest. */
	uint64_t size;
	int64_t changed;
	struct sha256 digest;
	char *variant, *result; /* for people; for a game in progress, its state */
	enum game_status status;
	bool fault; /* a fault was found, so that each run reads the game again */
	int64_t begun, last;
	unsigned turns;
	unsigned seat_count;
	struct game_catalog_seat seats[MAX_SEATS];
};

struct game_catalog {
	struct game_catalog_game *games; /* sorted by id */
	size_t count, size;
};

/* Reads the catalogue of the folder. `stamp` is the digest of everything that pages are made from
 * except the games; if it has changed, each game is marked to be read again. A missing or damaged
 * file counts as empty, and all pages are made again. Returns -1 when the file can't be read now:
 * otherwise pages of games that are no longer to be published would stay. */
int game_catalog_read(const char *folder, const struct sha256 *stamp, struct game_catalog *out,
		      struct reason *reason);
void game_catalog_done(struct game_catalog *catalogue);

/* Returns the game of that id; NULL if it isn't there. */
const struct game_catalog_game *game_catalog_find(const struct game_catalog *catalogue,
						  const char *id);

/* Adds a copy of a game after all others. */
void game_catalog_add_copy(struct game_catalog *catalogue, const struct game_catalog_game *game);

/* Print a game as one line without its newline, and read such a line. Reading returns false, and
 * adds nothing, if the line isn't a game. */
void game_catalog_print_game(const struct game_catalog_game *game, struct strbuf *out);
bool game_catalog_add_line(struct game_catalog *catalogue, const char *line);

/* Frees what the game holds. */
void game_catalog_drop_game(struct game_catalog_game *game);

/* Adds the text of the catalogue's file. */
void game_catalog_print(const struct game_catalog *catalogue, const struct sha256 *stamp,
			struct strbuf *out);

#endif
