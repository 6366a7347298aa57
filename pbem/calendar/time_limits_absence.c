/* SPDX-License-Identifier: MIT */
/* Vacations: the rules for entering them, and when a seat is away. */
#include <stdlib.h>

#include "core/game/game_time_limits.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/calendar/calendar.h"
#include "pbem/calendar/time_limits.h"

static struct calendar calendar_of(const struct game *game, unsigned seat)
{
	struct calendar calendar;

	calendar_init(&calendar, &game->terms, &game->away[seat]);
	return calendar;
}

unsigned time_limits_vacation_left(const struct game *game, unsigned seat, int year)
{
	unsigned used = game_limits_away(game, seat, year);

	return used < game->terms.vacation ? game->terms.vacation - used : 0;
}

/* An absence, in days since 1970, both included. */
struct absence {
	int64_t from, to;
};

static int year_of(int64_t day)
{
	char text[GAME_LIMITS_DAY];

	game_limits_print_day(day, text);
	return (int)strtol(text, NULL, 10);
}

static int64_t today_of(const struct game *game, unsigned seat, int64_t now)
{
	struct calendar calendar = calendar_of(game, seat);
	int64_t today = calendar_day(&calendar, now);

	calendar_done(&calendar);
	return today;
}

/* Checks the days left in two years at most: the one in which the vacation begins, and the next. */
static enum verdict check_years(const struct game *game, unsigned seat, struct absence absence,
				struct reason *why)
{
	const int year = year_of(absence.from);

	for (int each = year; each <= year + 1; each++) {
		int64_t days = game_limits_in_year(absence.from, absence.to, each);
		unsigned left = time_limits_vacation_left(game, seat, each);

		if (days > left)
			return reason_refuse(why,
					     "In this game you may be away %u days a year. For %d "
					     "you have %u left, and this would take %lld.",
					     (unsigned)game->terms.vacation, each, left,
					     (long long)days);
	}
	return ACCEPTED;
}

/* Checks the other vacations. A day of two vacations would be counted twice. And no vacation may be
 * forgotten while the days of its year are still counted. */
static enum verdict check_others(const struct game *game, unsigned seat, struct absence absence,
				 int64_t today, struct reason *why)
{
	const struct seat_away *away = &game->away[seat];
	const int64_t oldest = away->to[GAME_ABSENCES - 1];

	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		if (away->to[i] != 0 && absence.from <= away->to[i] && absence.to >= away->from[i])
			return reason_refuse(why, "You are away on some of these days already.");
	if (oldest != 0 && year_of(oldest) >= year_of(today))
		return reason_refuse(why,
				     "You have been away %d times this year, which is the limit.",
				     GAME_ABSENCES);
	return ACCEPTED;
}

static enum verdict check_terms(const struct game *game, struct reason *why)
{
	if (!game_options_are_timed(&game->terms))
		return reason_refuse(why, "This game has no time limit, so you can be away as long "
					  "as you like.");
	if (game->terms.vacation == 0)
		return reason_refuse(why, "This game has no vacation time; please ask the "
					  "moderator.");
	return ACCEPTED;
}

static enum verdict enter_absence(const struct game *game, unsigned seat, struct absence absence,
				  int64_t now, struct event_list *events, struct reason *why)
{
	char first[GAME_LIMITS_DAY], last[GAME_LIMITS_DAY], *text;
	int64_t today = today_of(game, seat, now);

	if (absence.from < 0 || absence.to < absence.from)
		return reason_refuse(why, "A vacation runs from one date to a later one, such as "
					  "VACATION 2026-12-24 TO 2027-01-06.");
	if (absence.from < today || absence.from > today + 366)
		return reason_refuse(why, "A vacation begins today or within a year.");
	if (check_years(game, seat, absence, why) == REFUSED ||
	    check_others(game, seat, absence, today, why) == REFUSED)
		return REFUSED;
	game_limits_print_day(absence.from, first);
	game_limits_print_day(absence.to, last);
	text = base_printf("%s %s", first, last);
	event_add(events, event_about(EVENT_VACATION, (uint8_t)seat, 0, text));
	free(text);
	return ACCEPTED;
}

enum verdict time_limits_vacation(const struct game *game, unsigned seat, const char *from,
				  const char *to, int64_t now, struct event_list *events,
				  struct reason *why)
{
	const struct absence absence = {game_limits_day(from), game_limits_day(to)};

	if (check_terms(game, why) == REFUSED)
		return REFUSED;
	if (absence.from < 0 || absence.to < 0) {
		const char *wrong = absence.from < 0 ? from : to;

		/* A word such as "tomorrow" isn't a date that a calendar might lack. */
		return reason_refuse(why,
				     strspn(wrong, "0123456789-") == strlen(wrong)
					     ? "No calendar has a day %s. Days are written as in "
					       "VACATION 2026-12-24 TO 2027-01-06."
					     : "A vacation runs from one date to a later one, such "
					       "as VACATION 2026-12-24 TO 2027-01-06; '%s' is not "
					       "a date.",
				     wrong);
	}
	return enter_absence(game, seat, absence, now, events, why);
}

enum verdict time_limits_vacation_days(const struct game *game, unsigned seat, unsigned days,
				       int64_t now, struct event_list *events, struct reason *why)
{
	int64_t today = today_of(game, seat, now);

	if (check_terms(game, why) == REFUSED)
		return REFUSED;
	return enter_absence(game, seat, (struct absence){today, today + days - 1}, now, events,
			     why);
}

/* Returns the first day, from `day` on, on which the seat isn't away. */
static int64_t day_back(const struct seat_away *away, int64_t day)
{
	/* A vacation may begin right after another, whatever their order. */
	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		if (away->to[i] != 0 && day >= away->from[i] && day <= away->to[i])
			return day_back(away, (int64_t)away->to[i] + 1);
	return day;
}

int64_t time_limits_back(const struct game *game, unsigned seat, int64_t when)
{
	struct calendar calendar = calendar_of(game, seat);
	int64_t day = calendar_day(&calendar, when), back = day_back(&game->away[seat], day);
	int64_t begin = back > day ? calendar_begin(&calendar, back) : when;

	calendar_done(&calendar);
	return begin;
}

uint16_t time_limits_absent(const struct game *game, int64_t now)
{
	uint16_t seats = 0;

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		if (time_limits_back(game, seat, now) != now)
			seats |= (uint16_t)(1u << seat);
	return seats;
}

bool time_limits_next_absence(const struct game *game, unsigned seat, int64_t after, int64_t now,
			      int64_t *from_out, int64_t *to_out)
{
	const struct seat_away *away = &game->away[seat];
	const int64_t today = today_of(game, seat, now);
	bool found = false;

	for (unsigned i = 0; i < GAME_ABSENCES; i++) {
		if (away->to[i] == 0 || away->to[i] < today || away->from[i] <= after ||
		    (found && away->from[i] > *from_out))
			continue;
		*from_out = away->from[i];
		*to_out = away->to[i];
		found = true;
	}
	return found;
}

enum verdict time_limits_return(const struct game *game, unsigned seat, int64_t now,
				struct event_list *events, struct reason *why)
{
	const struct seat_away *away = &game->away[seat];
	int64_t today = today_of(game, seat, now);
	char day[GAME_LIMITS_DAY];
	bool any = false;

	if (check_terms(game, why) == REFUSED)
		return REFUSED;
	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		any |= away->to[i] > today;
	if (!any)
		return reason_refuse(why, "You are not on vacation and have none planned, so there "
					  "is nothing to take back.");
	game_limits_print_day(today, day);
	event_add(events, event_about(EVENT_BACK, (uint8_t)seat, 0, day));
	return ACCEPTED;
}
