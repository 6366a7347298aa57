/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/base/base.h"

static void *must(void *memory)
{
	if (memory == NULL) {
		fputs("pbem: out of memory; nothing is lost, run again\n", stderr);
		_Exit(EX_TEMPFAIL);
	}
	return memory;
}

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

void *base_alloc(size_t size)
{
	return must(malloc(size ? size : 1));
}

void *base_zalloc(size_t count, size_t size)
{
	return must(calloc(count ? count : 1, size ? size : 1));
}

void *base_realloc(void *old, size_t size)
{
	return must(realloc(old, size ? size : 1));
}

char *base_strdup(const char *string)
{
	return must(strdup(string));
}

char *base_strndup(const char *string, size_t len)
{
	return must(strndup(string, len));
}

char *base_vprintf(const char *format, va_list args)
{
	char *string = NULL;

	if (vasprintf(&string, format, args) < 0)
		string = NULL;
	return must(string);
}

char *base_printf(const char *format, ...)
{
	va_list args;
	char *string;

	va_start(args, format);
	string = base_vprintf(format, args);
	va_end(args);
	return string;
}

bool base_is_bool(const bool *flag)
{
	unsigned char byte;

	memcpy(&byte, flag, sizeof byte);
	return byte <= 1;
}
