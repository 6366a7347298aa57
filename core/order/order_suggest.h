/* SPDX-License-Identifier: MIT */
/*
 * Finds the order that an unreadable line or an illegal move was meant to be, for the player to
 * copy.
 */
#ifndef PBEM_CORE_ORDER_ORDER_SUGGEST_H
#define PBEM_CORE_ORDER_ORDER_SUGGEST_H

#include <stdbool.h>

#include "core/util/base.h"
#include "core/variant/variant.h"

enum { ORDER_NEAREST_MAX = 64 };

/*
 * Reports whether an order such as "MOVE Nf3" would be accepted, by code that knows the position.
 */
struct order_judge {
	bool (*would_do)(const void *context, const char *order);
	const void *context;
};

/*
 * Finds the order that is nearest to a line: the first possible one that would be accepted. For
 * several moves in one line ("e5 or c5"), writes all that would be accepted, one per line. Returns
 * false if there is none.
 */
bool order_nearest(const struct variant *variant, const char *line, const struct order_judge *judge,
		   char order_out[ORDER_NEAREST_MAX]);

/*
 * Returns how many letters must be changed, added or left out to turn one move into the other. Case
 * and signs don't count.
 */
unsigned order_nearest_distance(const char *written, const char *move);

/*
 * Reports whether a line with an order word at its beginning may be about a move of the present
 * turn. A move after IF is for another turn and is never suggested.
 */
bool order_nearest_is_move(const struct variant *variant, const char *line);

#endif
