/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/reason.h"

/* Where a reason keeps its kind: behind all it can say. */
enum { KIND = sizeof((struct reason *)NULL)->text - 1 };

/* The format in the language spoken; NULL: English. */
static const char *(*spoken)(const char *format);

void reason_speak(const char *(*in_language)(const char *format))
{
	spoken = in_language;
}

static void __attribute__((format(printf, 2, 0)))
set_text(struct reason *reason, const char *format, va_list args)
{
	vsnprintf(reason->text, KIND, spoken != NULL ? spoken(format) : format, args);
	reason->text[KIND] = REASON_PLAIN;
}

void reason_make_passing(struct reason *reason)
{
	if (reason != NULL)
		reason->text[KIND] = REASON_PASSING;
}

int reason_is(struct reason *reason, enum reason_kind kind)
{
	if (reason != NULL && reason->text[KIND] == REASON_PLAIN)
		reason->text[KIND] = (char)kind;
	return -1;
}

enum reason_kind reason_kind(const struct reason *reason)
{
	return (enum reason_kind)reason->text[KIND];
}

bool reason_is_passing(const struct reason *reason)
{
	const enum reason_kind kind = reason_kind(reason);

	return kind == REASON_PASSING || kind == REASON_NEWER;
}

void reason_set(struct reason *reason, const char *format, ...)
{
	va_list args;

	if (reason == NULL)
		return;
	va_start(args, format);
	set_text(reason, format, args);
	va_end(args);
}

void reason_set_errno(struct reason *reason, const char *format, ...)
{
	int number = errno;
	struct reason what;
	va_list args;

	va_start(args, format);
	set_text(&what, format, args);
	va_end(args);
	reason_set(reason, "%s: %s", what.text, strerror(number));
	if (number != ENOENT && number != ENOTDIR)
		reason_make_passing(reason);
}

void reason_judge_errno(struct reason *reason, int number)
{
	static const int LASTING[] = {ENOENT, ENOTDIR, EISDIR,	     EACCES, EPERM,
				      EROFS,  ELOOP,   ENAMETOOLONG, EINVAL};

	for (size_t i = 0; i < sizeof LASTING / sizeof *LASTING; i++)
		if (number == LASTING[i])
			return;
	reason_make_passing(reason);
}

void reason_prefix(struct reason *reason, const char *format, ...)
{
	struct reason front, back;
	va_list args;

	if (reason == NULL)
		return;
	back = *reason;
	va_start(args, format);
	set_text(&front, format, args);
	va_end(args);
	reason_set(reason, "%s%s", front.text, back.text);
	(void)reason_is(reason, reason_kind(&back));
}
