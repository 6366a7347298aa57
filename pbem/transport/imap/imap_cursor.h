/* SPDX-License-Identifier: MIT */
/* A position in an IMAP response, and the steps that both of its parsers take. Private to
 * imap_*.c. */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_CURSOR_H
#define PBEM_TRANSPORT_IMAP_IMAP_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

struct cursor {
	const char *at, *end;
};

/* Reports whether the bytes are that word, in upper or lower case. */
static inline bool imap_cursor_same(const char *string, size_t len, const char *word)
{
	return len == strlen(word) && strncasecmp(string, word, len) == 0;
}

/* Skips the character if it is the next one. */
static inline bool imap_cursor_take(struct cursor *cursor, char c)
{
	if (cursor->at >= cursor->end || *cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

/* Skips spaces. The protocol requires one, but some servers send more. Returns false if there is
 * none. */
static inline bool imap_cursor_blanks(struct cursor *cursor)
{
	bool found = imap_cursor_take(cursor, ' ');

	while (imap_cursor_take(cursor, ' '))
		continue;
	return found;
}

#endif
