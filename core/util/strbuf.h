/* SPDX-License-Identifier: MIT */
/* A growing string with a maximum length, and functions that split text into lines and words. */
#ifndef PBEM_CORE_UTIL_STRBUF_H
#define PBEM_CORE_UTIL_STRBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/reason.h"

/*
 * `bytes` is never NULL after strbuf_init, and ends with a NUL. Bytes beyond `max` are dropped and
 * `overflow` is set, so that nothing from strangers can grow without limit.
 */
struct strbuf {
	char *bytes;
	size_t len, size, max;
	bool overflow;
};

/* Initialises an empty text with at most `max` bytes (0: 64 MiB). */
void strbuf_init(struct strbuf *text, size_t max);
void strbuf_done(struct strbuf *text);

/* Empties the text and keeps its memory. */
void strbuf_clear(struct strbuf *text);

/*
 * Returns the string, which the caller frees. The text is then as after strbuf_done: there is
 * nothing left to free, and strbuf_init makes it usable again.
 */
char *strbuf_take(struct strbuf *text);

/* Add a string, some bytes, a character, or formatted text to the end. */
void strbuf_add(struct strbuf *text, const char *string);
void strbuf_add_bytes(struct strbuf *text, const char *bytes, size_t len);
void strbuf_add_char(struct strbuf *text, char c);
void strbuf_addf(struct strbuf *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* strbuf_columns returns how many columns UTF-8 text of narrow letters takes. strbuf_add_padded
 * adds a string, and spaces after it up to that width. */
size_t strbuf_columns(const char *string);
void strbuf_add_padded(struct strbuf *text, const char *string, size_t columns);

/*
 * Finds the next line of a buffer without its newline, and moves *cursor past it. Returns false at
 * `end`. Nothing is copied or changed.
 */
bool strbuf_next_line(const char **cursor, const char *end, const char **line_out, size_t *len_out);

/*
 * Finds the next word of a NUL-terminated line, between spaces and tabs. Returns false if there is
 * none.
 */
bool strbuf_next_word(const char **cursor, const char **word_out, size_t *len_out);

/*
 * Splits `line` in place into at most `max` words and returns their number. The last word includes
 * the rest.
 */
size_t strbuf_split(char *line, char *words[], size_t max);

/* Returns the index of a word among `count`, or -1. */
int strbuf_find(const char *word, const char *const *words, size_t count);

/* Compares the strings that two pointers point to, for qsort. */
int strbuf_compare(const void *a, const void *b);

/*
 * Report whether two strings are equal, ignoring the case of ASCII letters, and whether a string
 * begins with another.
 */
bool strbuf_same(const char *a, const char *b);
bool strbuf_starts(const char *string, const char *start);

/*
 * Move *cursor past something at the beginning of the string. Without a match they return false
 * (-1) and don't move it:
 * - strbuf_skip: past `start`.
 * - strbuf_skip_one: past the first of `count` strings that matches; returns its index.
 * - strbuf_skip_number: past a whole number up to `max`.
 * - strbuf_skip_to: past at least one byte, up to one of `ends` or the end; returns these bytes.
 */
bool strbuf_skip(const char **cursor, const char *start);
int strbuf_skip_one(const char **cursor, const char *const *starts, size_t count);
bool strbuf_skip_number(const char **cursor, unsigned max, unsigned *number_out);
bool strbuf_skip_to(const char **cursor, const char *ends, const char **start_out, size_t *len_out);

/*
 * Read a whole number of at most `max`, without sign or spaces, to the end of the string. Return -1
 * if it isn't one. A `long` has 32 bits on some systems, so strbuf_large_number is for greater
 * numbers.
 */
long strbuf_number(const char *string, int32_t max);
int64_t strbuf_large_number(const char *string, int64_t max);

/*
 * Checks the first line of a file's NUL-terminated text, a word and a number: "pbem-game 2". The
 * number is raised when earlier versions of pbem would misread the file. Every released format can
 * be read for ever. Returns -1 with a reason of kind REASON_NEWER if the number is above `format`.
 * Callers find other faults.
 */
int strbuf_check_format(const char *text, const char *word, unsigned format, struct reason *reason);

/* Reports whether one of the lines, each with a LF at its end, equals `line`. */
bool strbuf_has_line(const char *lines, const char *line);

#endif
