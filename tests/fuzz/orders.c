/* SPDX-License-Identifier: MIT */
/* The new text of a message in every kind of game: each order that is read is written, and read
 * again. */
#include "tests/fuzz/fuzz.h"

#include "core/order/order_parse.h"
#include "core/order/order_suggest.h"
#include "pbem/mime/charset.h"

static bool would_do(const void *context, const char *order)
{
	(void)context;
	return strlen(order) % 3 == 0;
}

/* Checks that an order as receipts and game files write it means the same when it is sent. An order
 * of several lines is then on one line, which may be too long. */
static void read_again(const struct variant *variant, const struct order *order)
{
	struct strbuf once, twice;
	struct order_list list;
	struct reason why = {.text = ""};

	if (order_part(order->kind) == PART_SAY)
		return;
	strbuf_init(&once, 0);
	strbuf_init(&twice, 0);
	order_list_init(&list);
	order_print(variant, order, &once);
	if (order_read_message(variant, once.bytes, &list, &why) != ACCEPTED)
		fuzz_fail("'%s' isn't read again: %s", once.bytes, why.text);
	if (list.count != 1)
		fuzz_fail("'%s' is %zu orders when it is read again", once.bytes, list.count);
	order_print(variant, &list.orders[0], &twice);
	fuzz_same("an order", once.bytes, twice.bytes);
	order_list_done(&list);
	strbuf_done(&once);
	strbuf_done(&twice);
}

static void read_lines(const struct variant *variant, const char *text)
{
	const struct order_judge judge = {would_do, NULL};
	const char *cursor = text, *line;
	char near[ORDER_NEAREST_MAX];
	size_t len;

	for (unsigned i = 0; i < 20 && strbuf_next_line(&cursor, text + strlen(text), &line, &len);
	     i++) {
		char *copy = fuzz_string(line, len);

		(void)order_nearest(variant, copy, &judge, near);
		(void)order_line_is_harmless(variant, copy);
		free(copy);
	}
}

static void orders_once(const char *bytes, size_t len)
{
	const struct variant *variant = fuzz_variant(fuzz_pick(&bytes, &len, FUZZ_GAMES));
	char *text = charset_text(bytes, len, NULL), *whole;
	struct order_list list;
	struct reason why = {.text = ""};

	order_list_init(&list);
	if (order_read_message(variant, text, &list, &why) == ACCEPTED)
		for (size_t i = 0; i < list.count; i++)
			read_again(variant, &list.orders[i]);
	else if (why.text[0] == '\0')
		fuzz_fail("refused without a reason");
	order_list_done(&list);
	whole = order_join_broken_lines(variant, text);
	free(whole);
	read_lines(variant, text);
	free(text);
}

const struct fuzz fuzz_orders = {"orders", NULL, orders_once};
