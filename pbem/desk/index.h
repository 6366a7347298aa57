/* SPDX-License-Identifier: MIT */
/*
 * What the ledger knows of every game, so that runs need not look at them all: its number, who sits
 * there (registry.h), when the clock acts in it, and whether the end of a sitting is due.
 */
#ifndef PBEM_DESK_INDEX_H
#define PBEM_DESK_INDEX_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"
#include "pbem/desk/desk.h"
#include "pbem/promise/ledger.h"

/* Before anything else is done: tells a ledger that is new, or of before it knew some of this, what
 * it must know, by the games themselves. */
int index_complete(struct site *site, struct reason *reason);

/* Before a batch is committed: writes into it what has changed by the games on the desk. */
void index_note(struct desk *desk);

/* Adds to ledger lines what it must know of a game that came from another site: its number, who
 * sits there, when the clock acts. */
void index_come(const struct gamefile *file, const struct seats *seats, struct text *lines);

/* Adds to ledger lines when the clock acts in the game next, or that it never does. */
void index_alarm(const struct gamefile *file, struct text *lines);

/* Whether the end of a sitting means anything to such a game: what its letters lead to is called
 * only then, and asked. */
bool index_waits(const struct desk_game *game);

/* Whether the end of a sitting means anything to a game on the desk, by what this batch has made of
 * it. */
bool index_concerns(const struct desk_game *game);

/* What the ledger is to know of the sitting's end in such a game: what it knew, and this batch. */
struct due index_due(struct desk *desk, const struct desk_game *game);

#endif
