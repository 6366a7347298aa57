/* SPDX-License-Identifier: MIT */
/* Writes times for calendars: published (RFC 5546 3.2.1) iCalendar files (RFC 5545). */
#ifndef PBEM_CORE_FORMATS_ICALENDAR_H
#define PBEM_CORE_FORMATS_ICALENDAR_H

#include <stdbool.h>
#include <stdint.h>

struct strbuf;

/* The publisher and the present time. The strings aren't owned. */
struct icalendar_source {
	const char *name, *address;
	int64_t now;
};

struct icalendar_event {
	const char *uid;   /* the same for the same event in all files */
	unsigned sequence; /* higher in each newer state of the event */
	int64_t when;	   /* seconds since 1970 */
	bool gone;	   /* the event is cancelled, and `when` ignored */
	const char *summary, *description;
};

/*
 * Begin a file, add an event, and end the file. Lines end with LF, must be sent with CRLF, and have
 * at most 75 bytes. Control characters in strings are left out.
 */
void icalendar_begin(struct strbuf *out);
void icalendar_add(const struct icalendar_source *source, const struct icalendar_event *event,
		   struct strbuf *out);
void icalendar_end(struct strbuf *out);

#endif
