/* SPDX-License-Identifier: MIT */
/* The incoming message in hand: what is known about it, and the answers to it. */
#ifndef PBEM_REQUEST_INCOMING_H
#define PBEM_REQUEST_INCOMING_H

#include <stdbool.h>

#include "core/order/order_signup.h"
#include "core/order/order_suggest.h"
#include "pbem/mail/mail.h"
#include "pbem/site/preferences.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/transport.h"

/* The first orders of a message that need no seat. */
struct incoming_orders {
	struct order_signup signup;
	struct order_look look;
	bool tries;				     /* as order_asks_to_try reports */
	char language[PREFERENCES_LANGUAGE_MAX + 1]; /* in which they were read */
	bool read;
};

struct incoming {
	struct workspace *workspace;
	const struct waiting *waiting;
	const struct message *letter;
	struct processed processed; /* what it did, as far as known */
	bool repeated;		    /* processed before: `processed` has the outcome */
	bool handed_on;		    /* forwarded, because its game is at another site */
	bool accepted;		    /* its orders were accepted */
	bool asking;		    /* its queries are being answered, which is limited per day */
	unsigned answers;	    /* number of answers to its queries so far */
	bool verified;		    /* `genuine` is set: sender_first_token */
	unsigned genuine_count;
	struct {
		struct token token;
		const char *text;	 /* borrowed from `letter` */
	} genuine[MAX_TOKEN_CANDIDATES]; /* the tokens of ours in the message, in its order */
	struct incoming_orders orders;	 /* set by incoming_orders_for */
	char nearest[ORDER_NEAREST_MAX]; /* for a refusal: the order, or orders, that may have been
					    meant; or "" */
	/* Set by sender_known: */
	struct workspace_game *game;
	unsigned seat;
	struct token token;
	const char *token_text; /* borrowed from `letter` */
	bool live;		/* the token may still be used */
	bool voided;		/* the token is older than the seat's new keys, and useless */
	bool lost; /* the token, or another one in the message, answers an entry that doesn't exist:
		      a backup was restored */
	bool conflict; /* genuine tokens of several seats, so that the sender is unknown */
	bool others; /* the token is another seat's than that of the sender's address, which is the
			seat in hand: the player answered to all */
};

/* Returns the game that the message is about. The game must be readable. */
const struct game *incoming_game(const struct incoming *incoming);

/* Returns the message as the cause of others, and of changes. */
struct mail_cause incoming_cause(const struct incoming *incoming);

/* Returns the day on which the message arrived, as counts have it. */
int64_t incoming_day(const struct incoming *incoming);

/* Adds `add` to the day's count of that kind for the seat in hand. Returns its earlier value. */
int64_t incoming_count(struct incoming *incoming, enum count_kind what, int64_t add);

/* Reads these orders in the language that the address has chosen. The result is valid until the
 * next call, and parsed again only if the language differs from that of the call before. */
const struct incoming_orders *incoming_orders_for(struct incoming *incoming, const char *address);

/* Records what the message did, for log and ledger. Cuts the text to fit. */
void incoming_set_what(struct incoming *incoming, const char *what);

/* Sends one answer to the seat in hand. It counts towards the limit of the day unless it is the
 * receipt for accepted orders. `extra` has the template and texts. Returns -1 with the reason. */
int incoming_send(struct incoming *incoming, const struct mail *extra, struct reason *reason);

/* The limits of a day for the seat in hand: answers to messages that don't move the game, messages
 * of any kind, and requests about other games. */
enum incoming_limit { INCOMING_ANSWERS, INCOMING_LETTERS, INCOMING_ELSEWHERE };

/* Reports whether the seat has used up its answers of the day, so that further ones needn't be
 * made. */
bool incoming_is_rationed(struct incoming *incoming);

/* Counts the message, and reports whether it is beyond that limit. If so, nothing more is done with
 * it. The first such message of the day is answered with an explanation; *result_out is 0, or -1
 * with the reason. */
bool incoming_is_over(struct incoming *incoming, enum incoming_limit which, int *result_out,
		      struct reason *reason);

/* Refuses a message by incoming_send. Also records `why` as what the message did. */
int incoming_refuse(struct incoming *incoming, const char *template, const char *why,
		    struct reason *reason);

#endif
