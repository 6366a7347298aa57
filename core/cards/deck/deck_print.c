/* SPDX-License-Identifier: MIT */
#include "core/cards/deck/deck.h"
#include "core/base/text.h"

void deck_print_names(const struct book *book, const struct stack *stack, struct text *out)
{
	for (unsigned i = 0; i < stack->count; i++)
		text_addf(out, "%s%s", i > 0 ? ", " : "", book->set->cards[stack->kinds[i]].name);
}
