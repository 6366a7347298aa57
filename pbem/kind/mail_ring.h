/* SPDX-License-Identifier: MIT */
/* Which boards of a ring a letter answers for. */
#ifndef PBEM_KIND_MAIL_RING_H
#define PBEM_KIND_MAIL_RING_H

#include <stdbool.h>

#include "core/order/order.h"
#include "pbem/answer/matter.h"

/*
 * A letter answers for the boards that were the seat's to move on when the letter it answers was
 * written: what has happened on another since must not turn an order's meaning. Puts the board into
 * orders that name none and can mean but one. NULL, or why the letter can't be carried out, which
 * the caller frees; *dead_out: because a board has changed since.
 */
char *requests_ring(const struct matter *matter, struct order_list *orders, bool *dead_out);

#endif
