/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/base.h"
#include "core/base/text.h"

enum { FORMAT_MAX = 999999 };

#define DEFAULT_MAX ((size_t)64 << 20)
#define FIRST_SIZE 256

void text_init(struct text *text, size_t max)
{
	text->max = max ? max : DEFAULT_MAX;
	text->len = 0;
	text->size = FIRST_SIZE;
	text->bytes = base_alloc(text->size);
	text->bytes[0] = '\0';
	text->overflow = false;
}

void text_done(struct text *text)
{
	free(text->bytes);
	text->bytes = NULL;
	text->len = text->size = 0;
}

void text_clear(struct text *text)
{
	text->len = 0;
	text->bytes[0] = '\0';
	text->overflow = false;
}

char *text_take(struct text *text)
{
	char *bytes = text->bytes;

	text_init(text, text->max);
	return bytes;
}

static void text_reserve(struct text *text, size_t more)
{
	size_t need = text->len + more + 1;

	if (need <= text->size)
		return;
	while (text->size < need)
		text->size *= 2;
	text->bytes = base_realloc(text->bytes, text->size);
}

void text_add_bytes(struct text *text, const char *bytes, size_t len)
{
	if (len > text->max - text->len) {
		len = text->max - text->len;
		text->overflow = true;
	}
	if (len == 0)
		return;
	text_reserve(text, len);
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, strlen(string));
}

void text_add_char(struct text *text, char c)
{
	text_add_bytes(text, &c, 1);
}

void text_addf(struct text *text, const char *format, ...)
{
	char small[512];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	if (len >= 0 && (size_t)len < sizeof small) {
		text_add_bytes(text, small, (size_t)len);
	} else {
		char *large;

		va_start(args, format);
		large = base_vprintf(format, args);
		va_end(args);
		text_add(text, large);
		free(large);
	}
}

size_t text_columns(const char *string)
{
	size_t columns = 0;

	for (; *string != '\0'; string++)
		columns += ((unsigned char)*string & 0xc0) != 0x80;
	return columns;
}

void text_add_padded(struct text *text, const char *string, size_t columns)
{
	size_t has = text_columns(string);

	text_addf(text, "%s%*s", string, has < columns ? (int)(columns - has) : 0, "");
}

bool text_next_line(const char **cursor, const char *end, const char **line_out, size_t *len_out)
{
	const char *newline;

	if (*cursor >= end)
		return false;
	*line_out = *cursor;
	newline = memchr(*cursor, '\n', (size_t)(end - *cursor));
	if (newline == NULL) {
		*len_out = (size_t)(end - *cursor);
		*cursor = end;
	} else {
		*len_out = (size_t)(newline - *cursor);
		*cursor = newline + 1;
	}
	return true;
}

bool text_next_word(const char **cursor, const char **word_out, size_t *len_out)
{
	const char *word = *cursor + strspn(*cursor, " \t");
	size_t len = strcspn(word, " \t");

	*cursor = word + len;
	if (len == 0)
		return false;
	*word_out = word;
	*len_out = len;
	return true;
}

size_t text_split(char *line, char *words[], size_t max)
{
	size_t count = 0;

	while (count < max) {
		line += strspn(line, " \t");
		if (*line == '\0')
			break;
		words[count++] = line;
		if (count == max)
			break;
		line += strcspn(line, " \t");
		if (*line != '\0')
			*line++ = '\0';
	}
	return count;
}

int text_find(const char *word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return (int)i;
	return -1;
}

int text_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool text_same(const char *a, const char *b)
{
	return strcasecmp(a, b) == 0;
}

bool text_starts(const char *string, const char *start)
{
	return strncmp(string, start, strlen(start)) == 0;
}

long text_number(const char *string, long max)
{
	long number = 0;

	if (*string == '\0')
		return -1;
	for (; *string != '\0'; string++) {
		if (!isdigit((unsigned char)*string))
			return -1;
		number = number * 10 + (*string - '0');
		if (number > max)
			return -1;
	}
	return number;
}

bool text_skip(const char **cursor, const char *start)
{
	if (!text_starts(*cursor, start))
		return false;
	*cursor += strlen(start);
	return true;
}

int text_skip_one(const char **cursor, const char *const *starts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (text_skip(cursor, starts[i]))
			return (int)i;
	return -1;
}

bool text_skip_number(const char **cursor, unsigned max, unsigned *number_out)
{
	size_t len = strspn(*cursor, "0123456789");
	char word[16];
	long number;

	if (len == 0 || len >= sizeof word)
		return false;
	memcpy(word, *cursor, len);
	word[len] = '\0';
	number = text_number(word, (long)max);
	if (number < 0)
		return false;
	*number_out = (unsigned)number;
	*cursor += len;
	return true;
}

bool text_skip_to(const char **cursor, const char *ends, const char **start_out, size_t *len_out)
{
	*start_out = *cursor;
	*len_out = strcspn(*cursor, ends);
	*cursor += *len_out;
	return *len_out > 0;
}

int text_check_format(const char *text, const char *word, unsigned format, struct reason *reason)
{
	unsigned found;

	if (!text_skip(&text, word) || !text_skip(&text, " ") ||
	    !text_skip_number(&text, FORMAT_MAX, &found) || found <= format)
		return 0;
	return reason_fail_as(reason, REASON_NEWER,
			      "a newer pbem wrote it, in format %u, and this one reads up to %u: "
			      "use that one again",
			      found, format);
}

bool text_has_line(const char *lines, const char *line)
{
	size_t len = strlen(line);
	const char *at = lines;

	while ((at = strstr(at, line)) != NULL) {
		if ((at == lines || at[-1] == '\n') && at[len] == '\n')
			return true;
		at += len;
	}
	return false;
}
