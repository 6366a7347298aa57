/* SPDX-License-Identifier: MIT */
/*
 * Days as people count them: in a zone of the tz database, where a day may have 23 or 25 hours, and
 * without days off. The results are stored in games as events.
 */
#ifndef PBEM_CALENDAR_CALENDAR_H
#define PBEM_CALENDAR_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "core/game/game.h"

/* A zone, and which days count there. Terms and absences are borrowed. */
struct calendar {
	GTimeZone *zone;
	const struct game_options *terms;
	const struct seat_away *away; /* the absences of a player; NULL: nobody's */
};

/* Makes the calendar of a game and of one of its players. A zone that isn't known any more counts
 * as UTC. The caller calls calendar_done. */
void calendar_init(struct calendar *calendar, const struct game_options *terms,
		   const struct seat_away *away);
void calendar_done(struct calendar *calendar);

/* Returns the day of a time in that zone, counted from the first of 1970. The second reports
 * whether a day is off: a weekday or a date that doesn't count, or a day of a vacation. */
int64_t calendar_day(const struct calendar *calendar, int64_t when);
bool calendar_is_off(const struct calendar *calendar, int64_t day);

/*
 * Returns the same time of day `days` days later, rounded up to a whole minute. Days off aren't
 * counted, and the result is never on a day off unless there is no other day. If clocks skip that
 * time of day, returns the first time after it.
 */
int64_t calendar_days_after(const struct calendar *calendar, int64_t from, unsigned days);

/* Returns the same time of day on another day, whether that day counts or not. */
int64_t calendar_same_time(const struct calendar *calendar, int64_t when, int64_t day);

/* Returns the first moment of a day. */
int64_t calendar_begin(const struct calendar *calendar, int64_t day);

/* Returns the seconds from one time to a later one, without those of days off. The second returns
 * the time by which `seconds` such seconds have passed. */
int64_t calendar_counted(const struct calendar *calendar, int64_t from, int64_t to);
int64_t calendar_after(const struct calendar *calendar, int64_t from, int64_t seconds);

#endif
