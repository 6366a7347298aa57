/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "core/exchange/ics.h"

enum { LINE_BYTES = 75 }; /* RFC 5545 3.1 */

/* A line, folded between characters of UTF-8. */
static void add_line(const char *line, struct text *out)
{
	size_t column = 0;

	while (*line != '\0') {
		size_t len = 1;

		while (((unsigned char)line[len] & 0xc0) == 0x80)
			len++;
		if (column + len > LINE_BYTES) {
			text_add(out, "\n ");
			column = 1;
		}
		text_add_bytes(out, line, len);
		column += len;
		line += len;
	}
	text_add_char(out, '\n');
}

/* A value of type TEXT (3.3.11). */
static void add_text(const char *name, const char *value, struct text *out)
{
	struct text line;

	text_init(&line, 0);
	text_add(&line, name);
	text_add_char(&line, ':');
	for (; *value != '\0'; value++) {
		if (strchr("\\;,", *value) != NULL)
			text_add_char(&line, '\\');
		if (*value == '\n')
			text_add(&line, "\\n");
		else if ((unsigned char)*value >= ' ' && *value != 0x7f)
			text_add_char(&line, *value);
	}
	add_line(line.bytes, out);
	text_done(&line);
}

static void add_moment(const char *name, int64_t when, struct text *out)
{
	time_t seconds = (time_t)when;
	struct tm utc;
	char text[32];

	if (gmtime_r(&seconds, &utc) != NULL &&
	    strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &utc) > 0)
		text_addf(out, "%s:%s\n", name, text);
}

/* A parameter can't hold quotes, and an address none of what mail addresses may not have anyway. */
static void add_organizer(const struct ics_source *source, struct text *out)
{
	struct text line;

	text_init(&line, 0);
	text_add(&line, "ORGANIZER;CN=\"");
	for (const char *c = source->name; *c != '\0'; c++)
		if ((unsigned char)*c >= ' ' && *c != '"' && *c != 0x7f)
			text_add_char(&line, *c);
	text_addf(&line, "\":mailto:%s", source->address);
	add_line(line.bytes, out);
	text_done(&line);
}

void ics_begin(struct text *out)
{
	text_add(out, "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//pbem//pbem//EN\nMETHOD:PUBLISH\n");
}

void ics_add(const struct ics_source *source, const struct ics_event *event, struct text *out)
{
	text_add(out, "BEGIN:VEVENT\n");
	add_text("UID", event->uid, out);
	text_addf(out, "SEQUENCE:%u\n", event->sequence);
	add_moment("DTSTAMP", source->now, out);
	/* A moment without a length, and nobody is busy then. */
	add_moment("DTSTART", event->gone ? source->now : event->when, out);
	text_addf(out, "STATUS:%s\nTRANSP:TRANSPARENT\n", event->gone ? "CANCELLED" : "CONFIRMED");
	add_organizer(source, out);
	add_text("SUMMARY", event->summary, out);
	add_text("DESCRIPTION", event->description, out);
	text_add(out, "END:VEVENT\n");
}

void ics_end(struct text *out)
{
	text_add(out, "END:VCALENDAR\n");
}
