/* SPDX-License-Identifier: MIT */
/* Orders proper: decided, entered, tried, and what was said handed on. */
#ifndef PBEM_REQUEST_REQUESTS_ORDERS_H
#define PBEM_REQUEST_REQUESTS_ORDERS_H

#include "core/order/order.h"
#include "pbem/answer/matter.h"

/* Decides the letter's orders and does what follows: an entry and its receipt, a refusal, the
 * answer to a dry run. -1 when pbem itself failed. */
int requests_decide(struct matter *matter, const struct order_list *orders, struct reason *reason);

/* What the letter did ("accepted: MOVE e2-e4"), for log and ledger: what was said is nobody's
 * business there, nor what a hand holds. */
void requests_note(struct matter *matter, const char *verdict, const struct order_list *orders);

#endif
