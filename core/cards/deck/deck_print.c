/* SPDX-License-Identifier: MIT */
#include "core/cards/deck/deck.h"
#include "core/base/text.h"

void deck_print(const struct book *book, const struct stack *stack, struct text *out)
{
	struct stack sorted = *stack;
	unsigned copies;

	deck_sort(&sorted);
	for (unsigned i = 0; i < sorted.count; i += copies) {
		for (copies = 1; i + copies < sorted.count; copies++)
			if (sorted.kinds[i + copies] != sorted.kinds[i])
				break;
		if (i > 0)
			text_add_char(out, '\n');
		if (copies > 1)
			text_addf(out, "%u of: ", copies);
		card_sheet(&book->set->cards[sorted.kinds[i]], out);
	}
}

void deck_print_names(const struct book *book, const struct stack *stack, struct text *out)
{
	for (unsigned i = 0; i < stack->count; i++)
		text_addf(out, "%s%s", i > 0 ? ", " : "", book->set->cards[stack->kinds[i]].name);
}
