/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "pbem/mime/quoting/span.h"

static const char blanks[] = " \t\r\n";

struct span span_strip(struct span span, const char *set)
{
	while (span.len > 0 && strchr(set, span.at[0]) != NULL) {
		span.at++;
		span.len--;
	}
	while (span.len > 0 && strchr(set, span.at[span.len - 1]) != NULL)
		span.len--;
	return span;
}

struct span span_trim(struct span span)
{
	return span_strip(span, blanks);
}

bool span_starts(struct span span, const char *start)
{
	size_t len = strlen(start);

	return span.len >= len && strncasecmp(span.at, start, len) == 0;
}

bool span_ends(struct span span, const char *end)
{
	size_t len = strlen(end);

	return span.len >= len && strncasecmp(span.at + span.len - len, end, len) == 0;
}

bool span_contains(struct span span, const char *words)
{
	char lower = (char)tolower((unsigned char)words[0]);
	char upper = (char)toupper((unsigned char)words[0]);
	size_t len = strlen(words);

	for (size_t i = 0; i + len <= span.len; i++) {
		if ((span.at[i] == lower || span.at[i] == upper) &&
		    strncasecmp(span.at + i, words, len) == 0)
			return true;
	}
	return false;
}
