/* SPDX-License-Identifier: MIT */
/*
 * What stands in an archive: the games, each with what lists tell of it, kept in the file
 * `.catalogue` of its folder, so that of a game that hasn't changed nothing but that is read. It
 * has nothing in it that the pages don't tell.
 */
#ifndef PBEM_ARCHIVE_CATALOGUE_H
#define PBEM_ARCHIVE_CATALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/record/gamefile.h"

#define CATALOGUE_FILE ".catalogue"

struct catalogue_seat {
	char *title, *name;
	bool won;
};

struct catalogue_game {
	char id[GAME_ID_MAX + 1];
	/* What it was made of: the size of the game's file, its time in nanoseconds, its digest. */
	uint64_t size;
	int64_t changed;
	struct digest digest;
	char *variant, *result; /* as people read it; of a game being played how it stands */
	enum game_status status;
	bool fault; /* something is wrong with it: it is looked at each time */
	int64_t begun, last;
	unsigned turns;
	unsigned seat_count;
	struct catalogue_seat seats[MAX_SEATS];
};

struct catalogue {
	struct catalogue_game *games; /* sorted by id */
	size_t count, size;
};

/* Reads that of the folder; `stamp` is the digest of all that pages are made with beside the games:
 * where it was another then, each is marked as one to be looked at. One that isn't there or
 * isn't sound is empty: all is made anew. -1 when it can't be read now: pages of games that are no
 * longer to be published would stay. */
int catalogue_read(const char *folder, const struct digest *stamp, struct catalogue *out,
		   struct reason *reason);
void catalogue_done(struct catalogue *catalogue);

/* The game of that id; NULL: it isn't there. */
const struct catalogue_game *catalogue_find(const struct catalogue *catalogue, const char *id);

/* Adds a game behind all others, a copy of it. */
void catalogue_add_copy(struct catalogue *catalogue, const struct catalogue_game *game);

/* A game as a line, without its end, and back: false, and nothing is added, when it is none. */
void catalogue_print_game(const struct catalogue_game *game, struct text *out);
bool catalogue_add_line(struct catalogue *catalogue, const char *line);

/* Frees what it holds. */
void catalogue_drop_game(struct catalogue_game *game);

/* The file's text. */
void catalogue_print(const struct catalogue *catalogue, const struct digest *stamp,
		     struct text *out);

#endif
