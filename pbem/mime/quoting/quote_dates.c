/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/util/base.h"
#include "pbem/mime/quoting/quote_dates.h"

/* ---- dates ---- */

static bool digit_at(struct span span, size_t at)
{
	return at < span.len && isdigit((unsigned char)span.at[at]);
}

/* Returns how many digits begin at `at`. */
static size_t digits_at(struct span span, size_t at)
{
	size_t count = 0;

	while (digit_at(span, at + count))
		count++;
	return count;
}

/* Reports whether the number is a time: 10:05, 10h05. */
static bool number_is_time(struct span span, size_t at, size_t digits)
{
	size_t next = at + digits;

	return digits <= 2 && next + 2 < span.len &&
	       (span.at[next] == ':' || span.at[next] == 'h') && digits_at(span, next + 1) == 2;
}

/* Reports whether the number is a year of four digits, or a day: 3.5.26, 3/5/2026. */
static bool number_is_day(struct span span, size_t at, size_t digits)
{
	size_t next = at + digits, month, then;

	if (digits == 4)
		return memcmp(span.at + at, "19", 2) == 0 || memcmp(span.at + at, "20", 2) == 0;
	if (digits > 2 || next + 2 >= span.len || strchr("./-", span.at[next]) == NULL)
		return false;
	month = digits_at(span, next + 1);
	then = next + 1 + month;
	return month >= 1 && month <= 2 && then < span.len && span.at[then] == span.at[next] &&
	       digits_at(span, then + 1) >= 2;
}

/* Reports whether the text contains a number of one of the two kinds. */
static bool has_number(struct span span, bool days, bool times)
{
	size_t i = 0;

	while (i < span.len) {
		size_t digits = digits_at(span, i);

		if (digits > 0 && ((days && number_is_day(span, i, digits)) ||
				   (times && number_is_time(span, i, digits))))
			return true;
		i += digits > 0 ? digits : 1;
	}
	return false;
}

bool quote_dates_has_any(struct span span)
{
	return has_number(span, true, true);
}

bool quote_dates_has_day(struct span span)
{
	return has_number(span, true, false);
}

bool quote_dates_has_time(struct span span)
{
	return has_number(span, false, true);
}

/* Gmail dated quotes in this way for years: "2016-03-03 ..." or "2016/3/3 ...". */
bool quote_dates_starts_with_year(struct span span)
{
	return digits_at(span, 0) == 4 && span.len > 6 && strchr("-/", span.at[4]) != NULL &&
	       digit_at(span, 5);
}

bool quote_dates_starts_with_figure(struct span span)
{
	return digit_at(span, 0);
}

bool quote_dates_has_figure(struct span span)
{
	for (size_t i = 0; i < span.len; i++) {
		if (digit_at(span, i))
			return true;
	}
	return false;
}

/* ---- addresses ---- */

static bool is_address_byte(char c)
{
	return isalnum((unsigned char)c) || strchr("._+-=", c) != NULL;
}

/* Returns the end of an address whose "@" is at `at`: a name before it, two names after it. Returns
 * 0 if it isn't an address. */
static size_t address_end(struct span span, size_t at)
{
	size_t end = at + 1;
	bool dot = false;

	if (at == 0 || !is_address_byte(span.at[at - 1]))
		return 0;
	while (end < span.len && is_address_byte(span.at[end])) {
		dot |= span.at[end] == '.' && end > at + 1 && end + 1 < span.len &&
		       isalnum((unsigned char)span.at[end + 1]);
		end++;
	}
	return dot ? end : 0;
}

static size_t last_address_end(struct span span)
{
	size_t last = 0;

	for (size_t i = 0; i < span.len; i++) {
		if (span.at[i] == '@') {
			size_t end = address_end(span, i);

			last = end > 0 ? end : last;
			i = end > 0 ? end - 1 : i;
		}
	}
	return last;
}

bool quote_dates_has_address(struct span span)
{
	return last_address_end(span) > 0;
}

bool quote_dates_ends_with_address(struct span span)
{
	size_t end = last_address_end(span);
	struct span rest = {span.at + end, span.len - end};

	return end > 0 && span_strip(rest, " \t>)]\"'*.,;").len == 0;
}
