/* SPDX-License-Identifier: MIT */
/*
 * Finds which entries of a log are part of the present game. Each entry has a parent: entry N if it
 * has the event `undo N`, otherwise the entry before it. The present game consists of the last
 * entry and its ancestors; all others are undone.
 */
#ifndef PBEM_CORE_GAMEFILE_LINEAGE_H
#define PBEM_CORE_GAMEFILE_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game/game.h"

struct lineage_entry {
	unsigned parent;
	unsigned turns; /* finished in the game that ends with this entry */
	bool over;	/* the game was over by then */
	bool stands;
};

/* The entries after `before`. */
struct lineage {
	unsigned before, count, size;
	struct lineage_entry *entries;
};

/*
 * Reads the parents of all whole entries in the bytes of a log, from its beginning or after entry
 * `before`. Doesn't check that the parents are possible; the code that applies the entries does.
 */
void lineage_read(struct lineage *lineage, unsigned before, const char *bytes, size_t len);
void lineage_done(struct lineage *lineage); /* also of zeros */

/* Returns the number of the last entry, or `before` if there are none. */
unsigned lineage_last(const struct lineage *lineage);

/*
 * Finds which entries are part of the game that ends with `entry`. Returns false if `before` is not
 * part of it; then the log must be read from an earlier entry on.
 */
bool lineage_trace(struct lineage *lineage, unsigned entry);

/* Reports whether lineage_trace found the entry to be part of the game. */
bool lineage_is_current(const struct lineage *lineage, unsigned entry);

/*
 * The number of finished turns that watchers see, who see a game some turns later than its players,
 * and all of it when it is over.
 */
struct lineage_lag {
	unsigned before; /* after an earlier entry */
	unsigned kept;	 /* how many of those have been part of the game ever since */
	unsigned now;	 /* after the last entry; turns that were seen and still count aren't hidden
			    again */
};

/*
 * Calculates these numbers from the bytes of a whole log, for watchers who see it `delay` turns
 * later. `earlier` is the earlier entry.
 */
void lineage_lag(const char *bytes, size_t len, unsigned delay, unsigned earlier,
		 struct lineage_lag *lag_out);

struct lineage_game {
	unsigned entry, until; /* the game is as after `entry`; `until` is the last entry that goes
				  back to it */
	bool there;
	struct game game;
};

/*
 * Games after entries that later entries go back to. Code that reads a whole log with its undone
 * entries needs each of them until the last undo to it.
 */
struct lineage_kept {
	struct lineage_game *games;
	size_t count;
};

/* Finds the entries needed, from the bytes of a whole log. */
void lineage_kept_init(struct lineage_kept *kept, const char *bytes, size_t len);
void lineage_kept_done(struct lineage_kept *kept);

/* Keeps a copy of the game after that entry if needed later, and drops copies no longer needed. */
void lineage_note(struct lineage_kept *kept, unsigned entry, const struct game *game);

/* Returns the game after that entry, or NULL if it isn't kept. */
const struct game *lineage_find(const struct lineage_kept *kept, unsigned entry);

#endif
