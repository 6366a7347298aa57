/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "core/util/timestamp.h"

void timestamp_print(int64_t when, char out[TIMESTAMP_SIZE])
{
	time_t seconds = (time_t)when;
	struct tm utc;

	if (gmtime_r(&seconds, &utc) == NULL ||
	    strftime(out, TIMESTAMP_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
		strcpy(out, "1970-01-01T00:00:00Z");
}

static unsigned two_digits(const char *text)
{
	return 10 * (unsigned)(text[0] - '0') + (unsigned)(text[1] - '0');
}

static bool is_leap(unsigned year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Returns the number of days from 1970 to the beginning of the year. */
static int64_t days_before(unsigned year)
{
	const int64_t past = (int64_t)year - 1;

	return past * 365 + past / 4 - past / 100 + past / 400 - 719162;
}

/*
 * Reads a time of the years 1970 to 9999 quickly, in exactly the form of timestamp_print, because a
 * game file has one per entry. Returns -1 for other text.
 */
static int64_t read_plain(const char *text)
{
	static const unsigned before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	static const char form[] = "0000-00-00T00:00:00Z";
	unsigned year, month, day, hour, minute, second;

	for (size_t i = 0; i < sizeof form; i++)
		if (form[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
			return -1;
	month = two_digits(text + 5) - 1;
	day = two_digits(text + 8);
	hour = two_digits(text + 11);
	minute = two_digits(text + 14);
	second = two_digits(text + 17);
	if (month > 11 || hour > 23 || minute > 59 || second > 59)
		return -1;
	year = 100 * two_digits(text) + two_digits(text + 2);
	if (year < 1970 || day < 1 || day > days[month] + (month == 1 && is_leap(year)))
		return -1;
	return ((days_before(year) + before[month] + (month > 1 && is_leap(year)) + day - 1) * 24 +
		hour) * 3600 +
	       minute * 60 + second;
}

int64_t timestamp_read(const char *text)
{
	struct tm utc = {0};
	const int64_t plain = read_plain(text);
	const char *end;
	char again[TIMESTAMP_SIZE];
	time_t when;

	if (plain >= 0)
		return plain;
	end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &utc);
	if (end == NULL || *end != '\0')
		return -1;
	when = timegm(&utc);
	timestamp_print((int64_t)when, again);
	return when >= 0 && strcmp(again, text) == 0 ? (int64_t)when : -1;
}
