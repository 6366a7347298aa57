/* SPDX-License-Identifier: MIT */
/* Converts bytes that claim to be in some charset to harmless UTF-8, without control characters and
 * without invisible or direction-changing characters. All spaces are of one kind, tabs occur only
 * at the start of lines, and lines end with LF. */
#ifndef PBEM_MIME_CHARSET_H
#define PBEM_MIME_CHARSET_H

#include <stddef.h>

/*
 * Returns the text in UTF-8, whatever charset was declared (NULL: none). Valid UTF-8 is taken as
 * UTF-8. Otherwise a byte order mark decides, then the declared charset if it is one used in mail,
 * then windows-1252.
 *
 * Charsets whose text may look like valid UTF-8 (UTF-7, UTF-16, UTF-32, ISO-2022) count only if the
 * bytes can be in them: UTF-16 has zero bytes, and ISO-2022 has escapes. Never fails; bytes that
 * can't be read become U+FFFD. The caller frees the result.
 */
char *charset_text(const char *bytes, size_t len, const char *declared);

/* The treatment of characters that have a meaning only in texts, or only in pages. */
enum charset_form {
	CHARSET_PLAIN,	/* characters that end lines become LF */
	CHARSET_PAGE,	/* HTML: vertical tabs, form feeds, NEL, U+2028 and U+2029, which end lines
			   where LF doesn't, become HTML_SEPARATOR */
	CHARSET_MARKED, /* as CHARSET_PLAIN, and QUOTE_JOIN (join_lines.h) stays */
};

/* Returns the same as charset_text, in that form. */
char *charset_text_as(const char *bytes, size_t len, const char *declared, enum charset_form form);

/* Opens all charsets that mail uses, and keeps them open, so that nothing more has to be loaded for
 * them. For a process that can't load them later; it calls this once. */
void charset_open_all(void);

/* Returns the same for a header's value: one line, with runs of spaces as one space, of at most
 * `max` bytes. The caller frees it. */
char *charset_line(const char *bytes, size_t max);

#endif
