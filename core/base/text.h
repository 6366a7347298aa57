/* SPDX-License-Identifier: MIT */
/* A growing string with a maximum length, and splitting lines into words. */
#ifndef PBEM_CORE_BASE_TEXT_H
#define PBEM_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/reason.h"

/*
 * Always NUL-terminated once anything was added; `bytes` is never NULL after
 * text_init. What would pass `max` is dropped and `overflow` set, so that nothing
 * a stranger sends can grow without end.
 */
struct text {
	char *bytes;
	size_t len, size, max;
	bool overflow;
};

/* An empty text that holds at most `max` bytes (0: 64 MiB). */
void text_init(struct text *text, size_t max);
void text_done(struct text *text);

/* Empties the text and keeps its memory. */
void text_clear(struct text *text);

/* Hands the string over: the caller frees it; the text is as after text_init. */
char *text_take(struct text *text);

/* Add to the end: a string, so many bytes, a character, what printf makes of the format. */
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t len);
void text_add_char(struct text *text, char c);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many columns UTF-8 text of narrow letters takes; and adds a string, with blanks behind it up
 * to that many. */
size_t text_columns(const char *string);
void text_add_padded(struct text *text, const char *string, size_t columns);

/*
 * The next line of a buffer, without its newline: advances *cursor past it and
 * writes its start and length. False at `end`. Nothing is copied or changed.
 */
bool text_next_line(const char **cursor, const char *end, const char **line_out, size_t *len_out);

/* The next word of a NUL-terminated line, separated by blanks and tabs; false when there is none.
 */
bool text_next_word(const char **cursor, const char **word_out, size_t *len_out);

/* Splits `line` in place into words; returns how many, at most `max` (the last one takes the rest).
 */
size_t text_split(char *line, char *words[], size_t max);

/* The place of a word among `count`, or -1. */
int text_find(const char *word, const char *const *words, size_t count);

/* Compares the strings that two pointers point to, for qsort. */
int text_compare(const void *a, const void *b);

/* Whether two strings are equal, ASCII letters in either case. */
bool text_same(const char *a, const char *b);
bool text_starts(const char *string, const char *start);

/* When the string at *cursor begins so, moves it behind that. The same of a whole number up to
 * `max`, and of anything up to one of `ends` or the end, which is written as a start and a length,
 * 1 at least. And of the first of `count` with which it begins: which, or -1. */
bool text_skip(const char **cursor, const char *start);
int text_skip_one(const char **cursor, const char *const *starts, size_t count);
bool text_skip_number(const char **cursor, unsigned max, unsigned *number_out);
bool text_skip_to(const char **cursor, const char *ends, const char **start_out, size_t *len_out);

/* A whole number without sign, spaces or anything behind it, at most `max`; -1 if it isn't one. */
long text_number(const char *string, long max);

/*
 * Of a file's text, which a NUL ends, the first line has a word and a number: "pbem-game 2". That
 * is raised when earlier versions of pbem would misread what is written; each that was released is
 * read for ever. -1 with a reason of the kind REASON_NEWER when it is above `format`; what else may
 * be wrong with it others say.
 */
int text_check_format(const char *text, const char *word, unsigned format, struct reason *reason);

/* Whether one of the lines, a LF behind each, is that one. */
bool text_has_line(const char *lines, const char *line);

#endif
