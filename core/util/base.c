/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/context.h"

void base_give_up(const char *what)
{
	const struct context *context = context_in_force();

	if (context != NULL && context->give_up != NULL)
		context->give_up(context->host, what);
	abort();
}

static void *check_allocation(void *memory)
{
	if (memory == NULL)
		base_give_up("out of memory");
	return memory;
}

void *base_alloc(size_t size)
{
	return check_allocation(malloc(size ? size : 1));
}

void *base_zalloc(size_t count, size_t size)
{
	return check_allocation(calloc(count ? count : 1, size ? size : 1));
}

void *base_realloc(void *old, size_t size)
{
	return check_allocation(realloc(old, size ? size : 1));
}

void *base_grow(void *array, size_t count, size_t *size, size_t width)
{
	if (count < *size)
		return array;
	*size = *size > 0 ? 2 * *size : 16;
	return base_realloc(array, *size * width);
}

char *base_strdup(const char *string)
{
	return check_allocation(strdup(string));
}

char *base_strndup(const char *string, size_t len)
{
	return check_allocation(strndup(string, len));
}

char *base_vprintf(const char *format, va_list args)
{
	char *string = NULL;

	if (vasprintf(&string, format, args) < 0)
		string = NULL;
	return check_allocation(string);
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
