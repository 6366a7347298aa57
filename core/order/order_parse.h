/* SPDX-License-Identifier: MIT */
/* Reads a player's orders: finds the order paragraph of a message and reads it (pbem-orders(7)). */
#ifndef PBEM_CORE_ORDER_ORDER_PARSE_H
#define PBEM_CORE_ORDER_ORDER_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/order/order_list.h"
#include "core/util/base.h"
#include "core/variant/variant.h"

/*
 * Reads one order ("MOVE e2-e4", "say good luck", or a bare "Nf3") and adds it to the list. REFUSED
 * says what was expected.
 */
enum verdict order_read(const struct variant *variant, const char *line, unsigned line_number,
			struct order_list *list, struct reason *why);

/*
 * Finds and reads the order paragraph in the new text of a message (UTF-8, LF). It begins with the
 * first line that is an order, and ends before the first line that isn't. Blank lines, and
 * greetings and chat around the paragraph, are ignored. "KEY" and a token at the end of a line are
 * removed. Broken lines of links are joined (order_join_broken_lines). The text of SAY continues up
 * to a blank line, an order or the line with the key. REFUSED names the line of an order after the
 * paragraph, or of a misspelt order (order_typo.h). It also refuses an order below a line that may
 * mean TRY, messages without an order, and orders that exclude each other.
 */
enum verdict order_read_message(const struct variant *variant, const char *new_text,
				struct order_list *list, struct reason *why);

/*
 * Returns the text of a message with the lines that pbem's links contain, "MOVE e2-e4 KEY xxxx",
 * joined again if a mail program broke them or wrote "<BR>". All other lines keep their places. The
 * caller frees the text.
 */
char *order_join_broken_lines(const struct variant *variant, const char *text);

/*
 * Reports whether order_read_message ignores the line: it adds no order and isn't taken for a
 * misspelt one. Quotations without a mark may consist of such lines.
 */
bool order_line_is_harmless(const struct variant *variant, const char *line);

/*
 * Reports whether a line of the text begins with the word TRY, or is a heading with that word: "Try
 * this:", "I'm only testing:". An order below such a line may be meant as a test.
 */
bool order_asks_to_try(const char *text);

/*
 * Checks that the orders of one message go together. order_read_message has done so. REFUSED names
 * two orders that exclude each other, or one in the wrong place: payments come before moves
 * [nothing-superfluous].
 */
enum verdict order_check_together(const struct variant *variant, const struct order_list *list,
				  struct reason *why);

/*
 * Removes every order that only repeats an earlier one, unless repetition has a meaning.
 * order_read_message has done so. REFUSED if more than MAX_ORDERS are left, which limits the cost
 * of a message.
 */
enum { MAX_ORDERS = 32 };
enum verdict order_check_number(const struct variant *variant, struct order_list *list,
				struct reason *why);

#endif
