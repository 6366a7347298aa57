/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/notation/vocabulary_arguments.h"

#include "core/notation/vocabulary_dates.h"

/*
 * Reads the ten bytes of a date, "2026-12-24", and moves *text past them. Doesn't check whether the
 * day exists.
 */
static bool read_date(const char **text, char date_out[11])
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

bool vocabulary_dates(const char *text, char dates_out[22])
{
	char first[11], last[11];

	if (!read_date(&text, first))
		return false;
	text += strspn(text, " ");
	text = vocabulary_skip(ARGUMENT_UNTIL, text);
	text += strspn(text, "- ");
	if (!read_date(&text, last) || *text != '\0')
		return false;
	snprintf(dates_out, 22, "%s %s", first, last);
	return true;
}
