/* SPDX-License-Identifier: MIT */
#include "core/phrase/phrase.h"
#include "core/base/stamp.h"
#include "pbem/request/requests_inner.h"

enum { SAYS_A_DAY = 32 /* of one seat in one game */ };

static bool is_said(const struct order *order)
{
	return order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO;
}

static unsigned count_said(const struct order_list *orders)
{
	unsigned count = 0;

	for (size_t i = 0; i < orders->count; i++)
		count += is_said(&orders->orders[i]);
	return count;
}

char *requests_why_unsaid(struct matter *matter, const struct order_list *orders)
{
	const struct site *site = matter->desk->site;
	unsigned count = count_said(orders);
	bool too_late;

	if (count == 0 || orders->dry_run)
		return NULL;
	too_late = matter_game(matter)->outcome.status != STATUS_PLAYING &&
		   (matter->waiting->received - desk_last_entry(matter->desk, matter->game->id)) /
				   SECONDS_A_DAY >=
			   site->config->press_days;
	if (too_late)
		return base_printf(
			phrase("The game has been over for more than %ld days, and what is "
			       "said in it is passed on no more. If you still want to talk to "
			       "the others, please write to them from your own address."),
			site->config->press_days);
	if (matter_count(matter, "says", 0) + count <= SAYS_A_DAY)
		return NULL;
	return base_printf(
		phrase("You have had a lot to say today. Of each player up to %d messages a "
		       "day are passed on, and with this letter yours would be more. Please "
		       "send the letter again without SAY, and say the rest tomorrow."),
		SAYS_A_DAY);
}

void requests_say(struct matter *matter, const struct order *order)
{
	const struct press press = {
		.sender = (int)matter->seat,
		.alone = order->kind == ORDER_SAY_TO,
		.cause = matter->deed.digest,
		.text = order->text,
	};

	if (!is_said(order))
		return;
	(void)matter_count(matter, "says", 1);
	for (unsigned seat = 0; seat < variant_seats(matter_game(matter)->variant); seat++)
		if (seat != matter->seat && (!press.alone || order->seat == seat))
			ledger_line_press(&matter->desk->batch.ledger,
					  matter->game->file->header.number, seat, &press);
}
