/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/sys/config.h"
#include "pbem/calendar/timezone.h"
#include "pbem/mail/mail_dates.h"

/* Adds the part of a time that a form names. Returns false if there is no such part. */
static bool add_part(const struct timezone_moment *context, const char *name, size_t len,
		     struct strbuf *out)
{
	char part[16];

	snprintf(part, sizeof part, "%.*s", (int)len, name);
	if (strcmp(part, "day") == 0)
		strbuf_addf(out, "%d", context->day);
	else if (strcmp(part, "month") == 0)
		strbuf_add(out, vocabulary_month((unsigned)(context->month - 1)));
	else if (strcmp(part, "year") == 0)
		strbuf_addf(out, "%d", context->year);
	else if (strcmp(part, "time") == 0)
		strbuf_addf(out, "%02d:%02d", context->hour, context->minute);
	else if (strcmp(part, "zone") == 0)
		strbuf_add(out, context->zone);
	else
		return false;
	return true;
}

/* Fills in a form. Text that isn't a part stays unchanged. */
static void fill_form(const char *form, const struct timezone_moment *context, struct strbuf *out)
{
	while (*form != '\0') {
		const char *end = *form == '{' ? strchr(form, '}') : NULL;

		if (end != NULL && add_part(context, form + 1, (size_t)(end - form - 1), out))
			form = end + 1;
		else
			strbuf_add_char(out, *form++);
	}
}

void mail_moment(const char *zone, int64_t when, struct strbuf *out)
{
	struct timezone_moment there, utc;

	if (!timezone_to_local(TIMEZONE_UTC, when, &utc) || !timezone_to_local(zone, when, &there))
		return;
	fill_form(vocabulary_moment(), &there, out);
	if (strcmp(there.zone, utc.zone) == 0)
		return;
	strbuf_add(out, " (");
	fill_form(there.day == utc.day ? "{time} {zone}" : vocabulary_moment(), &utc, out);
	strbuf_add_char(out, ')');
}

void mail_day(const char *zone, int64_t when, struct strbuf *out)
{
	struct timezone_moment there;

	if (timezone_to_local(zone, when, &there))
		fill_form(vocabulary_day(), &there, out);
}

const char *mail_site_zone(const struct config *config)
{
	for (size_t i = 0; i < config->option_count; i++)
		if (strcmp(config->options[i].key, "zone") == 0)
			return config->options[i].value;
	return "";
}

enum { STORED = 20 };

/* Returns the time at the beginning of the text, in the form of events and notices; -1 if there is
 * none. */
static int64_t parse_stored_time(const char *text)
{
	char stamp[TIMESTAMP_SIZE];

	if (!isdigit((unsigned char)*text) || strnlen(text, STORED) < STORED || text[4] != '-' ||
	    text[7] != '-')
		return -1;
	if (memcmp(text + STORED - 4, " UTC", 4) == 0)
		snprintf(stamp, sizeof stamp, "%.10sT%.5s:00Z", text, text + 11);
	else
		snprintf(stamp, sizeof stamp, "%.*s", STORED, text);
	return timestamp_read(stamp);
}

void mail_restate(const char *zone, const char *text, struct strbuf *out)
{
	while (*text != '\0') {
		const int64_t when = parse_stored_time(text);

		if (when < 0) {
			strbuf_add_char(out, *text++);
		} else {
			mail_moment(zone, when, out);
			text += STORED;
		}
	}
}
