/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "pbem/mailing/remark_words.h"

enum { ARGUMENT = '\x1f', ARGUMENTS = 3 };

char *remark_words(const char *format, const char *first, const char *second, const char *third)
{
	const char *const arguments[ARGUMENTS] = {first, second, third};
	struct text text;
	char *result;

	text_init(&text, 0);
	text_add(&text, format);
	for (size_t i = 0; i < ARGUMENTS && arguments[i] != NULL; i++)
		text_addf(&text, "%c%s", ARGUMENT, arguments[i]);
	result = text_take(&text);
	text_done(&text);
	return result;
}

/* A part, in the language spoken; the %s of its format are filled in by hand, for it is data. */
static void tell_part(char *part, struct text *out)
{
	char *arguments[ARGUMENTS + 1] = {""}, *at = part;
	const char *format;
	size_t count = 0, next = 0;

	while (count < ARGUMENTS && (at = strchr(at, ARGUMENT)) != NULL) {
		*at++ = '\0';
		arguments[count++] = at;
	}
	for (format = phrase(part); *format != '\0'; format++) {
		if (format[0] == '%' && format[1] == 's' && next < count) {
			text_add(out, phrase(arguments[next++]));
			format++;
		} else if (format[0] == '%' && isdigit((unsigned char)format[1]) &&
			   strncmp(format + 2, "$s", 2) == 0 && format[1] - '1' < (int)count) {
			text_add(out, phrase(arguments[format[1] - '1']));
			format += 3;
		} else {
			text_add_char(out, *format);
		}
	}
}

static void tell_sentence(char *sentence, struct text *out)
{
	char *why = strchr(sentence, REMARK_REASON), *next;

	if (why != NULL)
		*why++ = '\0';
	for (; sentence != NULL; sentence = next) {
		next = strchr(sentence, REMARK_PART);
		if (next != NULL)
			*next++ = '\0';
		tell_part(sentence, out);
	}
	if (why != NULL)
		text_addf(out, "%s%s", phrase(". The reason: "), why);
	if (out->len > 0 && strchr(".!?", out->bytes[out->len - 1]) == NULL)
		text_add_char(out, '.');
}

void remark_render(const char *remark, struct text *out)
{
	char *copy = base_strdup(remark), *sentence = copy, *next;

	for (; *copy != '\0' && sentence != NULL; sentence = next) {
		next = strchr(sentence, REMARK_SENTENCE);
		if (next != NULL)
			*next++ = '\0';
		tell_sentence(sentence, out);
		text_add(out, next != NULL ? " " : "");
	}
	free(copy);
}
