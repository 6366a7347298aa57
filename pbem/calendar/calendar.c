/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/timestamp.h"
#include "pbem/calendar/calendar.h"
#include "pbem/calendar/timezone.h"

enum {
	FIRST_DAY = 719163, /* the first day of 1970, as GLib counts days */
	MOST_DAYS = 10000,  /* days that are searched for one that counts */
};

static GTimeZone *find_zone(const char *name)
{
	GTimeZone *zone = strcmp(name, TIMEZONE_UTC) == 0 ? NULL : timezone_open(name);

	return zone != NULL ? zone : g_time_zone_new_utc();
}

void calendar_init(struct calendar *calendar, const struct game_options *terms,
		   const struct seat_away *away)
{
	calendar->zone = find_zone(terms->zone);
	calendar->terms = terms;
	calendar->away = away;
}

void calendar_done(struct calendar *calendar)
{
	g_time_zone_unref(calendar->zone);
}

static GDateTime *to_local_time(const struct calendar *calendar, int64_t when)
{
	GDateTime *utc = g_date_time_new_from_unix_utc(when);
	GDateTime *time = g_date_time_to_timezone(utc, calendar->zone);

	g_date_time_unref(utc);
	return time;
}

static int64_t day_of(GDateTime *time)
{
	GDate date;
	int year, month, day;

	g_date_time_get_ymd(time, &year, &month, &day);
	g_date_clear(&date, 1);
	g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
	return (int64_t)g_date_get_julian(&date) - FIRST_DAY;
}

int64_t calendar_day(const struct calendar *calendar, int64_t when)
{
	GDateTime *time = to_local_time(calendar, when);
	int64_t day = day_of(time);

	g_date_time_unref(time);
	return day;
}

static bool is_away(const struct seat_away *away, int64_t day)
{
	for (unsigned i = 0; away != NULL && i < GAME_ABSENCES; i++)
		if (away->to[i] != 0 && day >= away->from[i] && day <= away->to[i])
			return true;
	return false;
}

bool calendar_is_off(const struct calendar *calendar, int64_t day)
{
	const struct game_options *terms = calendar->terms;
	GDate date;

	if (is_away(calendar->away, day))
		return true;
	g_date_clear(&date, 1);
	g_date_set_julian(&date, (guint32)(day + FIRST_DAY));
	if (terms->rest >> (g_date_get_weekday(&date) - G_DATE_MONDAY) & 1)
		return true;
	for (unsigned i = 0; i < terms->holiday_count; i++) {
		const struct game_options_day *off = &terms->holidays[i];

		if (off->day == g_date_get_day(&date) && off->month == g_date_get_month(&date) &&
		    (off->year == 0 || off->year == g_date_get_year(&date)))
			return true;
	}
	return false;
}

int64_t calendar_days_after(const struct calendar *calendar, int64_t from, unsigned days)
{
	int64_t start = (from + SECONDS_A_MINUTE - 1) / SECONDS_A_MINUTE * SECONDS_A_MINUTE, when;
	GDateTime *time = to_local_time(calendar, start), *then;
	int64_t first = day_of(time), day = first;

	while (days > 0 && day - first < MOST_DAYS)
		days -= !calendar_is_off(calendar, ++day);
	then = g_date_time_add_days(time, (int)(day - first));
	when = g_date_time_to_unix(then);
	g_date_time_unref(then);
	g_date_time_unref(time);
	return when;
}

int64_t calendar_same_time(const struct calendar *calendar, int64_t when, int64_t day)
{
	GDateTime *time = to_local_time(calendar, when);
	GDateTime *then = g_date_time_add_days(time, (int)(day - day_of(time)));

	when = g_date_time_to_unix(then);
	g_date_time_unref(then);
	g_date_time_unref(time);
	return when;
}

int64_t calendar_begin(const struct calendar *calendar, int64_t day)
{
	GDateTime *time;
	GDate date;
	int64_t when;

	g_date_clear(&date, 1);
	g_date_set_julian(&date, (guint32)(day + FIRST_DAY));
	time = g_date_time_new(calendar->zone, g_date_get_year(&date), (int)g_date_get_month(&date),
			       g_date_get_day(&date), 0, 0, 0);
	when = g_date_time_to_unix(time);
	g_date_time_unref(time);
	return when;
}

int64_t calendar_counted(const struct calendar *calendar, int64_t from, int64_t to)
{
	int64_t day = calendar_day(calendar, from), counted = 0;

	while (from < to) {
		int64_t end = calendar_begin(calendar, ++day);

		end = end < to ? end : to;
		if (!calendar_is_off(calendar, day - 1))
			counted += end - from;
		from = end;
	}
	return counted;
}

int64_t calendar_after(const struct calendar *calendar, int64_t from, int64_t seconds)
{
	int64_t day = calendar_day(calendar, from);

	for (unsigned looked = 0; seconds > 0 && looked < MOST_DAYS; looked++) {
		int64_t end = calendar_begin(calendar, ++day);

		if (!calendar_is_off(calendar, day - 1)) {
			if (seconds <= end - from)
				return from + seconds;
			seconds -= end - from;
		}
		from = end;
	}
	return from;
}
