/* SPDX-License-Identifier: MIT */
/*
 * Converts what people typed to plain text. Mail programs and phones turn hyphens into dashes,
 * spaces into no-break spaces and quotes into curly ones, and some people paste figurines.
 */
#ifndef PBEM_CORE_UTIL_UTF8_H
#define PBEM_CORE_UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/strbuf.h"

enum { UTF8_MAX = 512 };

struct utf8 {
	char text[UTF8_MAX];	 /* no control characters; ASCII if there is an equivalent */
	size_t origin[UTF8_MAX]; /* for each byte of text and its NUL: its offset in the line */
	size_t len;
	bool cut; /* the line was too long */
};

/* Converts `line`, UTF-8 without newline. Invalid bytes become '?'. */
void utf8_line(const char *line, struct utf8 *out);

/*
 * Returns text as one line, for readers and records; the caller frees it. The result is valid
 * UTF-8, with '?' for invalid bytes and spaces for control characters and line ends of all kinds.
 * Characters that change the direction of text, and spaces at both ends, are left out. Such a line
 * is returned unchanged.
 */
char *utf8_clean_line(const char *written);

/*
 * Returns the length of at most `max` bytes to which a text of `len` bytes may be cut without
 * splitting a character.
 */
size_t utf8_cut(const char *text, size_t len, size_t max);

/*
 * Returns the length in bytes of the picture (emoji, arrow, star and the like) at the beginning of
 * `text`, or 0.
 */
size_t utf8_picture(const char *text);

/* Decodes the first character of NUL-terminated UTF-8. Returns its length, 0 if it is invalid. */
size_t utf8_decode(const char *bytes, uint32_t *code_out);

/* Returns the length in bytes of the first character, at least 1. `text` must not be empty. */
size_t utf8_character(const char *text);

/*
 * Folds the first `len` bytes of a word for comparisons: small letters without accents, in Latin
 * and Cyrillic script ("Läufer" becomes "laufer"). The result is cut to `size` bytes with its NUL.
 */
void utf8_fold(const char *word, size_t len, char *out, size_t size);

/* ---- safe output of others' text ---- */

/*
 * Reports whether the character may control a terminal: control characters (below U+0020, U+007F to
 * U+009F, including LF and tab), characters that change the direction of text, and separators of
 * lines and paragraphs.
 */
bool utf8_is_active(uint32_t code);

/*
 * Adds `len` bytes with each such character written as \u{9B}, and each byte that isn't UTF-8 as
 * \x9B. Tabs are kept, and with `lines` LF too.
 */
void utf8_show(struct strbuf *out, const char *bytes, size_t len, bool lines);

#endif
