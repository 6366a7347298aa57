/* SPDX-License-Identifier: MIT */
/* An open site: its configuration, lock, ledger, keys, variants and templates. */
#ifndef PBEM_DESK_SITE_H
#define PBEM_DESK_SITE_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/variant/variant.h"
#include "pbem/site/config.h"
#include "pbem/promise/ledger.h"
#include "pbem/writing/template.h"
#include "pbem/desk/token.h"

struct site {
	struct config *config;
	struct ledger *ledger;
	struct keys *keys;
	struct variant_library *library;
	struct template_set *templates;
	int lock; /* -1 when not held */
};

enum site_lock {
	SITE_LOOK,    /* no lock, nothing is written */
	SITE_TRY,     /* the lock at once, or not at all */
	SITE_WAIT,    /* the lock, waiting up to a minute for another run */
	SITE_KEYLESS, /* the same, without the keys: to make one where none is */
};

enum site_result {
	SITE_OPEN,
	SITE_BUSY,   /* another run holds the lock */
	SITE_LATER,  /* not now: the disk is full, or something can't be read just now */
	SITE_FAILED, /* a person must look: configuration, permissions, a damaged file */
};

/*
 * Opens the site in `folder`. With a lock, first finishes what the journal says, so that the caller
 * finds everything as it should be. Refuses a site whose private files others can read.
 */
enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason);
void site_close(struct site *site);

/* "SITE/games/ID"; the caller frees it. */
char *site_game_folder(const struct site *site, const char *id);

/* The ids of all games of the site in `folder`, open or not, sorted; NULL after the last. The
 * caller frees the array and each. Costs the number of games: not for runs. */
char **site_games(const char *folder, struct reason *reason);

/* Makes a new site in `folder`: configuration, folders, first key. Refuses one that is there. */
int site_init(const char *folder, const char *address, const char *moderator,
	      struct reason *reason);

#endif
