/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "pbem/reception/takers.h"
#include "pbem/answer/sender.h"
#include "pbem/batch/tally.h"

void stranger_bounce(struct matter *matter)
{
	struct desk *desk = matter->desk;
	const struct letter *letter = matter->letter;

	matter_set_what(matter, "a bounce");
	if (watcher_bounced(matter))
		return;
	if (!sender_of_bounce(matter) || !letter->bounce_permanent)
		return;
	matter->deed.seat = (int)matter->seat;
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", matter->game->id);
	if (desk_raise(desk, 1, "bounces %s %u", matter->game->id, matter->seat) == 1 &&
	    matter->game->file != NULL)
		desk_notice(desk, matter->waiting->received,
			    "Letters to %s (%s) in game %s come back as undeliverable. Ask the "
			    "player for another address: pbem address %s %s ADDRESS",
			    matter->game->seats.seats[matter->seat].name,
			    matter->game->seats.seats[matter->seat].addresses[0], matter->game->id,
			    matter->game->id,
			    variant_seat_name(matter_game(matter)->variant, matter->seat));
}

int stranger_take(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	bool forged = matter->letter->token_count > 0;

	if (matter->lost) {
		matter_set_what(matter, "ignored: its game isn't there");
		return 0;
	}
	if (commander_asks(matter))
		return commander_ask(matter, put_off_out, reason);
	if (joiner_asks(matter))
		return joiner_ask(matter, put_off_out, reason);
	if (watcher_asks(matter))
		return watcher_ask(matter, put_off_out, reason);
	if (keyless_known(matter, put_off_out))
		return keyless_answer(matter, reason);
	if (*put_off_out)
		return 0;
	tally_add(matter->desk, forged ? TALLY_FORGED : TALLY_NO_TOKEN, 1);
	matter_set_what(matter,
			forged ? "ignored: no token of ours in it verifies" : "ignored: no token");
	return 0;
}
