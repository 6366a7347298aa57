/* SPDX-License-Identifier: MIT */
/* Effects as text, as events and files contain them. */
#ifndef PBEM_CORE_CARDS_BOARD_CARD_BOARD_FORMAT_H
#define PBEM_CORE_CARDS_BOARD_CARD_BOARD_FORMAT_H

#include <stdbool.h>

#include "core/cards/board/card_board.h"

struct strbuf;

/* Print and read the fields of an effect that its event contains. card_board_read_effect returns -1
 * with the reason if it can't. */
void card_board_print_effect(const struct card_ruleset *book, const struct effect *effect,
			     struct strbuf *out);
int card_board_read_effect(const struct card_ruleset *book, const char *text,
			   struct effect *effect_out, struct reason *reason);

/* Returns an effect in which nothing is set. */
struct effect card_board_no_effect(void);
unsigned card_board_effect_squares(
	const struct card_ruleset *book,
	const struct effect *effect); /* number of squares that its text must name */

#endif
