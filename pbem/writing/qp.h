/* SPDX-License-Identifier: MIT */
/* The text of a letter in ASCII: as it is, or quoted-printable (RFC 2045 6.7). */
#ifndef PBEM_WRITING_QP_H
#define PBEM_WRITING_QP_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum { QP_UNIT_MAX = 4 }; /* bytes of the longest character in UTF-8 */

/*
 * Copies the next character of a string (not at its end) to `unit` and advances; returns its
 * length. Controls (also C1, bidirectional overrides, line separators) and bytes that aren't UTF-8
 * become `instead`.
 */
size_t qp_next_unit(const char **cursor, char unit[QP_UNIT_MAX], char instead);

/* Writes a byte as "=XX", three characters without NUL. */
void qp_hex(unsigned char byte, char *out);

/* Whether the text can travel as it is: ASCII without controls, no line over 76, none that begins
 * with "From " or a dot, none that ends in a blank. */
bool qp_is_plain(const char *text);

/* Appends text that qp_is_plain with CRLF lines. */
void qp_add_plain(const char *text, struct text *out);

/* Appends any text as quoted-printable with CRLF lines, none over 76. Controls other than tab and
 * newline become '?'; CR before LF is dropped. */
void qp_add_encoded(const char *text, struct text *out);

#endif
