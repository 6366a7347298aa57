/* SPDX-License-Identifier: MIT */
/* One letter in hand: what is known of it, and the answers to it. */
#ifndef PBEM_ANSWER_MATTER_H
#define PBEM_ANSWER_MATTER_H

#include <stdbool.h>

#include "core/order/order_nearest.h"
#include "pbem/desk/desk.h"
#include "pbem/mailing/mailing.h"
#include "pbem/site/wire.h"

struct matter {
	struct desk *desk;
	const struct waiting *waiting;
	const struct letter *letter;
	struct deed deed;		 /* what it did, as far as it is known */
	bool repeated;			 /* dealt with before: `deed` is what it did then */
	bool handed_on;			 /* its game is at another site, which deals with it */
	bool accepted;			 /* its orders stand */
	bool asking;			 /* its questions are being answered: these are rationed */
	unsigned answers;		 /* to questions in it, so far */
	char nearest[ORDER_NEAREST_MAX]; /* for a refusal: what may have been meant, an order to be
					    copied; or "" */
	/* Set by sender_known: */
	struct desk_game *game;
	unsigned seat;
	struct token token;
	const char *token_text; /* borrowed from the letter */
	bool live;		/* the token may still be used */
	bool voided;		/* it is of before the seat was given new keys: good for nothing */
	bool lost;     /* it, or one beside it, answers what isn't there: a backup was put back */
	bool conflict; /* genuine tokens of several seats: whose it is can't be told */
};

/* The game it is about, which can be read. */
const struct game *matter_game(const struct matter *matter);

/* The count of so much in a day from the seat in hand, before `add` is added to it. */
int64_t matter_count(struct matter *matter, const char *what, int64_t add);

/* Keeps what the letter did, for log and ledger; cut to fit. */
void matter_set_what(struct matter *matter, const char *what);

/* Sends one answer to the seat in hand, within the day's ration unless his orders were accepted;
 * `extra` names template and texts. */
int matter_send(struct matter *matter, const struct mail *extra, struct reason *reason);

/* Whether the seat has had its answers of the day, so that what would only be answered needn't be
 * worked out; and, asked once for each letter, whether so many have come that no more are decided.
 */
bool matter_is_rationed(struct matter *matter);
bool matter_is_exhausted(struct matter *matter);

/* Leaves the letter over: it is counted, and the first of a day answered with why. */
int matter_pass_over(struct matter *matter, struct reason *reason);

/* matter_send for a letter that comes to nothing; `why` is kept as what the letter did. */
int matter_refuse(struct matter *matter, const char *template, const char *why,
		  struct reason *reason);

#endif
