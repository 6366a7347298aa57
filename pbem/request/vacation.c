/* SPDX-License-Identifier: MIT */
/* VACATION: a player is away for some days, on which the player's clock doesn't run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_time_limits.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/mail/announcement.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/request/request_internal.h"

enum { VACATIONS_A_DAY = 4, DAYS_MOST = 366 };

/* Decides the order in that game, which may be a copy of what the seat knows, and adds its
 * event. */
static enum verdict decide_vacation(const struct incoming *incoming, const struct game *game,
				    const struct order *order, struct event_list *events,
				    struct reason *why)
{
	const int64_t now = incoming->waiting->received;
	long days = strbuf_number(order->text, DAYS_MOST);
	char first[GAME_LIMITS_DAY] = "";

	if (!game->started)
		return reason_refuse(why, "The game hasn't begun yet.");
	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "The game is over; there is nothing to be away from.");
	if (!game_in_play(game, incoming->seat))
		return reason_refuse(why, "You are out of this game, so it never waits for you.");
	if (strcmp(order->text, "no") == 0)
		return time_limits_return(game, incoming->seat, now, events, why);
	if (days > 0)
		return time_limits_vacation_days(game, incoming->seat, (unsigned)days, now, events,
						 why);
	/* Two dates, separated by a space. */
	snprintf(first, sizeof first, "%.*s", (int)strcspn(order->text, " "), order->text);
	return time_limits_vacation(game, incoming->seat, first, strchr(order->text, ' ') + 1, now,
				    events, why);
}

/* Decides all vacations of a message in order. */
static enum verdict decide_vacations(const struct incoming *incoming,
				     const struct order_list *orders, struct reason *why)
{
	const struct entry_head head = {
		.number = incoming->game->file->head + 1,
		.when = incoming->waiting->received,
		.cause = "-",
	};
	enum verdict verdict = ACCEPTED;
	struct event_list events;
	struct game game;

	event_list_init(&events);
	game_copy(&game, incoming_game(incoming));
	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		size_t first = events.count;

		if (orders->orders[i].kind != SETTING_VACATION)
			continue;
		verdict = decide_vacation(incoming, &game, &orders->orders[i], &events, why);
		for (size_t k = first; verdict == ACCEPTED && k < events.count; k++)
			if (game_apply(&game, &head, &events.events[k], why) < 0)
				verdict = REFUSED;
	}
	game_done(&game);
	event_list_done(&events);
	return verdict;
}

char *request_vacation_error(struct incoming *incoming, const struct order_list *orders)
{
	unsigned count = 0;
	struct reason why;

	for (size_t i = 0; i < orders->count; i++)
		count += orders->orders[i].kind == SETTING_VACATION;
	if (count == 0)
		return NULL;
	if (incoming_count(incoming, COUNT_VACATIONS, 0) + count > VACATIONS_A_DAY)
		return base_printf(translate("We tell all players about each vacation, so VACATION "
					     "works at most "
					     "%d times a day. Please try again tomorrow."),
				   VACATIONS_A_DAY);
	return decide_vacations(incoming, orders, &why) == REFUSED ? base_strdup(why.text) : NULL;
}

/* Returns the sentence for all players, from which announcement_render makes one in each
 * language. */
static char *vacation_sentence(const struct incoming *incoming, const struct event *event)
{
	const char *name = incoming->game->file->header.names[incoming->seat];
	char *from, *words;

	if (event->kind == EVENT_BACK)
		return announcement_words(
			"%s's vacation is cancelled; after %s the clock runs again", name,
			event->text, NULL);
	from = base_printf("%.10s", event->text);
	words = announcement_words(REMARK_AWAY, name, from, strchr(event->text, ' ') + 1);
	free(from);
	return words;
}

static int enter_vacation(struct incoming *incoming, const struct event_list *events,
			  struct reason *reason)
{
	char *cause = base_printf("sha256:%s", incoming->processed.digest);
	char *told = vacation_sentence(incoming, &events->events[0]);
	int result =
		workspace_enter(incoming->game, incoming->waiting->received, cause, events, reason);

	if (result == 0) {
		(void)incoming_count(incoming, COUNT_VACATIONS, 1);
		announcement_all(incoming->workspace, incoming->game, told, "");
		result = incoming_send(incoming,
				       &(struct mail){.template = "wish",
						      .wish = events->events[0].kind == EVENT_BACK
								      ? "back"
								      : "away"},
				       reason);
	}
	free(told);
	free(cause);
	return result;
}

int request_vacation(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	struct event_list events;
	struct reason why;
	int result;

	event_list_init(&events);
	/* Other orders of the message may have ended the game, or the seat's part in it. */
	if (decide_vacation(incoming, incoming_game(incoming), order, &events, &why) == REFUSED)
		result = incoming_refuse(incoming, "refused", why.text, reason);
	else
		result = enter_vacation(incoming, &events, reason);
	event_list_done(&events);
	return result;
}
