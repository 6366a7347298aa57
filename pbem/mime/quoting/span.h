/* SPDX-License-Identifier: MIT */
/* A run of bytes inside somebody else's string: trimming and comparing without copying. */
#ifndef PBEM_READING_REPLY_SPAN_H
#define PBEM_READING_REPLY_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	const char *at;
	size_t len;
};

/* Without blanks at its ends. */
struct span span_trim(struct span span);

/* Without the bytes of `set` at its ends. */
struct span span_strip(struct span span, const char *set);

/* ASCII letters in either case, other bytes as they are. */
bool span_starts(struct span span, const char *start);
bool span_ends(struct span span, const char *end);
bool span_contains(struct span span, const char *words);

#endif
