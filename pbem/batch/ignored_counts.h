/* SPDX-License-Identifier: MIT */
/* Counts messages that had no effect, by cause, for the daily summary and `pbem status`. */
#ifndef PBEM_BATCH_IGNORED_COUNTS_H
#define PBEM_BATCH_IGNORED_COUNTS_H

#include "pbem/site/workspace.h"

enum ignored_counts {
	IGNORED_COUNTS_NO_TOKEN,
	IGNORED_COUNTS_FORGED,	/* its token doesn't verify */
	IGNORED_COUNTS_ADDRESS, /* no token, but from a player's address: answered with the board */
	IGNORED_COUNTS_AUTOMATIC, /* looked automatic, but had a valid token and orders */
	IGNORED_COUNTS_LARGE,	  /* larger than max-message-bytes */
	IGNORED_COUNTS_ASIDE,	  /* quarantined */
	IGNORED_COUNTS_DROPPED,	  /* no room in quarantine: deleted there, or not kept */
	IGNORED_COUNTS_RATION,	  /* over a seat's daily limit, not answered */
	IGNORED_COUNTS_VOID,	  /* a revoked token, not answered */
	IGNORED_COUNTS_COMMAND,	  /* token of a command, not from the moderator who was asked */
	IGNORED_COUNTS_KINDS
};

/* Adds `count` to a count, in the current batch. */
void ignored_counts_add(struct workspace *workspace, enum ignored_counts what, int64_t count);

/* Adds 1 to IGNORED_COUNTS_ADDRESS, and to the number of boards sent to that seat. */
void ignored_counts_add_board(struct workspace *workspace, const char *game, const char *seat);

/* Adds a line for each count that isn't 0, such as "3 letters without a key", since the ledger was
 * created. Returns the number of such lines. */
unsigned ignored_counts_print(struct ledger *ledger, struct strbuf *out);

/* Does the same for messages that weren't reported to the moderator yet, and records in the current
 * batch that they were. */
unsigned ignored_counts_news(struct workspace *workspace, struct strbuf *out);

/* Calls `with` for each count, also if it is 0, with its name in the ledger, such as "no token",
 * and its value since the ledger was created. */
void ignored_counts_each(struct ledger *ledger,
			 void (*with)(void *context, const char *name, int64_t count),
			 void *context);

#endif
