/* SPDX-License-Identifier: MIT */
/*
 * Moves a game from one site to another. It leaves with one batch of the old site's journal. Its
 * folder, with everything that the ledger has about it, is moved to SITE/moving-out, where nothing
 * plays it, and a note says where it goes. It arrives with one batch of the new site's journal;
 * then the folder in SITE/moving-out is deleted. So the game is live at one site at most, whatever
 * is killed meanwhile, and moving it again finishes an interrupted move.
 *
 * These go along:
 * - the game's file, its sealed part, its seats and watchers
 * - processed messages, counts, and news that seats haven't been sent yet
 * - the settings of its addresses, if the new site has none for them
 * - the keys made for this game (pbem/auth/keyring.h), except those that the new site has made and
 *   those that were deleted meanwhile
 *
 * These stay: messages in the outbox, which the old site sends, and the snapshot, which is made
 * again.
 */
#ifndef PBEM_MIGRATE_MIGRATE_H
#define PBEM_MIGRATE_MIGRATE_H

#include <stdbool.h>

#include "core/util/base.h"
#include "pbem/site/site.h"

/*
 * Moves the game of that id, or finishes its move. Both sites are open, under their locks.
 * *finished_out reports whether an earlier attempt had begun the move. Returns -1 with the reason.
 * Then either nothing has happened (REASON_USAGE, REASON_EXISTS, or it can't be done now), or
 * another call can finish the move.
 */
int migrate_game(struct site *from, struct site *to, const char *id, bool *finished_out,
		 struct reason *reason);

/* Deletes folders of interrupted moves in SITE/moving-out if the other site had the game already:
 * the game has gone on from there, or has come back. The site is open, under its lock. */
int migrate_sweep(const struct site *site, struct reason *reason);

#endif
