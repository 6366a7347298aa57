/* SPDX-License-Identifier: MIT */
/*
 * The ledger's index of games, so that runs needn't look at all of them. For each game it has the
 * number, the players (address_index.h), the next time when the clock acts in it, and whether the
 * end of a worklist is due.
 */
#ifndef PBEM_SITE_GAME_INDEX_H
#define PBEM_SITE_GAME_INDEX_H

#include <stdbool.h>

#include "core/gamefile/gamefile.h"
#include "core/util/base.h"
#include "pbem/site/workspace.h"
#include "pbem/store/ledger.h"

/* Completes the index of a new ledger from the games themselves. Call it before anything else is
 * done. Returns -1 with the reason on failure. */
int game_index_complete(struct site *site, struct reason *reason);

/* Writes the changes of the games in the workspace into the batch, before it is committed. */
void game_index_note(struct workspace *workspace);

/* Adds the ledger lines of a game that came from another site: its number, its players, when the
 * clock acts. */
void game_index_come(const struct gamefile *file, const struct seats *seats, struct strbuf *lines);

/* Adds the ledger line with the time when the clock acts next in the game, or that it never
 * does. */
void game_index_alarm(const struct gamefile *file, struct strbuf *lines);

/* Reports whether the end of a worklist matters to games of this type. Only then are the
 * consequences of their turns decided, and their questions sent. */
bool game_index_waits(const struct workspace_game *game);

/* Reports whether the end of a worklist matters to a game in the workspace, after this batch. */
bool game_index_concerns(const struct workspace_game *game);

/* Returns the ledger's next record about the end of a worklist in the game, from the present record
 * and this batch. */
struct due game_index_due(struct workspace *workspace, const struct workspace_game *game);

#endif
