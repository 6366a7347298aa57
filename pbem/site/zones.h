/* SPDX-License-Identifier: MIT */
/* Time zones as people name them, known by the system's tzdata. */
#ifndef PBEM_SITE_ZONES_H
#define PBEM_SITE_ZONES_H

#include <stdint.h>

#include <glib.h>

#include "core/base/base.h"

enum { ZONES_NAME_MAX = 63 };

/* The zone of UTC. */
#define ZONES_UTC "UTC"

/* A moment as a clock there shows it. */
struct zones_moment {
	int year, month, day, hour, minute; /* the month from 1 */
	char zone[16];			    /* what people call its time then: "CET", "UTC+03" */
};

/* The zone of that name, in any case, blanks for its underscores; as tzdata has it in `zone_out`.
 * REFUSED with the nearest there is, and how one is written. */
enum verdict zones_find(const char *name, char zone_out[ZONES_NAME_MAX + 1], struct reason *why);

/* The zone of just that name, for g_time_zone_unref; NULL: tzdata has none. When nobody can tell
 * now, which is neither, the process ends by base_give_up, here as in the others. */
GTimeZone *zones_open(const char *name);

/* A moment, in seconds since 1970, in a zone; one tzdata doesn't know any more, or "", is UTC.
 * False when no calendar has it. */
bool zones_tell(const char *zone, int64_t when, struct zones_moment *moment_out);

#endif
