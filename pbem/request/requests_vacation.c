/* SPDX-License-Identifier: MIT */
/* VACATION: a player is away for some days, on which the time of his turns stands still. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/game_limits.h"
#include "pbem/mailing/remark.h"
#include "pbem/mailing/remark_words.h"
#include "pbem/request/requests_inner.h"
#include "pbem/times/limits.h"

enum { VACATIONS_A_DAY = 4, DAYS_MOST = 366 };

/* The fact that the order makes in that game, which may be a copy of the seat's own. */
static enum verdict decide(const struct matter *matter, const struct game *game,
			   const struct order *order, struct event_list *events, struct reason *why)
{
	const int64_t now = matter->waiting->received;
	long days = text_number(order->text, DAYS_MOST);
	char first[GAME_LIMITS_DAY] = "";

	if (!game->started)
		return reason_refuse(why, "The game hasn't begun yet.");
	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "The game is over; there is nothing to be away from.");
	if (!game_in_play(game, matter->seat))
		return reason_refuse(why, "You are out of this game, so it never waits for you.");
	if (strcmp(order->text, "no") == 0)
		return limits_return(game, matter->seat, now, events, why);
	if (days > 0)
		return limits_vacation_days(game, matter->seat, (unsigned)days, now, events, why);
	/* Two dates, a blank between them. */
	snprintf(first, sizeof first, "%.*s", (int)strcspn(order->text, " "), order->text);
	return limits_vacation(game, matter->seat, first, strchr(order->text, ' ') + 1, now, events,
			       why);
}

/* Those of a letter one behind the other. */
static enum verdict decide_all(const struct matter *matter, const struct order_list *orders,
			       struct reason *why)
{
	const struct entry_head head = {
		.number = matter->game->file->head + 1,
		.when = matter->waiting->received,
		.cause = "-",
	};
	enum verdict verdict = ACCEPTED;
	struct event_list events;
	struct game game;

	event_list_init(&events);
	game_copy(&game, matter_game(matter));
	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		size_t first = events.count;

		if (orders->orders[i].kind != WISH_VACATION)
			continue;
		verdict = decide(matter, &game, &orders->orders[i], &events, why);
		for (size_t k = first; verdict == ACCEPTED && k < events.count; k++)
			if (game_apply(&game, &head, &events.events[k], why) < 0)
				verdict = REFUSED;
	}
	game_done(&game);
	event_list_done(&events);
	return verdict;
}

char *requests_why_not_away(struct matter *matter, const struct order_list *orders)
{
	unsigned count = 0;
	struct reason why;

	for (size_t i = 0; i < orders->count; i++)
		count += orders->orders[i].kind == WISH_VACATION;
	if (count == 0)
		return NULL;
	if (matter_count(matter, "vacations", 0) + count > VACATIONS_A_DAY)
		return base_printf(
			phrase("All players are told when one is away, so VACATION works at "
			       "most %d times a day. Please try it again tomorrow."),
			VACATIONS_A_DAY);
	return decide_all(matter, orders, &why) == REFUSED ? base_strdup(why.text) : NULL;
}

/* For all players; dates as they are in every language. */
static char *sentence_of(const struct matter *matter, const struct event *event)
{
	const char *title = variant_seat_title(matter_game(matter)->variant, matter->seat);

	char *from, *words;

	if (event->kind == EVENT_BACK)
		return remark_words("%s isn't away after %s, as was said before", title,
				    event->text, NULL);
	from = base_printf("%.10s", event->text);
	words = remark_words("%s is away from %s to %s; the time of this seat stands still then",
			     title, from, strchr(event->text, ' ') + 1);
	free(from);
	return words;
}

static int enter(struct matter *matter, const struct event_list *events, struct reason *reason)
{
	char *cause = base_printf("sha256:%s", matter->deed.digest);
	char *told = sentence_of(matter, &events->events[0]);
	int result = desk_enter(matter->game, matter->waiting->received, cause, events, reason);

	if (result == 0) {
		(void)matter_count(matter, "vacations", 1);
		remark_all(matter->desk, matter->game, told, "");
		result = matter_send(matter,
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

int requests_vacation(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct event_list events;
	struct reason why;
	int result;

	event_list_init(&events);
	/* The letter's other orders may have ended the game, or the seat's part in it. */
	if (decide(matter, matter_game(matter), order, &events, &why) == REFUSED)
		result = matter_refuse(matter, "refused", why.text, reason);
	else
		result = enter(matter, &events, reason);
	event_list_done(&events);
	return result;
}
