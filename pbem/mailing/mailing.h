/* SPDX-License-Identifier: MIT */
/* Letters to players: what stands in them, who gets them, which token rides in them. Each goes into
 * the batch as a letter of the outbox. */
#ifndef PBEM_MAILING_MAILING_H
#define PBEM_MAILING_MAILING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"
#include "pbem/mailing/draft.h"
#include "pbem/promise/ledger.h"

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

/* A letter about the game itself: it is caused by an entry, and named after its number. */
int mailing_about(struct desk *desk, struct desk_game *game, unsigned seat, const char *template,
		  const char *slot, unsigned entry, struct reason *reason);

/* The welcome to every seat of a new game, or what it gathers before it begins. */
int mailing_welcome(struct desk *desk, struct desk_game *game, struct reason *reason);

/* A letter to somebody who has no seat yet. Strings are borrowed. */
struct mailing_plain {
	const char *template;
	const char *name; /* in the outbox: a newer letter of that name replaces an unsent one */
	const char *to, *to_name;
	const char *cause;	      /* digest of what caused it, hex */
	const char *thread;	      /* letters of one are a conversation */
	const char *token;	      /* for his answer; NULL: none is awaited */
	const struct letter *answers; /* or NULL */
	const struct value *values;   /* but for site, address, moderator and token */
	size_t count;
	const struct game *show; /* as everybody may see it: its board is a picture for who wants
				    one; NULL: there is none */
	const struct desk_game *film; /* a game that is over, which the picture plays; NULL: none */
};
int mailing_plain(struct desk *desk, const struct mailing_plain *plain, struct reason *reason);

/* Tells every seat of a game that can't be read that it rests. Seats that can't be read either are
 * not told: the moderator is. */
int mailing_damaged(struct desk *desk, const char *game_id, struct reason *reason);

/* The last letter to who played a seat before it was given to another: it has no key. `why` is the
 * moderator's reason, or "". */
int mailing_farewell(struct desk *desk, const struct desk_game *game, unsigned seat,
		     const struct seat *before, const char *why, struct reason *reason);

/* The moderator's letter with that many notices, if the site has a moderator; `cause` makes its
 * Message-ID. */
int mailing_report(struct desk *desk, const char *notices, unsigned count, const char *cause,
		   struct reason *reason);

#endif
