/* SPDX-License-Identifier: MIT */
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "pbem/request/request_internal.h"

enum { SAYS_A_DAY = 32 /* of one seat in one game */ };

static bool is_say_order(const struct order *order)
{
	return order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO;
}

static unsigned count_say_orders(const struct order_list *orders)
{
	unsigned count = 0;

	for (size_t i = 0; i < orders->count; i++)
		count += is_say_order(&orders->orders[i]);
	return count;
}

char *request_relay_error(struct incoming *incoming, const struct order_list *orders)
{
	const struct site *site = incoming->workspace->site;
	unsigned count = count_say_orders(orders);
	bool too_late;

	if (count == 0 || orders->dry_run)
		return NULL;
	too_late = incoming_game(incoming)->outcome.status != STATUS_PLAYING &&
		   (incoming->waiting->received -
		    workspace_last_entry(incoming->workspace, incoming->game->id)) /
				   SECONDS_A_DAY >=
			   site->config->press_days;
	if (too_late)
		return base_printf(
			translate(
				"The game ended more than %ld days ago, so we don't pass on "
				"messages in it any more. If you still want to talk to the others, "
				"please write to them yourself."),
			site->config->press_days);
	if (incoming_count(incoming, COUNT_SAYS, 0) + count <= SAYS_A_DAY)
		return NULL;
	return base_printf(
		translate("We pass on up to %d messages a day from each player, and this would be "
			  "more. Please send your letter again without SAY, and write the rest "
			  "tomorrow."),
		SAYS_A_DAY);
}

void request_relay(struct incoming *incoming, const struct order *order)
{
	const bool alone = order->kind == ORDER_SAY_TO;

	if (!is_say_order(order))
		return;
	(void)incoming_count(incoming, COUNT_SAYS, 1);
	for (unsigned seat = 0; seat < variant_seats(incoming_game(incoming)->variant); seat++)
		if (seat != incoming->seat && (!alone || order->seat == seat))
			ledger_put(&incoming->workspace->batch.ledger, CHANGE_PRESS,
				   incoming->game->file->header.number, seat, incoming->seat, alone,
				   incoming->processed.digest, order->text);
}
