/* SPDX-License-Identifier: MIT */
/* Acts that set how long turns may take: pause, resume, extend, away; and a reminder by hand. */
#include <stdlib.h>

#include "core/phrase/phrase.h"
#include "pbem/mailing/remark_words.h"
#include "core/base/text.h"
#include "core/turn/game_limits.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/mailing.h"
#include "pbem/moderate/acts.h"
#include "pbem/times/limits.h"

enum { MOST_DAYS = 365 };

/* The entry, when the facts are ACCEPTED. */
static int enter(struct desk *desk, const struct act_request *request, enum verdict verdict,
		 const struct event_list *events, const char *told, struct reason *reason)
{
	return verdict == ACCEPTED ? moderate_enter(desk, request, events, told, reason)
				   : reason_is(reason, REASON_ASKED);
}

int acts_pause(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	result = enter(desk, request, limits_pause(&request->game->file->game, &events, reason),
		       &events,
		       "The moderator has stopped the clocks: nobody's time runs until the game "
		       "goes on",
		       reason);
	event_list_done(&events);
	return result;
}

int acts_resume(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	result = enter(desk, request, limits_resume(&request->game->file->game, &events, reason),
		       &events,
		       "The moderator lets the clocks run again, and what was left of a turn's "
		       "time is left now",
		       reason);
	event_list_done(&events);
	return result;
}

#define N_DAY "The moderator has given %s %s day more"
#define N_DAYS "The moderator has given %s %s days more"

int acts_extend(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	const char *word = request->given->words[2];
	long days = text_number(word, MOST_DAYS);
	struct event_list events;
	char *told, *number;
	int result;

	if (days < 1)
		return reason_fail_as(reason, REASON_ASKED,
				      "days '%s': expected a whole number from 1 to %d", word,
				      MOST_DAYS);
	number = base_printf("%ld", days);
	told = remark_words(days == 1 ? N_DAY : N_DAYS,
			    variant_seat_title(game->variant, request->seat), number, NULL);
	free(number);
	event_list_init(&events);
	result = enter(
		desk, request,
		limits_extend(game, request->seat, (unsigned)days, desk->now, &events, reason),
		&events, told, reason);
	event_list_done(&events);
	free(told);
	return result;
}

/* A vacation of which a player has told the moderator. */
int acts_away(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	const char *const *words = (const char *const *)request->given->words;
	struct event_list events;
	char *told =
		base_printf("%s is away from %s to %s",
			    variant_seat_title(game->variant, request->seat), words[2], words[3]);
	int result;

	event_list_init(&events);
	result = enter(desk, request,
		       limits_vacation(game, request->seat, words[2], words[3], desk->now, &events,
				       reason),
		       &events, told, reason);
	event_list_done(&events);
	free(told);
	return result;
}

/* Whether it is a turn that is asked of the seat, and no answer to another's. */
static bool is_asked_for_turn(const struct game *game, unsigned seat)
{
	struct question question;
	uint8_t asked;

	for (unsigned i = 0; i < variant_seats(game->variant); i++)
		if (game_limits_slot(game, i, &asked, &question) && asked == seat)
			return true;
	return false;
}

int acts_remind(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	char *cause;
	int result;

	if (!game->started || game->questions[request->seat].entry == 0)
		return reason_fail_as(reason, REASON_ASKED, "%s isn't waited for",
				      phrase(variant_seat_title(game->variant, request->seat)));
	cause = moderate_cause(desk);
	result = mailing_send(
		desk,
		&(struct mail){
			.template = is_asked_for_turn(game, request->seat)
					    ? "reminder"
					    : desk_mail_kind(game->variant)->question(game),
			.slot = "reminder",
			.cause = cause,
			.when = desk->now,
			.game = request->game,
			.seat = request->seat,
		},
		reason);
	free(cause);
	return result;
}
