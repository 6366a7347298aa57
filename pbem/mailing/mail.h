/* SPDX-License-Identifier: MIT */
/* One letter to one seat, as it is asked for. */
#ifndef PBEM_MAILING_MAIL_H
#define PBEM_MAILING_MAIL_H

#include <stdbool.h>
#include <stdint.h>

struct desk_game;
struct game;
struct letter;

/* Strings are borrowed; NULL is "". */
struct mail {
	const char *template; /* and its kind in Message-ID and outbox */
	const char *slot;     /* name in the outbox behind game and seat: a newer letter of
				 the same slot replaces an unsent one; NULL: one of its own
				 for each cause */
	struct desk_game *game;
	unsigned seat;
	const struct letter *answers; /* the letter it answers, or NULL */
	const char *to;		 /* which of the seat's addresses it goes to; NULL: the first */
	const char *cause;	 /* digest of what caused it, hex */
	int64_t when;		 /* when that was received: tokens expire counted from it */
	const struct game *show; /* the state to show, NULL: the game's present one */
	const char *orders, *why, *history; /* as letters_table.h says */
	const char *nearest;		    /* "refused": the order that may have been meant */
	const char *from, *said;	    /* "said": who, and his words */
	const char *rules;		    /* "help-rules": a variant's page */
	bool own_rules;			    /* "help-rules": it is the variant played here */
	const char *sheet;		    /* "card", "plays": what was asked about cards */
	const char *wish;	/* "wish": "own", "first", "short", "long", "leave" or "watch" */
	const char *others;	/* "keyless": the player's other games */
	const char *done;	/* "repeat": what the message did the first time */
	const unsigned *before; /* number of the last turn before what is told of; NULL: all
				   since this seat's own last turn is told */
	bool compact;		/* the small board */
	unsigned board;		/* of a ring: the board asked for, from 1; 0: the seat's own */
};

#endif
