/* SPDX-License-Identifier: MIT */
/* The steps of a move, for migrate.c. */
#ifndef PBEM_MIGRATE_MIGRATE_INTERNAL_H
#define PBEM_MIGRATE_MIGRATE_INTERNAL_H

#include <stdbool.h>

#include "core/util/base.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/site.h"

/* Files beside a game that is leaving: lines for the ledger, and the settings of addresses. */
#define MIGRATE_LEDGER "ledger"
#define MIGRATE_PEOPLE "people"

/* The word, in SITE/moved/ID.keys, before a key that this site has made; keys of other sites have
 * "key". A key of our own is valid as long as its file is in SITE/keys and no longer, wherever the
 * game takes it. */
#define MIGRATE_OWN "own"

/* migrate_out.c: moves the game to SITE/moving-out in one batch, and describes the move in
 * `out`. */
int migrate_export(struct site *from, const struct site *to, const char *id, struct moved_game *out,
		   struct reason *reason);

/* migrate_in.c: migrate_is_imported reports whether the site in that folder has received the game
 * by this move; migrate_import takes the game in with one batch. */
int migrate_is_imported(const char *to, const struct moved_game *elsewhere, bool *come_out,
			struct reason *reason);

/* migrate_keys.c: selects the keys that come along. Leaves out those that this site has made
 * itself, and those that the old site has deleted since the game left it. */
int migrate_import_keys(const struct site *to, const struct site *from,
			const struct moved_game *elsewhere, struct strbuf *keys,
			struct reason *reason);

int migrate_import(struct site *to, const struct site *from, const struct moved_game *elsewhere,
		   struct reason *reason);

#endif
