/* SPDX-License-Identifier: MIT */
/* A line being read; between the files that read one. */
#ifndef PBEM_CORE_ORDER_ORDER_INNER_H
#define PBEM_CORE_ORDER_ORDER_INNER_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/base/plain.h"
#include "core/order/order_list.h"

struct order_word;

/* One line being read: plain, the decoration around it cut off. */
struct reading {
	const struct variant *variant;
	const char *raw; /* as it was written */
	struct plain plain;
	char *text; /* into plain.text: from the first letter to the last */
	unsigned line;
	bool doubtful; /* what was cut off behind it is more than a full stop or a call */
	struct order_list *list;
	struct reason *why;
};

/* Reads what stands behind an order's word and adds the order; REFUSED with what was expected. */
enum verdict order_behind(struct reading *reading, const struct order_word *word, char *rest);

/* Accepts a move, if the text that was made of what was written has the form of one. */
bool order_accept_move(struct reading *reading, enum order_kind kind, const char *text,
		       const char *written);

/* Cuts "KEY" and the token off a line's end, as links and the foot of our letters have them. */
bool order_cut_key(char *line);

#endif
