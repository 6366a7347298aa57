/* SPDX-License-Identifier: MIT */
/*
 * What a person typed, made plain: mail programs and phones turn hyphens into dashes, blanks into
 * no-break spaces and quotes into curly ones; some people paste figurines.
 */
#ifndef PBEM_CORE_BASE_PLAIN_H
#define PBEM_CORE_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAIN_MAX = 512 };

struct plain {
	char text[PLAIN_MAX];	  /* no controls; ASCII wherever there is an equivalent */
	size_t origin[PLAIN_MAX]; /* for each byte of text (its NUL too): where in the line it came
				     from */
	size_t len;
	bool cut; /* the line was longer than fits */
};

/* `line` is UTF-8 without newline; anything that isn't valid UTF-8 stands as '?'. */
void plain_line(const char *line, struct plain *out);

/* Where a text of `len` bytes may be cut to at most `max` bytes without splitting a character. */
size_t plain_cut(const char *text, size_t len, size_t max);

/* How many bytes the picture (emoji, arrow, star and the like) takes that `text` begins with; 0:
 * none. */
size_t plain_picture(const char *text);

/* The character of UTF-8 that NUL-terminated `bytes` begin with; its length, 0 when it isn't valid.
 */
size_t plain_decode(const char *bytes, uint32_t *code_out);

/* How many bytes the first character takes, at least 1; `text` isn't empty. */
size_t plain_character(const char *text);

/*
 * The first `len` bytes of a word as words are compared: small letters, accents and the like left
 * off, of Latin and Cyrillic script ("Läufer" is "laufer"). Cut to what fits `size` with its NUL.
 */
void plain_fold(const char *word, size_t len, char *out, size_t size);

#endif
