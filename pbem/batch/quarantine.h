/* SPDX-License-Identifier: MIT */
/* Keeps messages that can't be read or processed in the folder quarantine/, for the moderator to
 * look at. */
#ifndef PBEM_BATCH_QUARANTINE_H
#define PBEM_BATCH_QUARANTINE_H

#include <stddef.h>
#include <stdint.h>

#include "pbem/site/workspace.h"

/* A message to be quarantined. All pointers are valid until quarantine_put returns. */
struct quarantine_letter {
	const char *id;	    /* the source's id */
	const char *digest; /* SHA-256; names the file */
	int64_t received;
	const char *whose; /* " by white in game g1" or "" if it has a seat's token; NULL: a
			      stranger's */
	const char *bytes; /* NULL: nothing is kept, only the notice is written */
	size_t len;
};

/* Puts the message into quarantine/ with the batch, and notifies the moderator, both within
 * limits. */
void quarantine_put(struct workspace *workspace, const struct quarantine_letter *letter,
		    const char *why);

/* Limits on the kept messages of strangers, and separately on those of seats: their number, and
 * their bytes. */
enum { QUARANTINE_LETTERS = 200, QUARANTINE_BYTES = 32 << 20 };

/* Deletes the oldest messages for which there is no room, and counts them. Call it before a batch
 * that quarantines messages is committed. Returns -1 with the reason if the folder can't be
 * read. */
int quarantine_prune(struct workspace *workspace, struct reason *reason);

#endif
