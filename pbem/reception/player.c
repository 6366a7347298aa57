/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/stamp.h"
#include "pbem/answer/deeds.h"
#include "pbem/answer/sender.h"
#include "pbem/batch/tally.h"
#include "pbem/reception/takers.h"
#include "pbem/request/requests.h"
#include "pbem/site/log.h"

/* With a game's id behind: it was found damaged. */
#define DAMAGED "damaged "

enum { VOID_ANSWERS_A_DAY = 3 };

int player_repeat(struct matter *matter, struct reason *reason)
{
	long long day = (long long)(matter->waiting->received / SECONDS_A_DAY);
	char *cause = base_printf("%lld%.32s", day, matter->deed.digest);
	char *done = base_printf("%s.", matter->deed.what);
	const struct mail mail = {
		.template = "repeat", .cause = cause, .when = matter->deed.when, .done = done};
	int result = 0;

	matter->repeated = true;
	if (desk_is_first(matter->desk, 1, "repeats %.32s" LEDGER_OF_DAY, matter->deed.digest, day))
		result = matter_send(matter, &mail, reason);
	free(done);
	free(cause);
	return result;
}

/* The first time a game is found damaged: its seats and the moderator are told. When it only can't
 * be read just now, the log alone says so: the next run may read it (unloaded.h has those with
 * which it lasts). */
static int report_damage(struct matter *matter, struct reason *reason)
{
	struct desk *desk = matter->desk;
	int result = 0;

	if (!reason_is_passing(&matter->game->why) &&
	    desk_is_first(desk, 1, DAMAGED "%s", matter->game->id)) {
		desk_notice(desk, matter->waiting->received,
			    "Game %s can't be read and stands still, its letters wait: %s. Ask: "
			    "pbem repair %s",
			    matter->game->id, matter->game->why.text, matter->game->id);
		result = mailing_damaged(desk, matter->game->id, reason);
	}
	log_line(desk->log, "%s %s: waits, the game can't be read: %s\n", matter->waiting->id,
		 matter->game->id, matter->game->why.text);
	return result;
}

/* The game can be read again. */
static void forget_damage(struct matter *matter)
{
	char *name = base_printf(DAMAGED "%s", matter->game->id);

	desk_drop_count(matter->desk, name);
	free(name);
}

/* A key of before the seat was given new ones acts on nothing and shows nothing. The player
 * himself, who answers an old letter, is told so: not who played the seat before. A ration of its
 * own: nobody can use up the seat's. */
static int take_voided(struct matter *matter, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	struct mail mail = {
		.template = "dead-token",
		.game = matter->game,
		.seat = matter->seat,
		.answers = matter->letter,
		.cause = matter->deed.digest,
		.when = matter->waiting->received,
	};
	struct reason why;

	matter_set_what(matter, "ignored: a key of before its seat was given new ones");
	if (!seats_has_address(seat, matter->letter->from) ||
	    matter_count(matter, "void keys", 1) >= VOID_ANSWERS_A_DAY) {
		tally_add(matter->desk, TALLY_VOID, 1);
		return 0;
	}
	sender_why_dead(matter, &why);
	mail.why = why.text;
	return mailing_send(matter->desk, &mail, reason);
}

int player_take(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	const struct letter *letter = matter->letter;
	const struct seat *seat;
	struct deed earlier;

	matter->deed.seat = (int)matter->seat;
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", matter->game->id);
	if (matter->game->file == NULL) {
		*put_off_out = true;
		return report_damage(matter, reason);
	}
	forget_damage(matter);
	if (matter->voided)
		return take_voided(matter, reason);
	if (deeds_message(matter->desk, letter->message_id, matter->token_text, &earlier)) {
		matter->deed = earlier;
		return player_repeat(matter, reason);
	}
	if (matter_is_exhausted(matter))
		return matter_pass_over(matter, reason);
	seat = &matter->game->seats.seats[matter->seat];
	if (matter->token.purpose == TOKEN_ADDRESS)
		return requests_agree(matter, reason);
	if (matter->conflict)
		return matter_refuse(
			matter, "refused",
			"Your letter carries the keys of letters to different players or games. "
			"Please answer one letter, and quote nothing from any other.",
			reason);
	if (matter->desk->site->config->from_must_match && !seats_has_address(seat, letter->from))
		return matter_refuse(matter, "refused",
				     "Your letter came from an address that isn't known for your "
				     "seat. Please send it from the address this letter went to.",
				     reason);
	if (letter->unreadable[0] != '\0')
		return matter_refuse(matter, "unreadable", letter->unreadable, reason);
	return requests_answer(matter, reason);
}
