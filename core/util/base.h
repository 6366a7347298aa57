/* SPDX-License-Identifier: MIT */
/*
 * Allocation that cannot fail.
 *
 * Ownership, everywhere in pbem: the caller of foo_new or foo_load owns the result and calls
 * foo_free, which accepts NULL. foo_init and foo_done are for structs whose memory the caller
 * provides. Every other pointer is borrowed, and valid as long as the object that it came from.
 * Exceptions say "takes ownership" in their comments.
 *
 * Errors, everywhere in pbem: a function that may fail returns 0 or -1 and writes why into its last
 * argument, a struct reason. A function that may refuse a player's request returns an enum verdict.
 * Results are written only on success.
 */
#ifndef PBEM_CORE_UTIL_BASE_H
#define PBEM_CORE_UTIL_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/util/reason.h"

#define ARRAY_LEN(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Allocate like malloc, calloc, realloc, strdup, strndup, asprintf and vasprintf, but never return
 * NULL: without memory they call base_give_up, so that callers need not handle this. Memory is
 * released with free().
 */
void *base_alloc(size_t size);
void *base_zalloc(size_t count, size_t size);
void *base_realloc(void *old, size_t size);
char *base_strdup(const char *string);
char *base_strndup(const char *string, size_t len);
char *base_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *base_vprintf(const char *format, va_list args);

/*
 * Calls the handler of the context in force (core/util/context.h) for a rare fault that `what`
 * describes. The handler doesn't return: pbem's ends the process with exit code 75, "try again".
 * Without a handler, the process is aborted.
 */
__attribute__((noreturn)) void base_give_up(const char *what);

/*
 * Returns the array with room for at least one more element. It has `count` elements of `width`
 * bytes each, and room for `*size`.
 */
void *base_grow(void *array, size_t count, size_t *size, size_t width);

/* Returns the ending of a regular noun after that number: "" or "s". */
static inline const char *base_plural(size_t number)
{
	return number == 1 ? "" : "s";
}

/* Reports whether a bool read from a file is valid, 0 or 1. */
bool base_is_bool(const bool *flag);

#endif
