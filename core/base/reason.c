/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/reason.h"

/* Where a reason keeps its kind: behind all it can say. */
enum { KIND = sizeof((struct reason *)NULL)->text - 1 };

static void __attribute__((format(printf, 2, 0)))
set_text(struct reason *reason, const char *format, va_list args)
{
	vsnprintf(reason->text, KIND, format, args);
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
	return reason_kind(reason) == REASON_PASSING;
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
	va_list args;
	char *what;

	va_start(args, format);
	what = base_vprintf(format, args);
	va_end(args);
	reason_set(reason, "%s: %s", what, strerror(number));
	if (number != ENOENT && number != ENOTDIR)
		reason_make_passing(reason);
	free(what);
}

void reason_judge_errno(struct reason *reason, int number)
{
	static const int LASTING[] = {ENOENT, ENOTDIR, EISDIR,	     EACCES, EPERM,
				      EROFS,  ELOOP,   ENAMETOOLONG, EINVAL};

	for (size_t i = 0; i < ARRAY_LEN(LASTING); i++)
		if (number == LASTING[i])
			return;
	reason_make_passing(reason);
}

void reason_prefix(struct reason *reason, const char *format, ...)
{
	char *front, *whole;
	enum reason_kind kind;
	va_list args;

	if (reason == NULL)
		return;
	va_start(args, format);
	front = base_vprintf(format, args);
	va_end(args);
	whole = base_printf("%s%s", front, reason->text);
	kind = reason_kind(reason);
	reason_set(reason, "%s", whole);
	(void)reason_is(reason, kind);
	free(whole);
	free(front);
}
