/* SPDX-License-Identifier: MIT */
/* An open site (site_open.h): its configuration, lock, ledger, keys, variants and templates. */
#ifndef PBEM_SITE_SITE_H
#define PBEM_SITE_SITE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/variant/variant.h"
#include "pbem/auth/token.h"
#include "pbem/compose/template.h"
#include "pbem/sandbox/sandbox.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/config.h"

struct site {
	struct config *config;
	struct ledger *ledger;
	struct keyring *keys;
	struct variant_library *library;
	struct template_set *templates;
	struct people *people; /* people's settings (preferences.h); NULL: read at need */
	int lock;	       /* file descriptor; -1: not held */
};

/* Return the path "SITE/games/ID", and the path of a file in it. The caller frees it. */
char *site_game_folder(const struct site *site, const char *id);
char *site_game_file(const struct site *site, const char *id, const char *name);

/* Loads the vocabulary and the data about mail programs, and prepares the sandbox that parses
 * messages (sandbox.h) with the limits of pbem.conf, unless that was done. Returns -1 with the
 * reason if one of them fails. */
int site_need_words(const struct site *site, struct reason *reason);

/* Returns the last number that is used up: a new game or open game needs a higher one. */
uint32_t site_last_number(const struct site *site);

/* Returns the ids of all games of the site in `folder`, sorted and ended by NULL. The caller frees
 * the array and each id. Not for runs, because the cost grows with the number of games. */
char **site_games(const char *folder, struct reason *reason);

#endif
