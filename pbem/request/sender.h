/* SPDX-License-Identifier: MIT */
/* Finds who a message is from: the token decides. The From line can only contradict it. */
#ifndef PBEM_REQUEST_SENDER_H
#define PBEM_REQUEST_SENDER_H

#include <stdbool.h>

#include "pbem/request/incoming.h"

/* Returns the first genuine token in the message, or NULL. All tokens are verified once, at the
 * first call. */
const struct token *sender_first_token(struct incoming *incoming);

/* Takes the first genuine token in hand if it is no seat's, but one of an open game, a watcher or a
 * moderator's confirmation. Returns false if it is a seat's, or there is none. */
bool sender_take_other(struct incoming *incoming);

/*
 * Looks for our tokens in the message. Returns true if there is a genuine one of a game of this
 * site. Then game, seat and the token that counts are set. A live token counts before others, and
 * one that answers an open question before one that only permits queries. If the header has a
 * token, tokens of other seats in the text don't count.
 * A token proves which message is answered, not who answers. When the message comes from an address
 * that other seats of the game have and this one hasn't, incoming->others is set and the other seat
 * is in hand.
 */
bool sender_known(struct incoming *incoming);

/* Sets `why` to an explanation why the genuine token in hand can't be used any more. */
void sender_why_dead(const struct incoming *incoming, struct reason *why);

/* Reads the token that a Message-ID of ours begins with. Returns false if the id isn't one of
 * ours. */
bool sender_read_id(const struct incoming *incoming, const char *id, struct token *token_out);

/* Reports whether a message of ours comes back, by the token in its own Message-ID. */
bool sender_is_own(const struct incoming *incoming);

/* Finds the seat whose message bounced, by the token in the returned message's Message-ID. Returns
 * false if there is none. */
bool sender_of_bounce(struct incoming *incoming);

#endif
