/* SPDX-License-Identifier: MIT */
#include "tests/lib/letters.h"

char *read_letter(const struct variant *variant, const char *letter)
{
	struct order_list list;
	struct reason why = {.text = ""};
	struct strbuf text;

	order_list_init(&list);
	strbuf_init(&text, 0);
	if (order_read_message(variant, letter, &list, &why) == REFUSED) {
		strbuf_addf(&text, "refused: %s", why.text);
	} else {
		strbuf_add(&text, list.dry_run ? "TRY" : "");
		for (size_t i = 0; i < list.count; i++) {
			strbuf_add(&text, text.len > 0 ? "; " : "");
			order_print(variant, &list.orders[i], &text);
		}
	}
	order_list_done(&list);
	return text.bytes;
}
