/* SPDX-License-Identifier: MIT */
/*
 * A game that was here and is now at another site. The note about it is SITE/moved/ID, and ID.keys
 * in the same folder has the keys that went along. Until the other site has the game, its folder
 * waits in SITE/moving-out, where nothing plays it. The files have mode 0600.
 */
#ifndef PBEM_SITE_MOVED_GAME_H
#define PBEM_SITE_MOVED_GAME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/gamefile/gamefile.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

/* The name of a file in the folder of a game from another site. It has the number of the game's
 * moves, and the keys of its earlier mail. */
#define MOVED_GAME_KEYS "keys"

struct moved_game {
	char id[GAME_ID_MAX + 1];
	uint32_t number;
	unsigned moves; /* number of this move; distinguishes it from earlier and later ones */
	int64_t when;
	char to[PATH_MAX]; /* the other site's folder */
};

/* Reads the note. Returns -1 if there is none (REASON_MISSING), or it can't be read now
 * (reason_is_temporary) or is faulty (REASON_DAMAGED). */
int moved_game_load(const char *folder, const char *id, struct moved_game *out,
		    struct reason *reason);

/* Adds the text of the note. */
void moved_game_print(const struct moved_game *elsewhere, struct strbuf *out);

/* Returns the ids of all games that have left the site in `folder`, sorted and ended by NULL, for
 * g_strfreev. Returns NULL if they can't be listed now. */
char **moved_game_list(const char *folder, struct reason *reason);

/* The first returns "moving-out/ID.MOVES", where the game's folder waits until the other site has
 * the game; the caller frees it. The second reports whether the folder waits there. */
char *moved_game_folder(const struct moved_game *elsewhere);
int moved_game_is_leaving(const char *folder, const struct moved_game *elsewhere, bool *leaving_out,
			  struct reason *reason);

/* Returns how often a game has moved, from the text of its file of keys; 0 if that has no
 * number. */
unsigned moved_game_moves(const char *keys);

#endif
