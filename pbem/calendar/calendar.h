/* SPDX-License-Identifier: MIT */
/*
 * Days as people count them: in a zone of the tz database, where a day may have 23 hours or 25, and
 * without days off. What is reckoned here goes into games as facts.
 */
#ifndef PBEM_TIMES_CALENDAR_H
#define PBEM_TIMES_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "core/turn/game.h"

/* A zone, and which days count there. Terms and absences are borrowed. */
struct calendar {
	GTimeZone *zone;
	const struct terms *terms;
	const struct seat_away *away; /* of who is meant; NULL: nobody's */
};

/* The calendar of a game, and of a player of it. A zone that isn't known any more is UTC. */
void calendar_init(struct calendar *calendar, const struct terms *terms,
		   const struct seat_away *away);
void calendar_done(struct calendar *calendar);

/* The day, counted from the first of 1970, on which a moment falls there; and whether a day is off:
 * a weekday or a date that doesn't count, or one of a vacation. */
int64_t calendar_day(const struct calendar *calendar, int64_t when);
bool calendar_is_off(const struct calendar *calendar, int64_t day);

/*
 * The same time of day so many days later, up to a whole minute; days off aren't counted, and it
 * falls on none when there is a day at all. Where the time of day is skipped when clocks go
 * forward it is the first behind that.
 */
int64_t calendar_days_after(const struct calendar *calendar, int64_t from, unsigned days);

/* The same time of day on another day, whether it counts or not. */
int64_t calendar_same_time(const struct calendar *calendar, int64_t when, int64_t day);

/* The first moment of a day. */
int64_t calendar_begin(const struct calendar *calendar, int64_t day);

/* Seconds from one moment to a later one, without those of days off; and back: the moment by which
 * so many have gone. */
int64_t calendar_counted(const struct calendar *calendar, int64_t from, int64_t to);
int64_t calendar_after(const struct calendar *calendar, int64_t from, int64_t seconds);

#endif
