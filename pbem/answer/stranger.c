/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "pbem/answer/keyless.h"
#include "pbem/answer/sender.h"
#include "pbem/answer/stranger.h"
#include "pbem/batch/tally.h"

void stranger_bounce(struct hand *hand)
{
	struct intake *intake = hand->intake;
	const struct letter *letter = hand->letter;
	char *name;

	hand_set_what(hand, "a bounce");
	if (!sender_of_bounce(hand) || !letter->bounce_permanent)
		return;
	hand->deed.seat = (int)hand->seat;
	snprintf(hand->deed.game, sizeof hand->deed.game, "%s", hand->game->id);
	name = base_printf("bounces %s %u", hand->game->id, hand->seat);
	intake_add_count(intake, name, 1);
	if (intake_count(intake, name) == 2 && hand->game->file != NULL)
		intake_notice(intake, hand->waiting->received,
			      "Letters to %s (%s) in game %s come back as undeliverable. Ask the "
			      "player for another address and put it into games/%s/seats.",
			      hand->game->seats.seats[hand->seat].name,
			      hand->game->seats.seats[hand->seat].addresses[0], hand->game->id,
			      hand->game->id);
	free(name);
}

int stranger_take(struct hand *hand, bool *put_off_out, struct reason *reason)
{
	bool forged = hand->letter->token_count > 0;

	if (hand->lost) {
		hand_set_what(hand, "ignored: its game isn't there");
		return 0;
	}
	if (keyless_known(hand, put_off_out))
		return keyless_answer(hand, reason);
	if (*put_off_out)
		return 0;
	tally_add(hand->intake, forged ? TALLY_FORGED : TALLY_NO_TOKEN, 1);
	hand_set_what(hand,
		      forged ? "ignored: no token of ours in it verifies" : "ignored: no token");
	return 0;
}
