/* SPDX-License-Identifier: MIT */
/* Actions that set how long turns may take: pause, resume, extend, away; and a manual reminder. */
#include <stdlib.h>

#include "core/game/game_time_limits.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/mail.h"
#include "pbem/moderator/moderator_actions.h"
#include "pbem/site/gametype_mail.h"

enum { MOST_DAYS = 365 };

/* Adds the entry if the events are ACCEPTED. */
static int enter_if_accepted(struct workspace *workspace, const struct moderator_request *request,
			     enum verdict verdict, const struct event_list *events,
			     const char *told, struct reason *reason)
{
	return verdict == ACCEPTED ? moderator_enter(workspace, request, events, told, reason)
				   : reason_set_kind(reason, REASON_USAGE);
}

int moderator_action_pause(struct workspace *workspace, const struct moderator_request *request,
			   struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	result = enter_if_accepted(
		workspace, request, time_limits_pause(&request->game->file->game, &events, reason),
		&events, "The moderator has stopped the clocks until the game goes on", reason);
	event_list_done(&events);
	return result;
}

int moderator_action_resume(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	result = enter_if_accepted(
		workspace, request, time_limits_resume(&request->game->file->game, &events, reason),
		&events,
		"The moderator has restarted the clocks; everyone has as much time left as "
		"before the pause",
		reason);
	event_list_done(&events);
	return result;
}

#define N_DAY "The moderator has given %s (%s) %s more day"
#define N_DAYS "The moderator has given %s (%s) %s more days"

int moderator_action_extend(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	const char *word = request->given->words[2];
	long days = strbuf_number(word, MOST_DAYS);
	struct event_list events;
	char *told, *number;
	int result;

	if (days < 1)
		return reason_fail_as(reason, REASON_USAGE,
				      "days '%s': expected a whole number from 1 to %d", word,
				      MOST_DAYS);
	number = base_printf("%ld", days);
	told = announcement_words(days == 1 ? N_DAY : N_DAYS,
				  request->game->file->header.names[request->seat],
				  variant_seat_title(game->variant, request->seat), number);
	free(number);
	event_list_init(&events);
	result = enter_if_accepted(workspace, request,
				   time_limits_extend(game, request->seat, (unsigned)days,
						      workspace->now, &events, reason),
				   &events, told, reason);
	event_list_done(&events);
	free(told);
	return result;
}

/* Enters a vacation that a player has reported to the moderator. */
int moderator_action_away(struct workspace *workspace, const struct moderator_request *request,
			  struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	const char *const *words = (const char *const *)request->given->words;
	struct event_list events;
	char *told = announcement_words(
		REMARK_AWAY, request->game->file->header.names[request->seat], words[2], words[3]);
	int result;

	event_list_init(&events);
	result = enter_if_accepted(workspace, request,
				   time_limits_vacation(game, request->seat, words[2], words[3],
							workspace->now, &events, reason),
				   &events, told, reason);
	event_list_done(&events);
	free(told);
	return result;
}

/* Reports whether the seat is asked for a turn, and not for an answer to another's. */
static bool is_asked_for_turn(const struct game *game, unsigned seat)
{
	struct question question;
	uint8_t asked;

	for (unsigned i = 0; i < variant_seats(game->variant); i++)
		if (game_limits_slot(game, i, &asked, &question) && asked == seat)
			return true;
	return false;
}

int moderator_action_remind(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	char *cause;
	int result;

	if (!game->started || game->questions[request->seat].entry == 0)
		return reason_fail_as(reason, REASON_USAGE, "the game isn't waiting for %s",
				      translate(variant_seat_title(game->variant, request->seat)));
	cause = moderator_cause(workspace);
	result = mail_send(
		workspace,
		&(struct mail){
			.template = is_asked_for_turn(game, request->seat)
					    ? "reminder"
					    : gametype_mail_of(game->variant)->question(game),
			.slot = "reminder",
			.cause = cause,
			.when = workspace->now,
			.game = request->game,
			.seat = request->seat,
		},
		reason);
	free(cause);
	return result;
}
