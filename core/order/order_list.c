/* SPDX-License-Identifier: MIT */
/* The orders of a letter, and each in canonical words. */
#include <stdlib.h>

#include "core/order/order.h"
#include "core/base/text.h"

void order_list_init(struct order_list *list)
{
	list->orders = NULL;
	list->count = list->size = 0;
	list->missed = NULL;
	list->below_deck = NULL;
	list->dry_run = list->in_letter = false;
}

void order_list_done(struct order_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->orders[i].text);
	free(list->orders);
	free(list->missed);
	free(list->below_deck);
	order_list_init(list);
}

void order_list_add(struct order_list *list, enum order_kind kind, unsigned line, unsigned seat,
		    const char *text)
{
	if (list->count == list->size) {
		list->size = list->size ? 2 * list->size : 4;
		list->orders = base_realloc(list->orders, list->size * sizeof *list->orders);
	}
	list->orders[list->count++] = (struct order){
		.kind = kind,
		.line = line,
		.seat = seat,
		.text = base_strdup(text),
	};
}

bool order_is_query(const struct order *order)
{
	return order->kind >= QUERY_STATUS && order->kind <= WISH_WATCH;
}

void order_print(const struct variant *variant, const struct order *order, struct text *out)
{
	static const char *const forms[ORDER_KINDS] = {
		[ORDER_MOVE] = "MOVE",
		[ORDER_RESIGN] = "RESIGN",
		[ORDER_DRAW] = "DRAW",
		[ORDER_DRAW_NO] = "DRAW NO",
		[ORDER_CLAIM_DRAW] = "CLAIM DRAW",
		[ORDER_PASS] = "PASS",
		[ORDER_REMOVE] = "REMOVE",
		[ORDER_TRADE] = "TRADE",
		[ORDER_PLAY] = "PLAY",
		[ORDER_ANSWER] = "ANSWER",
		[ORDER_DISCARD] = "DISCARD",
		[ORDER_AUTOPASS] = "AUTOPASS",
		[ORDER_IF_FOGGED] = "IF FOGGED MOVE",
		[ORDER_IF_CHAOS] = "IF CHAOS MOVE",
		[ORDER_JOIN] = "JOIN",
		[ORDER_DECK] = "DECK",
		[ORDER_SAY] = "SAY",
		[ORDER_SAY_TO] = "SAY TO",
		[QUERY_STATUS] = "STATUS",
		[QUERY_BOARD] = "BOARD",
		[QUERY_HISTORY] = "HISTORY",
		[QUERY_HELP] = "HELP",
		[QUERY_HAND] = "HAND",
		[QUERY_CARD] = "CARD",
		[QUERY_PLAYS] = "PLAYS",
		[WISH_VIEW] = "VIEW",
		[WISH_SHORT] = "SHORT",
		[WISH_LEAVE] = "LEAVE",
		[WISH_WATCH] = "WATCH",
		[ORDER_TRY] = "TRY",
	};

	text_add(out, forms[order->kind]);
	if (order->kind == ORDER_SAY_TO)
		text_addf(out, " %s", variant_seat_name(variant, order->seat));
	if (order->text[0] != '\0')
		text_addf(out, " %s", order->text);
}
