/* SPDX-License-Identifier: MIT */
/*
 * What a person typed, made plain: mail programs and phones turn hyphens into dashes, blanks into
 * no-break spaces and quotes into curly ones; some people paste figurines.
 */
#ifndef PBEM_CORE_PLAIN_H
#define PBEM_CORE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

enum { PLAIN_MAX = 512 };

struct plain {
	char text[PLAIN_MAX];      /* no controls; ASCII wherever there is an equivalent */
	size_t origin[PLAIN_MAX];  /* for each byte of text (its NUL too): where in the line it came from */
	size_t len;
	bool cut;                  /* the line was longer than fits */
};

/* `line` is UTF-8 without newline; anything that isn't valid UTF-8 stands as '?'. */
void plain_line(const char *line, struct plain *out);

/* Where a text of `len` bytes may be cut to at most `max` bytes without splitting a character. */
size_t plain_cut(const char *text, size_t len, size_t max);

#endif
