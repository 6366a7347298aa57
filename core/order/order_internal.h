/* SPDX-License-Identifier: MIT */
/* The line being read, for the files that read lines. */
#ifndef PBEM_CORE_ORDER_ORDER_INTERNAL_H
#define PBEM_CORE_ORDER_ORDER_INTERNAL_H

#include <stdbool.h>

#include "core/order/order_list.h"
#include "core/util/base.h"
#include "core/util/utf8.h"

struct order_word;

/* A line being read, without the decoration around it. */
struct reading {
	const struct variant *variant;
	const char *raw; /* the original line */
	struct utf8 plain;
	char *text;	   /* in plain.text: from the first letter to the last */
	const char *start; /* the beginning of the line in it */
	unsigned line;
	bool doubtful; /* ended with more than one full stop or "!" */
	struct order_list *list;
	struct reason *why;
};

/* Reads what follows an order word and adds the order. REFUSED says what was expected. */
enum verdict order_read_arguments(struct reading *reading, const struct order_word *word,
				  char *rest);

/* Adds a move if `text` has the form of one. `written` is the text that `text` was derived from. */
bool order_accept_move(struct reading *reading, enum order_kind kind, const char *text,
		       const char *written);

/* ---- order_hint.c ---- */

/*
 * Looks for orders in the sentences of a message without an order: "I resign. Good game!", "Nf3,
 * what do you think?", "Hi! My move is e4.", or little more than "Yes." as an answer to a draw
 * offer. If there is exactly one, sets `missed` and `hinted` of the list, and for a yes `agreed`.
 * The refusal names such an order, which is never carried out.
 */
void order_hint(const struct variant *variant, const char *letter, struct order_list *list);

/* ---- */

/* Reports whether the line is empty. */
bool order_is_blank(const char *line);

/*
 * Removes "KEY" and the token from the end of a line, where links and the foot of letters have
 * them. Reports whether they were there.
 */
bool order_cut_key(char *line);

#endif
