/* SPDX-License-Identifier: MIT */
/*
 * Records places where a line of a text continues although its writer may have ended it there.
 * These are soft line ends of format=flowed, line ends in the source of a page, and borders of its
 * cells. It is unknown which of them a program made and which a person typed, so they are kept
 * separately from the text.
 */
#ifndef PBEM_MIME_QUOTING_JOIN_LINES_H
#define PBEM_MIME_QUOTING_JOIN_LINES_H

#include <stddef.h>

/* The places, in order, each as the number of bytes of the text before it. */
struct join_lines {
	size_t *at;
	size_t count, size;
};

/* Removes each QUOTE_JOIN from a text, and adds its place. The caller calls join_lines_done. */
#define QUOTE_JOIN '\x1f'
void join_lines_extract(char *text, struct join_lines *joins);

/* Adds a place, which must not be before the last one. */
void join_lines_add(struct join_lines *joins, size_t at);
void join_lines_done(struct join_lines *joins);

#endif
