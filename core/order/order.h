/* SPDX-License-Identifier: MIT */
/* What a player asks in words: finds the order paragraph of a letter and reads it (pbem-orders(7)).
 */
#ifndef PBEM_CORE_ORDER_ORDER_H
#define PBEM_CORE_ORDER_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/order/order_list.h"
#include "core/variant/variant.h"

/*
 * Reads one order ("MOVE e2-e4", "say good luck", or a bare "Nf3") and adds it.
 * REFUSED with what was expected when the line isn't one.
 */
enum verdict order_read(const struct variant *variant, const char *line, unsigned line_number,
			struct order_list *list, struct reason *why);

/*
 * Finds the order paragraph in the new text of a letter (UTF-8, LF) and reads it: from the first
 * line that parses whole as an order to the first that begins none, blank lines skipped; greetings
 * and chat around it are ignored. "KEY" and a token at a line's end are taken off, and what a
 * link with them wrote is put together where it was broken (order_whole). What SAY says
 * goes on to a blank line, an order or the line with the key. REFUSED, naming the line, for an
 * order after the paragraph's end, for a near miss (order_miss.h), and when there is no order at
 * all. Two orders that exclude each other are refused here too.
 */
enum verdict order_read_letter(const struct variant *variant, const char *new_text,
			       struct order_list *list, struct reason *why);

/*
 * The text of a letter with what a link in ours wrote, "MOVE e2-e4 KEY xxxx", on one line again,
 * where a mail program broke it, or wrote "<BR>" for a blank: from its order word to the key. All
 * other lines stay, and keep their places. The caller frees it.
 */
char *order_whole(const struct variant *variant, const char *text);

/* Whether a line, quoted without a mark in a letter, adds no order to it and isn't taken for a
 * misspelt one: order_read_letter goes on behind it. */
bool order_line_is_harmless(const struct variant *variant, const char *line);

/* Whether the orders of one message go together; order_read_letter has asked it already. REFUSED
 * names the two that exclude each other, or what stands in the wrong place: payments come before
 * moves [nothing-superfluous]. */
enum verdict order_check_together(const struct variant *variant, const struct order_list *list,
				  struct reason *why);

/*
 * Leaves out every order that says no more than one above it (what can be meant twice stays);
 * REFUSED when more than MAX_ORDERS are left: what one letter may cost has a limit.
 * order_read_letter has asked it already.
 */
enum { MAX_ORDERS = 32 };
enum verdict order_check_number(const struct variant *variant, struct order_list *list,
				struct reason *why);

#endif
