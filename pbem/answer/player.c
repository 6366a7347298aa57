/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "pbem/answer/deeds.h"
#include "pbem/answer/player.h"
#include "pbem/request/requests.h"

enum { SECONDS_A_DAY = 86400 };

int player_repeat(struct hand *hand, struct reason *reason)
{
	long long day = (long long)(hand->waiting->received / SECONDS_A_DAY);
	char *name = base_printf("repeats %.32s %lld", hand->deed.digest, day);
	char *cause = base_printf("%lld%.32s", day, hand->deed.digest);
	bool told = intake_count(hand->intake, name) > 0;
	char *done = base_printf("%s.", hand->deed.what);
	const struct mail mail = {
		.template = "repeat", .cause = cause, .when = hand->deed.when, .done = done};
	int result = 0;

	hand->repeated = true;
	if (!told) {
		intake_add_count(hand->intake, name, 1);
		result = hand_send(hand, &mail, reason);
	}
	free(done);
	free(cause);
	free(name);
	return result;
}

/* The first time a game is found damaged: its seats and the moderator are told. When it only can't
 * be read just now, the log alone says so: the next run may read it (unloaded.h has those with
 * which it lasts). */
static int report_damage(struct hand *hand, struct reason *reason)
{
	struct intake *intake = hand->intake;
	char *name = base_printf("damaged %s", hand->game->id);
	int result = 0;

	if (!reason_is_passing(&hand->game->why) && intake_count(intake, name) == 0) {
		intake_add_count(intake, name, 1);
		intake_notice(intake, hand->waiting->received,
			      "Game %s can't be read and stands still, its letters wait: %s",
			      hand->game->id, hand->game->why.text);
		result = mailing_damaged(&intake->mailing, hand->game->id, reason);
	}
	run_log_line(intake->log, "%s %s: waits, the game can't be read: %s\n", hand->waiting->id,
		     hand->game->id, hand->game->why.text);
	free(name);
	return result;
}

/* The game can be read again. */
static void forget_damage(struct hand *hand)
{
	char *name = base_printf("damaged %s", hand->game->id);

	intake_drop_count(hand->intake, name);
	free(name);
}

int player_take(struct hand *hand, bool *put_off_out, struct reason *reason)
{
	const struct letter *letter = hand->letter;
	const struct seat *seat;
	struct deed earlier;

	hand->deed.seat = (int)hand->seat;
	snprintf(hand->deed.game, sizeof hand->deed.game, "%s", hand->game->id);
	if (hand->game->file == NULL) {
		*put_off_out = true;
		return report_damage(hand, reason);
	}
	forget_damage(hand);
	if (deeds_message(hand->intake, letter->message_id, hand->token_text, &earlier)) {
		hand->deed = earlier;
		return player_repeat(hand, reason);
	}
	if (hand_is_exhausted(hand))
		return hand_pass_over(hand, reason);
	seat = &hand->game->seats.seats[hand->seat];
	if (hand->conflict)
		return hand_refuse(hand, "refused",
				   "Your letter carries the keys of letters to different "
				   "players or games. Please answer one letter, and quote nothing "
				   "from any other.",
				   reason);
	if (hand->intake->site->config->from_must_match && !seats_has_address(seat, letter->from))
		return hand_refuse(hand, "refused",
				   "Your letter came from an address that isn't known for your "
				   "seat. Please send it from the address this letter went to.",
				   reason);
	if (letter->unreadable[0] != '\0')
		return hand_refuse(hand, "unreadable", letter->unreadable, reason);
	return requests_answer(hand, reason);
}
