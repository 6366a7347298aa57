/* SPDX-License-Identifier: MIT */
/* Checks times in a game file: entries of the clock come when they may, and players act in time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/clock.h"
#include "core/game/game_time_limits.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/order/order_parse.h"
#include "core/util/timestamp.h"

static void report_fault(const struct gamefile_reporter *say, const struct log_entry *entry,
			 const char *what)
{
	say->say(say->context, entry->body, what, true);
}

/*
 * Checks that an entry of the clock names exactly the seats whose time was over. Further
 * consequences may depend on sealed cards.
 */
static void check_lapses(const struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *logged, const struct gamefile_reporter *say)
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
		same = gamefile_is_same_event(game->variant, &logged->events[first + i],
					      &today.events[i]);
	if (!same)
		report_fault(say, entry, "these aren't the seats whose time was over then");
	event_list_done(&today);
}

/*
 * Checks that acts of the clock have their own entries and times, and that players act before their
 * time is over. This uses public data only.
 */
static void check_clock(const struct gamefile *file, const struct log_entry *entry,
			const struct event_list *logged, const struct gamefile_reporter *say)
{
	const struct game *game = &file->game;
	bool by_clock = strcmp(entry->cause, "clock") == 0;
	struct order_list orders;
	struct reason reason;
	uint8_t seat;

	if (by_clock != (gamefile_begins(logged, EVENT_LAPSE) || gamefile_is_of_turns(logged)))
		report_fault(say, entry,
			     "the clock's entries begin with whose time is over, and no others do");
	else if (by_clock && gamefile_begins(logged, EVENT_LAPSE))
		check_lapses(file, entry, logged, say);
	if (by_clock)
		return;
	order_list_init(&orders);
	if (gamefile_reread_orders(game->variant, logged, &orders, &seat, &reason) == 0 &&
	    seat != NO_SIDE && clock_admit(game, seat, &orders, entry->when, &reason) == REFUSED)
		report_fault(say, entry, "this order came too late to be done");
	order_list_done(&orders);
}

/*
 * Checks the time banks: after an entry a bank has its previous time, minus what was used, plus a
 * bonus.
 */
static void check_banks(const struct gamefile *file, const struct log_entry *entry,
			const struct event_list *logged, const struct gamefile_reporter *say)
{
	const struct game *game = &file->game;
	uint32_t bonus = (uint32_t)game->terms.bonus * SECONDS_AN_HOUR;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind == EVENT_BANK && event->number > game->bank[event->seat] + bonus)
			report_fault(say, entry,
				     "more is left in a time bank than was in it and its bonus");
	}
}

/*
 * Reports whether a vacation, "2026-12-24 2027-01-06", stays within the days a year that the terms
 * allow.
 */
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

void gamefile_check_times(const struct gamefile *file, const struct log_entry *entry,
			  const struct event_list *logged, const struct gamefile_reporter *say)
{
	check_clock(file, entry, logged, say);
	check_banks(file, entry, logged, say);
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_VACATION &&
		    gamefile_is_of_absence(entry, logged) &&
		    !is_allowed(&file->game, &logged->events[i]))
			report_fault(say, entry, "a player is away more days than the terms allow");
}
