/* SPDX-License-Identifier: MIT */
/* Encodes the text of a message in ASCII: unchanged, or quoted-printable (RFC 2045 6.7). */
#ifndef PBEM_COMPOSE_QUOTED_PRINTABLE_H
#define PBEM_COMPOSE_QUOTED_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

enum { QUOTED_PRINTABLE_UNIT_MAX = 4 }; /* bytes of the longest character in UTF-8 */

/*
 * Copies the next character of a string, which isn't at its end, to `unit`, and advances *cursor.
 * Returns the character's length. Replaces controls (also C1, bidirectional overrides, line
 * separators) and bytes that aren't UTF-8 by `instead`.
 */
size_t quoted_printable_next_unit(const char **cursor, char unit[QUOTED_PRINTABLE_UNIT_MAX],
				  char instead);

/* Writes a byte as "=XX", three characters without NUL. */
void quoted_printable_hex(unsigned char byte, char *out);

/* Reports whether the text can be sent unchanged: ASCII without controls, and no line that is
 * longer than 76, begins with "From " or a dot, or ends with a space. */
bool quoted_printable_is_plain(const char *text);

/* Appends text that quoted_printable_is_plain with CRLF lines. */
void quoted_printable_add_plain(const char *text, struct strbuf *out);

/* Appends any text as quoted-printable with CRLF lines of at most 76 characters. Controls other
 * than tab and newline become '?'; CR before LF is dropped. */
void quoted_printable_add_encoded(const char *text, struct strbuf *out);

#endif
