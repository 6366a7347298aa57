/* SPDX-License-Identifier: MIT */
/*
 * Bytes that claim to be in some charset, to UTF-8 that can't do harm: no controls, no invisible
 * or direction-changing characters, one kind of blank (and tabs where lines begin), LF at the end
 * of lines.
 */
#ifndef PBEM_READING_CHARSET_H
#define PBEM_READING_CHARSET_H

#include <stddef.h>

/*
 * The text, whatever was declared (NULL: nothing): what is valid UTF-8 is taken as that; else the
 * declared charset, if it is one used in mail; else windows-1252. Never fails; what can't be read
 * becomes U+FFFD. The caller frees it.
 */
char *charset_text(const char *bytes, size_t len, const char *declared);

/* Opens all charsets that mail is sent in, and keeps them open: from now on nothing more has to be
 * loaded for them. Once in a process, where none can be opened later. */
void charset_open_all(void);

/* The same for a header's value: one line, runs of blanks made one, at most `max` bytes. */
char *charset_line(const char *bytes, size_t max);

#endif
