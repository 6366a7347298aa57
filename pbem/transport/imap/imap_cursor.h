/* SPDX-License-Identifier: MIT */
/* A place in an IMAP response, and the steps both of its readers take. Private to imap_*.c. */
#ifndef PBEM_WIRE_IMAP_IMAP_CURSOR_H
#define PBEM_WIRE_IMAP_IMAP_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

struct cursor {
	const char *at, *end;
};

/* Whether so many bytes are this word, in any case. */
static inline bool imap_cursor_same(const char *string, size_t len, const char *word)
{
	return len == strlen(word) && strncasecmp(string, word, len) == 0;
}

/* Steps over the character, if it stands there. */
static inline bool imap_cursor_take(struct cursor *cursor, char c)
{
	if (cursor->at >= cursor->end || *cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

#endif
