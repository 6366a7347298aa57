/* SPDX-License-Identifier: MIT */
/* A part of another string, which can be trimmed and compared without copying. */
#ifndef PBEM_MIME_QUOTING_SPAN_H
#define PBEM_MIME_QUOTING_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	const char *at;
	size_t len;
};

/* Returns the span without spaces and line ends at its ends. */
struct span span_trim(struct span span);

/* Returns the span without bytes of `set` at its ends. */
struct span span_strip(struct span span, const char *set);

/* Compare ASCII letters regardless of case, and other bytes exactly. */
bool span_starts(struct span span, const char *start);
bool span_ends(struct span span, const char *end);
bool span_contains(struct span span, const char *words);

#endif
