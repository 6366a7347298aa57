/* SPDX-License-Identifier: MIT */
/* Who a letter is from: the token decides, never the From line. */
#ifndef PBEM_ANSWER_SENDER_H
#define PBEM_ANSWER_SENDER_H

#include <stdbool.h>

#include "pbem/answer/matter.h"

/*
 * Looks for tokens of ours in the letter. True when there is a genuine one of a game of this site:
 * game, seat and the token that counts are set, a live one before others, one that answers an open
 * question before one that only asks. Where the header has one, those of others in the text don't
 * count.
 */
bool sender_known(struct matter *matter);

/* Why the genuine token in hand can't be used any more. */
void sender_why_dead(const struct matter *matter, struct reason *why);

/* The token that a Message-ID of ours begins with; false: it isn't one. */
bool sender_read_id(const struct matter *matter, const char *id, struct token *token_out);

/* Whether it is a letter of ours that comes back, by the token in its own Message-ID. */
bool sender_is_own(const struct matter *matter);

/* The seat whose letter came back, by the token in the returned letter's Message-ID. */
bool sender_of_bounce(struct matter *matter);

#endif
