/* SPDX-License-Identifier: MIT */
/* What a known player's letter asks: orders are decided and entered, queries answered. */
#ifndef PBEM_REQUEST_REQUESTS_H
#define PBEM_REQUEST_REQUESTS_H

#include "core/base/base.h"
#include "pbem/answer/matter.h"

/* Reads the letter's orders and does what they ask; whatever comes of it is answered. */
int requests_answer(struct matter *matter, struct reason *reason);

/* A letter with the key of one that asked whether letters are to go to another address: it agrees,
 * or says no. Nothing else in it is read, for it may be no player's. */
int requests_agree(struct matter *matter, struct reason *reason);

#endif
