/* SPDX-License-Identifier: MIT */
/* Time zones by the names that people use, as far as the system's tzdata knows them. */
#ifndef PBEM_CALENDAR_TIMEZONE_H
#define PBEM_CALENDAR_TIMEZONE_H

#include <stdint.h>

#include <glib.h>

#include "core/util/base.h"

enum { TIMEZONE_NAME_MAX = 63 };

#define TIMEZONE_UTC "UTC"

/* A moment as a clock in a zone shows it. */
struct timezone_moment {
	int year, month, day, hour, minute; /* the month from 1 */
	char zone[16]; /* the zone's abbreviation at that time: "CET", "UTC+03" */
};

/* Finds the zone of that name, in any case, with spaces for its underscores. Writes tzdata's name
 * to `zone_out`. "GMT+2" and "UTC-5" are offsets as people write them, with a plus east of
 * Greenwich. "PST" and similar names mean the zones that most people mean. "Etc/GMT+2" is tzdata's
 * own name, west of Greenwich. Returns REFUSED with the nearest city, and how a zone is written. */
enum verdict timezone_find(const char *name, char zone_out[TIMEZONE_NAME_MAX + 1],
			   struct reason *why);

/* Writes a zone's name for people. If the name contains an offset, adds the usual form: "Etc/GMT-2
 * (UTC+2)". */
void timezone_describe(const char *zone, char out[TIMEZONE_NAME_MAX + 16]);

/* Returns the zone of exactly that name, to be freed by g_time_zone_unref; NULL if tzdata has no
 * such zone. If that can't be known now, the process ends by base_give_up. The other functions do
 * the same. */
GTimeZone *timezone_open(const char *name);

/* Converts a time, in seconds since 1970, to a zone. A zone that tzdata doesn't know any more, or
 * "", counts as UTC. Returns false if no calendar has such a time. */
bool timezone_to_local(const char *zone, int64_t when, struct timezone_moment *moment_out);

#endif
