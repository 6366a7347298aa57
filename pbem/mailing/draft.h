/* SPDX-License-Identifier: MIT */
/* A letter in the making, and what its template may tell: made only if the letter offers it. */
#ifndef PBEM_MAILING_DRAFT_H
#define PBEM_MAILING_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/view/view.h"
#include "pbem/desk/desk.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/keys/token.h"
#include "pbem/writing/template.h"

/* One letter to one seat, as it is asked for. Strings are borrowed; NULL is "". */
struct mail {
	const char *template; /* and its kind in Message-ID and outbox */
	const char *slot;     /* name in the outbox behind game and seat: a newer letter of
				 the same slot replaces an unsent one; NULL: one of its own
				 for each cause */
	struct desk_game *game;
	unsigned seat;
	const struct letter *answers; /* the letter it answers, or NULL */
	const char *to;		   /* which of the seat's addresses it goes to; NULL: the first */
	const struct token *token; /* the key it bears instead, bound to the game's first entry;
				      NULL: the seat's, to answer what it is asked */
	const char *cause;	   /* digest of what caused it, hex */
	int64_t when;		   /* when that was received: tokens expire counted from it */
	const struct game *show;   /* the state to show, NULL: the game's present one */
	const char *orders, *why, *history; /* as letters_table.h says */
	const char *nearest;		    /* "refused": the order that may have been meant */
	const char *from, *said;	    /* "said": who, and his words */
	const char *rules;		    /* "help-rules": a variant's page */
	bool own_rules;			    /* "help-rules": it is the variant played here */
	const char *sheet;		    /* "card", "plays": what was asked about cards */
	const char *wish;	/* "accepted": "entered"; "wish": "own", "first", "short", "long",
				   "calendar", "no-calendar", "html", "no-html", "linked",
				   "no-linked", "zone-set", "language-set", "leave" or "watch" */
	const char *others;	/* "keyless": the player's other games */
	const char *offers;	/* "games": open games that can be joined */
	const char *watched;	/* "games": those that the player watches */
	const char *waiting;	/* "games": those that wait for the player; `others` are the rest */
	const char *done;	/* "repeat": what the message did the first time */
	const unsigned *before; /* number of the last turn before what is told of; NULL: all
				   since this seat's own last turn is told */
	bool compact;		/* the small board */
	unsigned board;		/* of a ring: the board asked for, from 1; 0: the seat's own */
};

enum { DRAFT_VALUES = 96 };

/* Borrowed but for `owned`. */
struct draft {
	struct desk *desk;
	const struct mail *mail;
	const struct game *game; /* the state shown */
	const struct variant *variant;
	const struct mail_kind *kind;
	const struct seat *seat;
	struct person person; /* as the seat's player wants letters */
	char token[TOKEN_TEXT + 1];
	struct value values[DRAFT_VALUES];
	char *owned[DRAFT_VALUES];
	size_t count;
};

/* Whether the board is drawn small: as this letter asks, or as the seat has it always. */
enum board_style draft_board_style(const struct draft *draft);

/* Names of seats as a sentence has them: "Anna, Bob and Carl"; and all who are not of the seat's
 * own team, "7 others" where they are many. */
void draft_names(const struct draft *draft, uint16_t seats, struct text *out);
void draft_opponents(const struct draft *draft, struct text *out);

/* Of what the seat's player has chosen (draft_person.c): time zone, language; all languages there
 * are letters in; all of it as orders, a line each; and the address letters are to go to. */
void draft_zone(const struct draft *draft, struct text *out);
void draft_language(const struct draft *draft, struct text *out);
void draft_languages(const struct draft *draft, struct text *out);
void draft_preferences(const struct draft *draft, struct text *out);
void draft_moving(const struct draft *draft, struct text *out);

/* Values: how moves are written, by such as the array has for the seat, a pawn's and another man's,
 * long and short; how it castles and promotes; and the name of an opponent's seat, as in SAY TO. */
void draft_add_pawn(const struct draft *draft, struct text *out);
void draft_add_pawn_short(const struct draft *draft, struct text *out);
void draft_add_piece(const struct draft *draft, struct text *out);
void draft_add_piece_short(const struct draft *draft, struct text *out);
void draft_add_castling(const struct draft *draft, struct text *out);
void draft_add_promotion(const struct draft *draft, struct text *out);
void draft_add_other_seat(const struct draft *draft, struct text *out);

/* Whether the seat is still in a game that is still on. */
bool draft_is_playing(const struct draft *draft);

void draft_done(struct draft *draft);

/* What letters of every kind of game have, ended by a row without a name. A kind's own come first.
 */
extern const struct mail_value draft_values[];

/* Fills in the values that the table of letters names for this letter, but for those that its
 * template has nowhere, unless it has links, which may tell them; all else
 * must be set, its language too. A letter that stands in no row of the table, or has more values
 * than DRAFT_VALUES, is a bug. */
void draft_offer_values(struct draft *draft);

/* ---- of what is given in advance, draft_person.c ---- */

/* Values: what is left of what the seat has given in advance, an order a line; and what it alone is
 * to be told of this batch. */
void draft_add_ahead(const struct draft *draft, struct text *out);
void draft_add_own_remark(const struct draft *draft, struct text *out);

/* ---- draft_times.c ---- */

/* A moment as the letter's seat is told it: in its own zone, or else the game's, and
 * in UTC. */
void draft_add_moment(const struct draft *draft, int64_t when, struct text *out);

/* Values: when the letter that is answered, or what caused this one, came; until when the seat's
 * turn must be here, of each board of a ring; from when on it takes of the bank, and what that has;
 * the time that is over; that no time runs; the clocks of all; and the terms that were chosen. */
void draft_add_when(const struct draft *draft, struct text *out);
void draft_add_until(const struct draft *draft, struct text *out);
void draft_add_bank_from(const struct draft *draft, struct text *out);
void draft_add_handicap(const struct draft *draft, struct text *out);
void draft_add_vacation(const struct draft *draft, struct text *out);
void draft_add_bank(const struct draft *draft, struct text *out);
void draft_add_overdue(const struct draft *draft, struct text *out);
void draft_add_again(const struct draft *draft, struct text *out);
bool draft_is_paused(const struct draft *draft);
void draft_add_clocks(const struct draft *draft, struct text *out);
void draft_add_terms(const struct draft *draft, struct text *out);

/* The seat's times as a file for its player's calendar, if he wants that, and what letters brought
 * that isn't so any more; nothing when there is neither. It is noted as brought. A letter to
 * another address than the seat's tells nothing of that. */
void draft_add_calendar(const struct draft *draft, struct text *out);

#endif
