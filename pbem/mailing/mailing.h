/* SPDX-License-Identifier: MIT */
/* Letters to players: what stands in them, who gets them, which token rides in them. Each goes into
 * the batch as a file of the outbox. */
#ifndef PBEM_MAILING_MAILING_H
#define PBEM_MAILING_MAILING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"
#include "pbem/promise/batch.h"
#include "pbem/promise/ledger.h"
#include "pbem/reading/letter.h"
#include "pbem/desk/site.h"

/* One letter to one seat. Strings are borrowed; NULL is "". */
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

struct text;

/* Renders the letter into the batch. -1 when a template is missing or faulty. */
int mailing_send(struct desk *desk, const struct mail *mail, struct reason *reason);

/*
 * After a batch's letters are decided, in all games that don't wait for the end of the sitting:
 * writes to each seat what it is to hear (mail_kind.h), to all when the game is over; and takes
 * back unsent letters that ask what has been answered since.
 */
int mailing_ask(struct desk *desk, struct desk_game *game, struct reason *reason);

/* The same in those that do, when it ends (settle.h), `due` saying what it was. */
int mailing_settle(struct desk *desk, struct desk_game *game, const struct due *due,
		   struct reason *reason);

/* Names of seats as a sentence has them: "Anna", "Anna and Bob", "Anna, Bob and Carl". */
void mailing_names(const struct desk_game *game, uint16_t seats, struct text *out);

/* A letter about the game itself: it is caused by an entry, and named after its number. */
int mailing_about(struct desk *desk, struct desk_game *game, unsigned seat, const char *template,
		  const char *slot, unsigned entry, struct reason *reason);

/* The seat's unsent letter of the slot "turn" isn't true any more. */
void mailing_take_back(struct desk *desk, const struct desk_game *game, unsigned seat);

/* Whether the seat's letter of that slot is in the outbox, from an earlier batch. */
bool mailing_waits(const struct desk *desk, const struct desk_game *game, unsigned seat,
		   const char *slot);

/* The welcome to every seat of a new game, or what it gathers before it begins. */
int mailing_welcome(struct desk *desk, struct desk_game *game, struct reason *reason);

/* Tells every seat of a game that can't be read that it rests. Seats that can't be read either are
 * not told: the moderator is. */
int mailing_damaged(struct desk *desk, const char *game_id, struct reason *reason);

/* The moderator's letter with that many notices, if the site has a moderator; `cause` makes its
 * Message-ID. */
int mailing_report(struct desk *desk, const char *notices, unsigned count, const char *cause,
		   struct reason *reason);

#endif
