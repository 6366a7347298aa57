/* SPDX-License-Identifier: MIT */
/*
 * Finds the seats for which an address is registered. The ledger records them, with every batch for
 * the games in the workspace, so that the seats of a message's sender are found without opening any
 * game. Manual edits of a seats file are found when the game is opened, and take precedence over
 * the ledger.
 */
#ifndef PBEM_SITE_ADDRESS_INDEX_H
#define PBEM_SITE_ADDRESS_INDEX_H

#include <glib.h>

#include "core/gamefile/gamefile.h"
#include "pbem/site/seats.h"
#include "pbem/site/workspace.h"

/* Adds ledger lines with a game's addresses, and since when the game waits for each seat. */
void address_index_index(const struct gamefile *file, const struct seats *seats,
			 struct strbuf *lines);

/* Does the same, in the batch, for games in the workspace whose lines in the ledger differ. Call it
 * before a batch is committed. */
void address_index_note(struct workspace *workspace);

/*
 * Returns the seats of an address, an array of struct sitter that the caller frees by
 * g_array_unref. Seats that a game waits for come first, the longest-waiting one first. Then come
 * those whose game waits for others, then those that are done; in both groups the newest game is
 * first. Games in the workspace are up to date. Other games, and those that can't be read now, may
 * have been edited (ledger.h). Opens no game.
 */
GArray *address_index_find(struct workspace *workspace, const char *address);

/* Reports whether the game of that number is in the workspace, so that address_index_find is up to
 * date for it. */
bool address_index_is_open(const struct workspace *workspace, uint32_t number);

#endif
