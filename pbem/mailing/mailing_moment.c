/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/site/zones.h"

/* One of the parts that a form names; false: it is none. */
static bool add_part(const struct zones_moment *moment, const char *name, size_t len,
		     struct text *out)
{
	char part[16];

	snprintf(part, sizeof part, "%.*s", (int)len, name);
	if (strcmp(part, "day") == 0)
		text_addf(out, "%d", moment->day);
	else if (strcmp(part, "month") == 0)
		text_add(out, words_month((unsigned)(moment->month - 1)));
	else if (strcmp(part, "year") == 0)
		text_addf(out, "%d", moment->year);
	else if (strcmp(part, "time") == 0)
		text_addf(out, "%02d:%02d", moment->hour, moment->minute);
	else if (strcmp(part, "zone") == 0)
		text_add(out, moment->zone);
	else
		return false;
	return true;
}

/* What isn't a part stands as it is. */
static void fill(const char *form, const struct zones_moment *moment, struct text *out)
{
	while (*form != '\0') {
		const char *end = *form == '{' ? strchr(form, '}') : NULL;

		if (end != NULL && add_part(moment, form + 1, (size_t)(end - form - 1), out))
			form = end + 1;
		else
			text_add_char(out, *form++);
	}
}

void mailing_moment(const char *zone, int64_t when, struct text *out)
{
	struct zones_moment there, utc;

	if (!zones_tell(ZONES_UTC, when, &utc) || !zones_tell(zone, when, &there))
		return;
	fill(words_moment(), &there, out);
	if (strcmp(there.zone, utc.zone) == 0)
		return;
	text_add(out, " (");
	fill(there.day == utc.day ? "{time} {zone}" : words_moment(), &utc, out);
	text_add_char(out, ')');
}

void mailing_day(const char *zone, int64_t when, struct text *out)
{
	struct zones_moment there;

	if (zones_tell(zone, when, &there))
		fill(words_day(), &there, out);
}
