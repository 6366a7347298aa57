/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/stamp.h"
#include "pbem/answer/deeds.h"
#include "pbem/reception/player.h"
#include "pbem/request/requests.h"
#include "pbem/site/log.h"

int player_repeat(struct matter *matter, struct reason *reason)
{
	long long day = (long long)(matter->waiting->received / SECONDS_A_DAY);
	char *name = base_printf("repeats %.32s %lld", matter->deed.digest, day);
	char *cause = base_printf("%lld%.32s", day, matter->deed.digest);
	bool told = desk_count(matter->desk, name) > 0;
	char *done = base_printf("%s.", matter->deed.what);
	const struct mail mail = {
		.template = "repeat", .cause = cause, .when = matter->deed.when, .done = done};
	int result = 0;

	matter->repeated = true;
	if (!told) {
		desk_add_count(matter->desk, name, 1);
		result = matter_send(matter, &mail, reason);
	}
	free(done);
	free(cause);
	free(name);
	return result;
}

/* The first time a game is found damaged: its seats and the moderator are told. When it only can't
 * be read just now, the log alone says so: the next run may read it (unloaded.h has those with
 * which it lasts). */
static int report_damage(struct matter *matter, struct reason *reason)
{
	struct desk *desk = matter->desk;
	char *name = base_printf("damaged %s", matter->game->id);
	int result = 0;

	if (!reason_is_passing(&matter->game->why) && desk_count(desk, name) == 0) {
		desk_add_count(desk, name, 1);
		desk_notice(desk, matter->waiting->received,
			    "Game %s can't be read and stands still, its letters wait: %s",
			    matter->game->id, matter->game->why.text);
		result = mailing_damaged(desk, matter->game->id, reason);
	}
	log_line(desk->log, "%s %s: waits, the game can't be read: %s\n", matter->waiting->id,
		 matter->game->id, matter->game->why.text);
	free(name);
	return result;
}

/* The game can be read again. */
static void forget_damage(struct matter *matter)
{
	char *name = base_printf("damaged %s", matter->game->id);

	desk_drop_count(matter->desk, name);
	free(name);
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
	if (deeds_message(matter->desk, letter->message_id, matter->token_text, &earlier)) {
		matter->deed = earlier;
		return player_repeat(matter, reason);
	}
	if (matter_is_exhausted(matter))
		return matter_pass_over(matter, reason);
	seat = &matter->game->seats.seats[matter->seat];
	if (matter->conflict)
		return matter_refuse(
			matter, "refused",
			"Your letter carries the keys of letters to different "
			"players or games. Please answer one letter, and quote nothing "
			"from any other.",
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
