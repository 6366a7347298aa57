/* SPDX-License-Identifier: MIT */
/* What a known player's letter asks: orders are decided and entered, queries answered. */
#ifndef PBEM_REQUESTS_H
#define PBEM_REQUESTS_H

#include "core/base.h"
#include "pbem/mailing.h"
#include "pbem/sender.h"

/* Reads the letter's orders and does what they ask; whatever comes of it is answered. */
int requests_answer(struct hand *hand, struct reason *reason);

/* For requests_answer and its caller in intake.c: sends one answer to the seat in hand, within the
 * day's ration unless his orders were accepted; `extra` names template and texts. */
int hand_send(struct hand *hand, const struct mail *extra, struct reason *reason);

/* The same for a letter that comes to nothing; `why` is kept as what the letter did. */
int hand_refuse(struct hand *hand, const char *template, const char *why, struct reason *reason);

#endif
