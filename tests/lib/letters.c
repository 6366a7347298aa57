/* SPDX-License-Identifier: MIT */
#include "tests/lib/letters.h"

char *read_letter(const struct variant *variant, const char *letter)
{
	struct order_list list;
	struct reason why = {""};
	struct text text;

	order_list_init(&list);
	text_init(&text, 0);
	if (order_read_letter(variant, letter, &list, &why) == REFUSED) {
		text_addf(&text, "refused: %s", why.text);
	} else {
		text_add(&text, list.dry_run ? "TRY" : "");
		for (size_t i = 0; i < list.count; i++) {
			text_add(&text, text.len > 0 ? "; " : "");
			order_print(variant, &list.orders[i], &text);
		}
	}
	order_list_done(&list);
	return text.bytes;
}
