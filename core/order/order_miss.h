/* SPDX-License-Identifier: MIT */
/* Lines that were meant as orders and can't be read as one; for order_letter.c. */
#ifndef PBEM_CORE_ORDER_ORDER_MISS_H
#define PBEM_CORE_ORDER_ORDER_MISS_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

/*
 * Whether a line that doesn't read as an order was meant as one: an order word with something else
 * behind it, a misspelt one, or a line with a square or an order word and nothing but what moves
 * are written with. `why` holds what order_read said of it, and is replaced where more can be said.
 */
bool order_miss_is(const struct variant *variant, const char *line, struct reason *why);

#endif
