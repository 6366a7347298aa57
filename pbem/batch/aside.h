/* SPDX-License-Identifier: MIT */
/* The folder aside/: letters that can't be read or dealt with are kept there, for the moderator to
 * look at. */
#ifndef PBEM_BATCH_ASIDE_H
#define PBEM_BATCH_ASIDE_H

#include <stddef.h>
#include <stdint.h>

#include "pbem/desk/desk.h"

/* All borrowed. */
struct aside_letter {
	const char *id;	    /* as the source calls it */
	const char *digest; /* which names its file */
	int64_t received;
	const char *whose; /* " by white in game g1", or "": it has a seat's key; NULL: a
			      stranger's */
	const char *bytes; /* NULL: nothing of it is kept, only the notice is written */
	size_t len;
};

/* Puts the letter there, and says so to the moderator. */
void aside_put(struct desk *desk, const struct aside_letter *letter, const char *why);

/* Of strangers' letters, and apart from them of seats', so many are kept, and so many bytes. */
enum { ASIDE_LETTERS = 200, ASIDE_BYTES = 32 << 20 };

/* Before a batch that puts letters aside is committed: it drops the oldest for which there is no
 * room, and counts them. -1 with a passing reason when nobody can tell what lies there. */
int aside_prune(struct desk *desk, struct reason *reason);

#endif
