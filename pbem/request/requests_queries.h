/* SPDX-License-Identifier: MIT */
/* Questions and wishes of a letter, which change nothing in the game. */
#ifndef PBEM_REQUEST_REQUESTS_QUERIES_H
#define PBEM_REQUEST_REQUESTS_QUERIES_H

#include <stdbool.h>

#include "core/order/order.h"
#include "pbem/answer/matter.h"

/* Answers each question of the letter, and with `grants` meets its wishes. -1 when pbem itself
 * failed. */
int requests_ask(struct matter *matter, const struct order_list *orders, bool grants,
		 struct reason *reason);

/* Why a wish of the letter can't be met, or NULL: LEAVE and WATCH are for those whom the game
 * doesn't ask any more, VIEW for games of one board. */
const char *requests_why_not(const struct matter *matter, const struct order_list *orders);

#endif
