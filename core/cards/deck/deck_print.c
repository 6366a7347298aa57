/* SPDX-License-Identifier: MIT */
#include "core/cards/deck/deck.h"
#include "core/util/strbuf.h"

void deck_print_names(const struct card_ruleset *book, const struct stack *stack,
		      struct strbuf *out)
{
	for (unsigned i = 0; i < stack->count; i++)
		strbuf_addf(out, "%s%s", i > 0 ? ", " : "", book->set->cards[stack->kinds[i]].name);
}
