/* SPDX-License-Identifier: MIT */
/*
 * Which seats an address is registered for. The ledger keeps that, written with every batch of
 * games that lay open, so that the seats of a letter's sender are found without a look at any game.
 * What has been edited by hand since is found out when the game is opened: it counts rather than
 * the ledger.
 */
#ifndef PBEM_DESK_REGISTRY_H
#define PBEM_DESK_REGISTRY_H

#include <glib.h>

#include "core/record/gamefile.h"
#include "pbem/desk/desk.h"
#include "pbem/desk/seats.h"

/* Adds to ledger lines who sits in a game, and since when it waits for whom. */
void registry_index(const struct gamefile *file, const struct seats *seats, struct text *lines);

/* Before a batch is committed: the same of the games on the desk, where the ledger has it
 * otherwise. */
void registry_note(struct desk *desk);

/*
 * The seats of that address, as struct sitter: those that a game waits for first, the
 * longest-waiting one before others; then those where it waits for others, and then those that are
 * done with, newest game first in both. For g_array_unref. Of a game on the desk that is what the
 * batch in hand has made of it; others, and those that can't be read just now, may have been edited
 * (ledger.h). No game is opened.
 */
GArray *registry_find(struct desk *desk, const char *address);

/* Whether the game of that number lies on the desk: what registry_find says of it is so. */
bool registry_is_open(const struct desk *desk, uint32_t number);

#endif
