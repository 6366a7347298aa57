/* SPDX-License-Identifier: MIT */
/* What a line was meant to be that can't be read, or a move that isn't legal: an order to be
 * copied. */
#ifndef PBEM_CORE_ORDER_ORDER_NEAREST_H
#define PBEM_CORE_ORDER_ORDER_NEAREST_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

enum { ORDER_NEAREST_MAX = 64 };

/* Whoever knows the position: whether this order, "MOVE Nf3", would be taken. */
struct order_judge {
	bool (*would_do)(const void *context, const char *order);
	const void *context;
};

/*
 * The order a line comes nearest to: of those its words may make the first that would do; of
 * several moves in one line ("e5 or c5") all that would, a line each. False when there is none.
 */
bool order_nearest(const struct variant *variant, const char *line, const struct order_judge *judge,
		   char order_out[ORDER_NEAREST_MAX]);

/* How many letters must be changed, added or left out to make one move of the other, case and signs
 * aside. */
unsigned order_nearest_distance(const char *written, const char *move);

#endif
