/* SPDX-License-Identifier: MIT */
/* Recognizes lines that were meant as orders but can't be read as such; for order_message.c. */
#ifndef PBEM_CORE_ORDER_ORDER_TYPO_H
#define PBEM_CORE_ORDER_ORDER_TYPO_H

#include <stdbool.h>

#include "core/util/base.h"
#include "core/variant/variant.h"

struct order;

/*
 * Reports whether a line that can't be read as an order was meant as one. Such a line has an order
 * word followed by something else, a misspelt order word, or a square or order word among words
 * that only accompany moves. `why` is order_read's reason, which a more helpful one may replace.
 */
bool order_is_misspelt(const struct variant *variant, const char *line, struct reason *why);

/*
 * Returns the answer for players who write such a phrase instead of an order, for example "I
 * resign". Returns NULL if there is none.
 */
const char *order_phrase_answer(const struct variant *variant, const char *line);

/*
 * Finds an order in text that has lost the line end before the order: "Good luck MOVE e2-e4",
 * "Thanks. RESIGN", "Good luck!Nf3". Talk about moves and orders doesn't count: "7. Nf3 was a
 * mistake", "should I resign now?". Returns its beginning, or NULL.
 */
const char *order_swallowed(const struct variant *variant, const char *said);

/*
 * Finds such an order in the free text of an order. Returns NULL also if the order has no free
 * text.
 */
const char *order_swallowed_by(const struct variant *variant, const struct order *order);

#endif
