/* SPDX-License-Identifier: MIT */
/* An open site (site_open.h): its configuration, lock, ledger, keys, variants and templates. */
#ifndef PBEM_DESK_SITE_H
#define PBEM_DESK_SITE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/variant/variant.h"
#include "pbem/site/config.h"
#include "pbem/promise/ledger.h"
#include "pbem/reading/apart/apart.h"
#include "pbem/writing/template.h"
#include "pbem/keys/token.h"

struct site {
	struct config *config;
	struct ledger *ledger;
	struct keys *keys;
	struct variant_library *library;
	struct template_set *templates;
	int lock; /* -1 when not held */
};

/* Accepts NULL. */
void site_close(struct site *site);

/* "SITE/games/ID", and a file there; the caller frees it. */
char *site_game_folder(const struct site *site, const char *id);
char *site_game_file(const struct site *site, const char *id, const char *name);

/* Reads the words that letters are read and written with, and has them read by who reads letters
 * (apart.h), unless that was done; site_open tells where they are. -1 when they can't be read or
 * are wrong, or letters can't be. Letters are read within the limits of pbem.conf. */
int site_need_words(const struct site *site, struct reason *reason);

/* The last number that no game or offer to be made may have any more. */
uint32_t site_last_number(const struct site *site);

/* The ids of all games of the site in `folder`, open or not, sorted; NULL after the last. The
 * caller frees the array and each. Costs the number of games: not for runs. */
char **site_games(const char *folder, struct reason *reason);

#endif
