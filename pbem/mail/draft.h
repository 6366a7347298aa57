/* SPDX-License-Identifier: MIT */
/* A message that is being made, and the values for its template. A value is made only if the
 * message's template uses it. */
#ifndef PBEM_MAIL_DRAFT_H
#define PBEM_MAIL_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/view/game_text.h"
#include "pbem/auth/token.h"
#include "pbem/compose/template.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"
#include "pbem/site/workspace.h"

/* A request for one message to one seat. Strings are borrowed; NULL counts as "". */
struct mail {
	const char *template; /* also its kind in Message-ID and outbox */
	const char *slot; /* name in the outbox after game and seat; a newer message of that slot
			     replaces an unsent one; NULL: each cause has its own message */
	struct workspace_game *game;
	unsigned seat;
	const struct message *answers; /* the message it answers, or NULL */
	const char *to;		       /* the address; NULL: the seat's first */
	const struct token *token; /* the key in the message, bound to the game's first entry; NULL:
				      the seat's key for its open question */
	const char *cause;	   /* digest of the cause, hex */
	int64_t when;		   /* when the cause was received; tokens expire relative to it */
	const struct game *show;   /* the state to show; NULL: the present state of the game */
	const char *orders, *why, *history; /* values of these names (pbem-template(5)) */
	const char *nearest;		    /* "refused": the order that was probably meant */
	const char *from, *said;	    /* "said": the speaker, and the text */
	const char *rules;		    /* "help-rules": a variant's page */
	bool own_rules;	     /* "help-rules": the page is that of the game's own variant */
	const char *sheet;   /* "card", "plays": the text about the cards asked
			      * for */
	const char *wish;    /* the name of the one value that is "yes": "entered" in "accepted", a
				setting in "wish", "ask-old", "ask-new" or "half" in "address" */
	const char *others;  /* "keyless": the player's other games */
	const char *offers;  /* "games": open games that can be joined */
	const char *watched; /* "games": games that the player watches */
	const char *waiting; /* "games": games that wait for the player; `others` are the rest */
	const char *done;    /* "repeat": what the message did the first time */
	const unsigned *before; /* number of the last turn before those described; NULL: describe
				   all turns since the seat's last turn */
	bool compact;		/* show the small board */
	unsigned board; /* in a ring: the requested board, from 1; 0: the seat's own boards */
};

enum { DRAFT_VALUES = 96 };

/* Everything is borrowed except `owned`. */
struct draft {
	struct workspace *workspace;
	const struct mail *mail;
	const struct game *game; /* the state shown */
	const struct variant *variant;
	const struct gametype_mail *kind;
	const struct seat *seat;
	struct person person; /* with the player's settings for messages */
	char token[TOKEN_TEXT + 1];
	struct value values[DRAFT_VALUES];
	char *owned[DRAFT_VALUES];
	size_t count;
};

/* Returns the style of the board: small if this message asks for it, or if the player always wants
 * small boards. */
enum board_style draft_board_style(const struct draft *draft);

/* Add names of seats in the form of a sentence, "Anna, Bob and Carl"; and all seats outside the
 * seat's team, or "7 others" if there are many. */
void draft_names(const struct draft *draft, uint16_t seats, struct strbuf *out);
void draft_opponents(const struct draft *draft, struct strbuf *out);

/* The values of messages of every kind of game, ended by a row without a name. A kind's own values
 * take precedence. */
extern const struct mail_value draft_values[];

/* ---- draft_deadlines.c ---- */

/* Adds a time in the zone of the seat's player, or else the game's, and in UTC. */
void draft_add_moment(const struct draft *draft, int64_t when, struct strbuf *out);

/*
 * Add values about times. In this order they are:
 * - when the answered message, or the cause of this message, was received
 * - the deadline of the seat's turn, for each board of a ring
 * - when the seat begins to use its time bank
 * - how many days a year a player may be away
 * - how much time is in the seat's bank
 * - the deadline that has passed
 * - the new deadline after a missed one
 * - whether the game is paused
 * - the clocks of all seats
 */
void draft_add_when(const struct draft *draft, struct strbuf *out);
void draft_add_until(const struct draft *draft, struct strbuf *out);
void draft_add_bank_from(const struct draft *draft, struct strbuf *out);
void draft_add_vacation(const struct draft *draft, struct strbuf *out);
void draft_add_bank(const struct draft *draft, struct strbuf *out);
void draft_add_overdue(const struct draft *draft, struct strbuf *out);
void draft_add_again(const struct draft *draft, struct strbuf *out);
bool draft_is_paused(const struct draft *draft);
void draft_add_clocks(const struct draft *draft, struct strbuf *out);

/* Adds the terms of the game in sentences. */
void draft_add_terms(const struct draft *draft, struct strbuf *out);

/* Adds the seat's deadlines as a calendar file, if its player wants one, and cancels the void
 * deadlines of earlier messages. Adds nothing if there is neither. Records which deadlines were
 * sent. A message to an address other than the seat's has no such file. */
void draft_add_calendar(const struct draft *draft, struct strbuf *out);

#endif
