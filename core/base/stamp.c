/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <time.h>

#include "core/base/stamp.h"

void stamp_print(int64_t when, char out[STAMP_SIZE])
{
	time_t seconds = (time_t)when;
	struct tm utc;

	if (gmtime_r(&seconds, &utc) == NULL ||
	    strftime(out, STAMP_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
		strcpy(out, "1970-01-01T00:00:00Z");
}

int64_t stamp_read(const char *text)
{
	struct tm utc = {0};
	const char *end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &utc);
	char again[STAMP_SIZE];
	time_t when;

	if (end == NULL || *end != '\0')
		return -1;
	when = timegm(&utc);
	stamp_print((int64_t)when, again);
	return when >= 0 && strcmp(again, text) == 0 ? (int64_t)when : -1;
}
