/* SPDX-License-Identifier: MIT */
/* Moments for calendars: iCalendar (RFC 5545), published (RFC 5546 3.2.1). */
#ifndef PBEM_CORE_EXCHANGE_ICS_H
#define PBEM_CORE_EXCHANGE_ICS_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* Who publishes, and when; the strings are borrowed. */
struct ics_source {
	const char *name, *address;
	int64_t now;
};

struct ics_event {
	const char *uid;   /* the same for what is the same, in whatever file it stands */
	unsigned sequence; /* higher in each later state of it */
	int64_t when;	   /* in seconds since 1970 */
	bool gone;	   /* it is cancelled, and `when` doesn't matter */
	const char *summary, *description;
};

/* Begin a file of them, add one, end it. Lines end with a LF, and are to be sent with CRLF; none is
 * longer than 75 bytes. Controls in the strings are left out. */
void ics_begin(struct text *out);
void ics_add(const struct ics_source *source, const struct ics_event *event, struct text *out);
void ics_end(struct text *out);

#endif
