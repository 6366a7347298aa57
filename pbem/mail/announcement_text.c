/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/timestamp.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/calendar/timezone.h"

enum { ARGUMENT = '\x1f', ARGUMENTS = 3 };

char *announcement_words(const char *format, const char *first, const char *second,
			 const char *third)
{
	const char *const arguments[ARGUMENTS] = {first, second, third};
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_add(&text, format);
	for (size_t i = 0; i < ARGUMENTS && arguments[i] != NULL; i++)
		strbuf_addf(&text, "%c%s", ARGUMENT, arguments[i]);
	return strbuf_take(&text);
}

/* Reports whether the text is a date such as "2026-11-24". */
static bool is_day(const char *text)
{
	static const char form[] = "0000-00-00";

	for (size_t i = 0; i < sizeof form; i++)
		if (form[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])
			return false;
	return true;
}

/* Adds an argument: a date in the form that messages have, or a translated word or name. */
static void append_argument(const char *argument, struct strbuf *out)
{
	char stamp[TIMESTAMP_SIZE];

	if (!is_day(argument)) {
		strbuf_add(out, translate(argument));
		return;
	}
	snprintf(stamp, sizeof stamp, "%.10sT12:00:00Z", argument);
	mail_day(TIMEZONE_UTC, timestamp_read(stamp), out);
}

/* Adds a part in the language in use. The %s of its format are filled in by hand, because the
 * format is data. */
static void append_part(char *part, struct strbuf *out)
{
	char *arguments[ARGUMENTS + 1] = {""}, *at = part;
	const char *format;
	size_t count = 0, next = 0;

	while (count < ARGUMENTS && (at = strchr(at, ARGUMENT)) != NULL) {
		*at++ = '\0';
		arguments[count++] = at;
	}
	for (format = translate(part); *format != '\0'; format++) {
		if (format[0] == '%' && format[1] == 's' && next < count) {
			append_argument(arguments[next++], out);
			format++;
		} else if (format[0] == '%' && isdigit((unsigned char)format[1]) &&
			   strncmp(format + 2, "$s", 2) == 0 && format[1] - '1' < (int)count) {
			append_argument(arguments[format[1] - '1'], out);
			format += 3;
		} else {
			strbuf_add_char(out, *format);
		}
	}
}

static void append_sentence(char *sentence, struct strbuf *out)
{
	char *why = strchr(sentence, ANNOUNCEMENT_REASON), *next;

	if (why != NULL)
		*why++ = '\0';
	for (; sentence != NULL; sentence = next) {
		next = strchr(sentence, ANNOUNCEMENT_PART);
		if (next != NULL)
			*next++ = '\0';
		append_part(sentence, out);
	}
	if (why != NULL)
		strbuf_addf(out, "%s%s", translate(". The reason: "), why);
	if (out->len > 0 && strchr(".!?", out->bytes[out->len - 1]) == NULL)
		strbuf_add_char(out, '.');
}

void announcement_render(const char *remark, struct strbuf *out)
{
	char *copy = base_strdup(remark), *sentence = copy, *next;

	for (; *copy != '\0' && sentence != NULL; sentence = next) {
		next = strchr(sentence, ANNOUNCEMENT_SENTENCE);
		if (next != NULL)
			*next++ = '\0';
		append_sentence(sentence, out);
		strbuf_add(out, next != NULL ? " " : "");
	}
	free(copy);
}
