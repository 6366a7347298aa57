/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/util/context.h"
#include "core/util/reason.h"

static void __attribute__((format(printf, 2, 0)))
set_text(struct reason *reason, const char *format, va_list args)
{
	const struct context *context = context_in_force();

	if (context != NULL && context->translate != NULL)
		format = context->translate(format);
	vsnprintf(reason->text, sizeof reason->text, format, args);
	reason->kind = REASON_PLAIN;
}

void reason_make_temporary(struct reason *reason)
{
	if (reason != NULL)
		reason->kind = REASON_TEMPORARY;
}

int reason_set_kind(struct reason *reason, enum reason_kind kind)
{
	if (reason != NULL && reason->kind == REASON_PLAIN)
		reason->kind = kind;
	return -1;
}

bool reason_is_temporary(const struct reason *reason)
{
	return reason->kind == REASON_TEMPORARY || reason->kind == REASON_NEWER;
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

/* Sets the text, followed by the text for the error number. */
static void __attribute__((format(printf, 3, 0)))
set_number(struct reason *reason, int number, const char *format, va_list args)
{
	struct reason what;

	set_text(&what, format, args);
	reason_set(reason, "%s: %s", what.text, strerror(number));
}

void reason_set_errno(struct reason *reason, const char *format, ...)
{
	int number = errno;
	va_list args;

	va_start(args, format);
	set_number(reason, number, format, args);
	va_end(args);
	if (number != ENOENT && number != ENOTDIR)
		reason_make_temporary(reason);
}

void reason_set_change(struct reason *reason, const char *format, ...)
{
	int number = errno;
	va_list args;

	va_start(args, format);
	set_number(reason, number, format, args);
	va_end(args);
	reason_judge_errno(reason, number);
	errno = number;
}

void reason_judge_errno(struct reason *reason, int number)
{
	static const int LASTING[] = {ENOENT, ENOTDIR, EISDIR,	     EACCES, EPERM,
				      EROFS,  ELOOP,   ENAMETOOLONG, EINVAL};

	for (size_t i = 0; i < sizeof LASTING / sizeof *LASTING; i++)
		if (number == LASTING[i])
			return;
	reason_make_temporary(reason);
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
	(void)reason_set_kind(reason, back.kind);
}
