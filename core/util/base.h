/* SPDX-License-Identifier: MIT */
/*
 * Allocation that cannot fail.
 *
 * Ownership, everywhere in pbem: who calls foo_new or foo_load owns the result
 * and calls foo_free, which accepts NULL; foo_init and foo_done are for structs
 * in the caller's own hands; every other pointer is borrowed and lives as long
 * as what it was got from. An exception says "takes ownership" in its comment.
 *
 * Errors, everywhere in pbem: a function that may fail returns 0 or -1 and
 * writes why into its last argument, a struct reason; a function that may
 * refuse what a player asked returns an enum verdict. A result parameter is
 * written only on success.
 */
#ifndef PBEM_CORE_BASE_BASE_H
#define PBEM_CORE_BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/reason.h"

#define ARRAY_LEN(array) (sizeof(array) / sizeof((array)[0]))

/*
 * As malloc, calloc, realloc, strdup, strndup and vasprintf, but never NULL: out
 * of memory ends the process with exit code 75, "try again". Stopping is safe at
 * every instruction, so no caller needs a path for it. Released by free().
 */
void *base_alloc(size_t size);
void *base_zalloc(size_t count, size_t size);
void *base_realloc(void *old, size_t size);
char *base_strdup(const char *string);
char *base_strndup(const char *string, size_t len);
char *base_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *base_vprintf(const char *format, va_list args);

/* Ends the process so, for what is as rare as that and as deep down: `what` went wrong. */
__attribute__((noreturn)) void base_give_up(const char *what);

/* An array of `count` elements of that width, with room for one more; `*size` is how many it has
 * room for. */
void *base_grow(void *array, size_t count, size_t *size, size_t width);

/* Whether what was read from a file into a bool is one. */
bool base_is_bool(const bool *flag);

#endif
