/* SPDX-License-Identifier: MIT */
/* What is checked of a game file's times: the clock acts as such and when it may, players in time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/order/order.h"
#include "core/record/gamefile_inner.h"
#include "core/turn/clock.h"
#include "core/turn/game_limits.h"

static void fault(const struct gamefile_say *say, const struct log_entry *entry, const char *what)
{
	say->say(say->context, entry->body, what, true);
}

/* The clock's entries: the time of these seats was over then, and of no others; whatever else
 * follows may hang on sealed cards. */
static void check_lapses(const struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *logged, const struct gamefile_say *say)
{
	const struct game *game = &file->game;
	struct event_list today;
	size_t first = gamefile_first_of(logged), count = 0;
	bool same = true;

	event_list_init(&today);
	clock_add_lapses(game, entry->when, &today);
	while (first + count < logged->count && logged->events[first + count].kind == EVENT_LAPSE)
		count++;
	same = count == today.count;
	for (size_t i = 0; same && i < count; i++)
		same = gamefile_is_same_fact(game->variant, &logged->events[first + i],
					     &today.events[i]);
	if (!same)
		fault(say, entry, "these aren't the seats whose time was over then");
	event_list_done(&today);
}

/* What the clock does, it does as such and in time; and what players do they do before their time
 * is over. All of that is public. */
static void check_clock(const struct gamefile *file, const struct log_entry *entry,
			const struct event_list *logged, const struct gamefile_say *say)
{
	const struct game *game = &file->game;
	bool by_clock = strcmp(entry->cause, "clock") == 0;
	struct order_list orders;
	struct reason reason;
	uint8_t seat;

	if (by_clock != (gamefile_begins(logged, EVENT_LAPSE) || gamefile_is_of_turns(logged)))
		fault(say, entry,
		      "the clock's entries begin with whose time is over, and no others do");
	else if (by_clock && gamefile_begins(logged, EVENT_LAPSE))
		check_lapses(file, entry, logged, say);
	if (by_clock)
		return;
	order_list_init(&orders);
	if (gamefile_reread_orders(game->variant, logged, &orders, &seat, &reason) == 0 &&
	    seat != NO_SIDE && clock_admit(game, seat, &orders, entry->when, &reason) == REFUSED)
		fault(say, entry, "this order came too late to be done");
	order_list_done(&orders);
}

/* What an entry leaves in a time bank is what was there, less what was used, and a bonus. */
static void check_banks(const struct gamefile *file, const struct log_entry *entry,
			const struct event_list *logged, const struct gamefile_say *say)
{
	const struct game *game = &file->game;
	uint32_t bonus = (uint32_t)game->terms.bonus * SECONDS_AN_HOUR;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind == EVENT_BANK && event->number > game->bank[event->seat] + bonus)
			fault(say, entry,
			      "more is left in a time bank than was in it and its bonus");
	}
}

/* "2026-12-24 2027-01-06": a player is away no more days of a year than the terms allow. */
static bool is_allowed(const struct game *game, const struct event *event)
{
	char first[GAME_LIMITS_DAY];
	int64_t from, to;
	int year = (int)strtol(event->text, NULL, 10);

	snprintf(first, sizeof first, "%.10s", event->text);
	from = game_limits_day(first);
	to = strlen(event->text) > 11 ? game_limits_day(event->text + 11) : -1;
	for (int each = year; each <= year + 1; each++)
		if (game_limits_away(game, event->seat, each) +
			    game_limits_in_year(from, to, each) >
		    game->terms.vacation)
			return false;
	return true;
}

static void check_absences(const struct gamefile *file, const struct log_entry *entry,
			   const struct event_list *logged, const struct gamefile_say *say)
{
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_VACATION &&
		    gamefile_is_of_absence(entry, logged) &&
		    !is_allowed(&file->game, &logged->events[i]))
			fault(say, entry, "a player is away more days than the terms allow");
}

void gamefile_check_times(const struct gamefile *file, const struct log_entry *entry,
			  const struct event_list *logged, const struct gamefile_say *say)
{
	check_clock(file, entry, logged, say);
	check_banks(file, entry, logged, say);
	check_absences(file, entry, logged, say);
}
