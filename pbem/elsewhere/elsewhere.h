/* SPDX-License-Identifier: MIT */
/*
 * A game that was here and is at another site now: the note SITE/moved/ID, and beside it ID.keys,
 * the keys that went along. Until the other site has the game its folder waits in SITE/leaving,
 * where nothing plays it. Mode 0600, all of it.
 */
#ifndef PBEM_ELSEWHERE_ELSEWHERE_H
#define PBEM_ELSEWHERE_ELSEWHERE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"

/* Beside a game that came from another site: how often it has moved, and what its letters of before
 * were signed with. */
#define ELSEWHERE_KEYS "keys"

struct elsewhere {
	char id[GAME_ID_MAX + 1];
	uint32_t number;
	unsigned moves; /* this was its so-manieth: tells this one from those before and after */
	int64_t when;
	char *to; /* the other site's folder */
};

/* Reads the note. -1 when there is none (REASON_MISSING), it can't be read now
 * (reason_is_passing), or is faulty. */
int elsewhere_load(const char *folder, const char *id, struct elsewhere *out,
		   struct reason *reason);
void elsewhere_done(struct elsewhere *elsewhere);

/* The note's text. */
void elsewhere_print(const struct elsewhere *elsewhere, struct text *out);

/* The ids of all games that have left the site in `folder`, sorted, NULL behind the last; for
 * g_strfreev. NULL when they can't be listed now. */
char **elsewhere_list(const char *folder, struct reason *reason);

/* "leaving/ID.MOVES", where its folder waits until the other site has it; and whether it does. */
char *elsewhere_folder(const struct elsewhere *elsewhere);
int elsewhere_is_leaving(const char *folder, const struct elsewhere *elsewhere, bool *leaving_out,
			 struct reason *reason);

/* How often a game has moved, as its file of keys tells; 0 when it has none. */
unsigned elsewhere_moves(const char *keys);

#endif
