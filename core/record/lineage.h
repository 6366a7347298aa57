/* SPDX-License-Identifier: MIT */
/*
 * Which entries of a log stand. Each has a parent: that of an entry with the fact `undo N` is entry
 * N, that of any other the one before it. A game is what the entries come to that lead from its
 * last one back by way of parents; the others are undone.
 */
#ifndef PBEM_CORE_RECORD_LINEAGE_H
#define PBEM_CORE_RECORD_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/turn/game.h"

struct lineage_entry {
	unsigned parent;
	unsigned turns; /* that were finished by it, on the way that leads to it */
	bool over;	/* by then the game was over */
	bool stands;
};

/* The entries from `before` + 1 on. */
struct lineage {
	unsigned before, count, size;
	struct lineage_entry *entries;
};

/* Reads the parents of all whole entries in the bytes of a log, from its beginning, or from behind
 * entry `before`. Whether what they say can be is for who applies them. */
void lineage_read(struct lineage *lineage, unsigned before, const char *bytes, size_t len);
void lineage_done(struct lineage *lineage); /* also of zeros */

/* The number of the last one; `before` when there are none. */
unsigned lineage_last(const struct lineage *lineage);

/* Finds which of them stand as of that one. False when they don't lead to `before`: what stands
 * then must be read from an earlier entry on. */
bool lineage_trace(struct lineage *lineage, unsigned entry);

/* Whether one of them was found to stand. */
bool lineage_stands(const struct lineage *lineage, unsigned entry);

/* What somebody has seen of a game who sees it some turns later than its players, and all of it
 * when it is over: how many finished turns. */
struct lineage_lag {
	unsigned before; /* by an earlier entry */
	unsigned kept;	 /* as many of those have stood ever since */
	unsigned now;	 /* by the last: what he has seen and what stands isn't hidden again */
};

/* Finds that out, of the bytes of a whole log. */
void lineage_lag(const char *bytes, size_t len, unsigned delay, unsigned earlier,
		 struct lineage_lag *lag_out);

struct lineage_game {
	unsigned entry, until; /* it stood after that; the last entry that goes back to it */
	bool there;
	struct game game;
};

/* Games as they stood after entries that later ones go back to, for who reads a whole log, undone
 * entries too: each from its entry to the last one that names it. */
struct lineage_kept {
	struct lineage_game *games;
	size_t count;
};

/* Finds out which are wanted, of the bytes of a whole log. */
void lineage_keep(struct lineage_kept *kept, const char *bytes, size_t len);
void lineage_kept_done(struct lineage_kept *kept);

/* The game stands so after that entry: kept if it is wanted later. What isn't wanted any more is
 * dropped. */
void lineage_note(struct lineage_kept *kept, unsigned entry, const struct game *game);

/* The game as it stood then; NULL when no later entry goes back to it, or it isn't there yet. */
const struct game *lineage_find(const struct lineage_kept *kept, unsigned entry);

#endif
