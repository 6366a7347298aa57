/* SPDX-License-Identifier: MIT */
/* Letters that came to nothing, counted by why: for the moderator's digest and `pbem status`. */
#ifndef PBEM_BATCH_TALLY_H
#define PBEM_BATCH_TALLY_H

#include "pbem/desk/desk.h"

enum tally {
	TALLY_NO_TOKEN,
	TALLY_FORGED,	 /* a token in it doesn't verify */
	TALLY_ADDRESS,	 /* no token, but from a player's address: answered with the board */
	TALLY_AUTOMATIC, /* it looked automatic, and had a live token and orders */
	TALLY_LARGE,	 /* larger than max-letter-bytes */
	TALLY_ASIDE,	 /* set aside */
	TALLY_DROPPED,	 /* set aside once, and dropped since for want of room */
	TALLY_RATION,	 /* over a seat's ration of a day, not answered */
	TALLY_VOID,	 /* a key of before the seat was given new ones, from elsewhere */
	TALLY_COMMAND,	 /* the key of a command, not from the moderator who was asked */
	TALLIES
};

/* Counts one more in the batch in hand. */
void tally_add(struct desk *desk, enum tally what, int64_t count);

/* The same of TALLY_ADDRESS, and which seat was sent its board. */
void tally_add_board(struct desk *desk, const char *game, const char *seat);

/* A line each of what was counted, as "3 letters without a key": all there ever was; returns how
 * many lines. */
unsigned tally_print(struct ledger *ledger, struct text *out);

/* The same of what the moderator hasn't been told yet; in the batch in hand it is told. */
unsigned tally_news(struct desk *desk, struct text *out);

/* Hands on each count by its name in the ledger, "no token", one that is 0 too: all there ever
 * was. */
void tally_each(struct ledger *ledger, void (*with)(void *context, const char *name, int64_t count),
		void *context);

#endif
