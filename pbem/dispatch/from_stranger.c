/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "pbem/batch/ignored_counts.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/request/sender.h"

void from_stranger_bounce(struct incoming *incoming)
{
	struct workspace *workspace = incoming->workspace;
	const struct message *letter = incoming->letter;

	incoming_set_what(incoming, "a bounce");
	if (from_watcher_bounced(incoming))
		return;
	if (!sender_of_bounce(incoming) || !letter->bounce_permanent)
		return;
	incoming->processed.seat = (int)incoming->seat;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 incoming->game->id);
	if (workspace_raise(workspace, 1,
			    COUNT(COUNT_BOUNCES, .game = incoming->game->id,
				  .number = incoming->seat)) == 1 &&
	    incoming->game->file != NULL)
		workspace_notice(
			workspace, incoming->waiting->received,
			"Letters to %s (%s) in game %s come back as undeliverable. Ask the "
			"player for another address: pbem address %s %s ADDRESS",
			incoming->game->seats.seats[incoming->seat].name,
			incoming->game->seats.seats[incoming->seat].addresses[0],
			incoming->game->id, incoming->game->id,
			variant_seat_name(incoming_game(incoming)->variant, incoming->seat));
}

bool from_stranger_is_lost(struct incoming *incoming)
{
	return incoming->lost;
}

int from_stranger_ignore(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	(void)put_off_out;
	(void)reason;
	incoming_set_what(incoming, "ignored: its game isn't there");
	return 0;
}

int from_stranger_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	bool forged = incoming->letter->token_count > 0;

	if (from_known_address_known(incoming, put_off_out))
		return from_known_address_answer(incoming, reason);
	if (*put_off_out)
		return 0;
	ignored_counts_add(incoming->workspace,
			   forged ? IGNORED_COUNTS_FORGED : IGNORED_COUNTS_NO_TOKEN, 1);
	incoming_set_what(incoming, forged ? "ignored: no token of ours in it verifies"
					   : "ignored: no token");
	return 0;
}
