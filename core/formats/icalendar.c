/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <time.h>

#include "core/formats/icalendar.h"
#include "core/util/strbuf.h"

enum { LINE_BYTES = 75 }; /* RFC 5545 3.1 */

/* Adds a line, folded between characters of UTF-8. */
static void add_line(const char *line, struct strbuf *out)
{
	size_t column = 0;

	while (*line != '\0') {
		size_t len = 1;

		while (((unsigned char)line[len] & 0xc0) == 0x80)
			len++;
		if (column + len > LINE_BYTES) {
			strbuf_add(out, "\n ");
			column = 1;
		}
		strbuf_add_bytes(out, line, len);
		column += len;
		line += len;
	}
	strbuf_add_char(out, '\n');
}

/* Adds a value of type TEXT (3.3.11). */
static void add_text(const char *name, const char *value, struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	strbuf_add(&line, name);
	strbuf_add_char(&line, ':');
	for (; *value != '\0'; value++) {
		if (strchr("\\;,", *value) != NULL)
			strbuf_add_char(&line, '\\');
		if (*value == '\n')
			strbuf_add(&line, "\\n");
		else if ((unsigned char)*value >= ' ' && *value != 0x7f)
			strbuf_add_char(&line, *value);
	}
	add_line(line.bytes, out);
	strbuf_done(&line);
}

static void add_utc_time(const char *name, int64_t when, struct strbuf *out)
{
	time_t seconds = (time_t)when;
	struct tm utc;
	char text[32];

	if (gmtime_r(&seconds, &utc) != NULL &&
	    strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &utc) > 0)
		strbuf_addf(out, "%s:%s\n", name, text);
}

/*
 * Adds the organizer. Its parameter can't contain quotes; addresses can't contain anything
 * problematic.
 */
static void add_organizer(const struct icalendar_source *source, struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	strbuf_add(&line, "ORGANIZER;CN=\"");
	for (const char *c = source->name; *c != '\0'; c++)
		if ((unsigned char)*c >= ' ' && *c != '"' && *c != 0x7f)
			strbuf_add_char(&line, *c);
	strbuf_addf(&line, "\":mailto:%s", source->address);
	add_line(line.bytes, out);
	strbuf_done(&line);
}

void icalendar_begin(struct strbuf *out)
{
	strbuf_add(out, "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//pbem//pbem//EN\nMETHOD:PUBLISH\n");
}

void icalendar_add(const struct icalendar_source *source, const struct icalendar_event *event,
		   struct strbuf *out)
{
	strbuf_add(out, "BEGIN:VEVENT\n");
	add_text("UID", event->uid, out);
	strbuf_addf(out, "SEQUENCE:%u\n", event->sequence);
	add_utc_time("DTSTAMP", source->now, out);
	/* A time without a duration, during which nobody is busy. */
	add_utc_time("DTSTART", event->gone ? source->now : event->when, out);
	strbuf_addf(out, "STATUS:%s\nTRANSP:TRANSPARENT\n",
		    event->gone ? "CANCELLED" : "CONFIRMED");
	add_organizer(source, out);
	add_text("SUMMARY", event->summary, out);
	add_text("DESCRIPTION", event->description, out);
	strbuf_add(out, "END:VEVENT\n");
}

void icalendar_end(struct strbuf *out)
{
	strbuf_add(out, "END:VCALENDAR\n");
}
