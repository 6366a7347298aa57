/* SPDX-License-Identifier: MIT */
/* Answers a known player's message: orders are decided and entered, queries answered. */
#ifndef PBEM_REQUEST_REQUEST_H
#define PBEM_REQUEST_REQUEST_H

#include "core/util/base.h"
#include "pbem/request/incoming.h"

/* Reads the message's orders and carries them out. Answers the message in any case. Returns -1 when
 * pbem itself failed. */
int request_answer(struct incoming *incoming, struct reason *reason);

/* Handles a message with the key of a question: whether messages are to go to another address. The
 * answer agrees or declines. Nothing else in the message is read, because its sender may not be a
 * player. Returns -1 when pbem itself failed. */
int request_agree(struct incoming *incoming, struct reason *reason);

#endif
