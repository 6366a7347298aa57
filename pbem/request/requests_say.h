/* SPDX-License-Identifier: MIT */
/* What a letter says to other players. */
#ifndef PBEM_REQUEST_REQUESTS_SAY_H
#define PBEM_REQUEST_REQUESTS_SAY_H

#include "core/order/order.h"
#include "pbem/answer/matter.h"

/* Why what the letter wants to say isn't passed on; NULL: it is. The caller frees it. */
char *requests_why_unsaid(struct matter *matter, const struct order_list *orders);

/* Keeps what one order says for all other seats, or for the one it names; nothing if it says
 * nothing. */
void requests_say(struct matter *matter, const struct order *order);

#endif
