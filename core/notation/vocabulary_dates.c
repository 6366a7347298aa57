/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/words/words_behind.h"

#include "core/words/words_dates.h"

/* A date's ten bytes, "2026-12-24", which are taken off; whether there is such a day is known where
 * the order is met. */
static bool take_date(const char **text, char date_out[11])
{
	static const char form[] = "dddd-dd-dd";

	for (size_t i = 0; form[i] != '\0'; i++)
		if (form[i] == 'd' ? !isdigit((unsigned char)(*text)[i]) : (*text)[i] != form[i])
			return false;
	memcpy(date_out, *text, 10);
	date_out[10] = '\0';
	*text += 10;
	return **text == '\0' || **text == ' ';
}

bool words_dates(const char *text, char dates_out[22])
{
	char first[11], last[11];

	if (!take_date(&text, first))
		return false;
	text += strspn(text, " ");
	text = words_skip(BEHIND_UNTIL, text);
	text += strspn(text, "- ");
	if (!take_date(&text, last) || *text != '\0')
		return false;
	snprintf(dates_out, 22, "%s %s", first, last);
	return true;
}
