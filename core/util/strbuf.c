/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"

enum { FORMAT_MAX = 999999 };

#define DEFAULT_MAX ((size_t)64 << 20)
#define FIRST_SIZE 256

void strbuf_init(struct strbuf *text, size_t max)
{
	text->max = max ? max : DEFAULT_MAX;
	text->len = 0;
	text->size = FIRST_SIZE;
	text->bytes = base_alloc(text->size);
	text->bytes[0] = '\0';
	text->overflow = false;
}

void strbuf_done(struct strbuf *text)
{
	free(text->bytes);
	text->bytes = NULL;
	text->len = text->size = 0;
}

void strbuf_clear(struct strbuf *text)
{
	text->len = 0;
	text->bytes[0] = '\0';
	text->overflow = false;
}

char *strbuf_take(struct strbuf *text)
{
	char *bytes = text->bytes;

	text->bytes = NULL;
	strbuf_done(text);
	return bytes;
}

static void strbuf_reserve(struct strbuf *text, size_t more)
{
	size_t need = text->len + more + 1;

	if (need <= text->size)
		return;
	while (text->size < need)
		text->size *= 2;
	text->bytes = base_realloc(text->bytes, text->size);
}

void strbuf_add_bytes(struct strbuf *text, const char *bytes, size_t len)
{
	if (len > text->max - text->len) {
		len = text->max - text->len;
		text->overflow = true;
	}
	if (len == 0)
		return;
	strbuf_reserve(text, len);
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
}

void strbuf_add(struct strbuf *text, const char *string)
{
	strbuf_add_bytes(text, string, strlen(string));
}

void strbuf_add_char(struct strbuf *text, char c)
{
	strbuf_add_bytes(text, &c, 1);
}

void strbuf_addf(struct strbuf *text, const char *format, ...)
{
	char small[512];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	if (len >= 0 && (size_t)len < sizeof small) {
		strbuf_add_bytes(text, small, (size_t)len);
	} else {
		char *large;

		va_start(args, format);
		large = base_vprintf(format, args);
		va_end(args);
		strbuf_add(text, large);
		free(large);
	}
}

size_t strbuf_columns(const char *string)
{
	size_t columns = 0;

	for (; *string != '\0'; string++)
		columns += ((unsigned char)*string & 0xc0) != 0x80;
	return columns;
}

void strbuf_add_padded(struct strbuf *text, const char *string, size_t columns)
{
	size_t has = strbuf_columns(string);

	strbuf_addf(text, "%s%*s", string, has < columns ? (int)(columns - has) : 0, "");
}

bool strbuf_next_line(const char **cursor, const char *end, const char **line_out, size_t *len_out)
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

bool strbuf_next_word(const char **cursor, const char **word_out, size_t *len_out)
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

size_t strbuf_split(char *line, char *words[], size_t max)
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

int strbuf_find(const char *word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return (int)i;
	return -1;
}

int strbuf_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool strbuf_same(const char *a, const char *b)
{
	return strcasecmp(a, b) == 0;
}

bool strbuf_starts(const char *string, const char *start)
{
	return strncmp(string, start, strlen(start)) == 0;
}

int64_t strbuf_large_number(const char *string, int64_t max)
{
	int64_t number = 0;

	if (*string == '\0')
		return -1;
	for (; *string != '\0'; string++) {
		const int digit = *string - '0';

		if (!isdigit((unsigned char)*string) || digit > max || number > (max - digit) / 10)
			return -1;
		number = number * 10 + digit;
	}
	return number;
}

long strbuf_number(const char *string, int32_t max)
{
	return (long)strbuf_large_number(string, max);
}

bool strbuf_skip(const char **cursor, const char *start)
{
	if (!strbuf_starts(*cursor, start))
		return false;
	*cursor += strlen(start);
	return true;
}

int strbuf_skip_one(const char **cursor, const char *const *starts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strbuf_skip(cursor, starts[i]))
			return (int)i;
	return -1;
}

bool strbuf_skip_number(const char **cursor, unsigned max, unsigned *number_out)
{
	size_t len = strspn(*cursor, "0123456789");
	char word[16];
	int64_t number;

	if (len == 0 || len >= sizeof word)
		return false;
	memcpy(word, *cursor, len);
	word[len] = '\0';
	number = strbuf_large_number(word, max);
	if (number < 0)
		return false;
	*number_out = (unsigned)number;
	*cursor += len;
	return true;
}

bool strbuf_skip_to(const char **cursor, const char *ends, const char **start_out, size_t *len_out)
{
	*start_out = *cursor;
	*len_out = strcspn(*cursor, ends);
	*cursor += *len_out;
	return *len_out > 0;
}

int strbuf_check_format(const char *text, const char *word, unsigned format, struct reason *reason)
{
	unsigned found;

	if (!strbuf_skip(&text, word) || !strbuf_skip(&text, " ") ||
	    !strbuf_skip_number(&text, FORMAT_MAX, &found) || found <= format)
		return 0;
	return reason_fail_as(reason, REASON_NEWER,
			      "a newer pbem wrote this file, in format %u, and this pbem reads "
			      "formats up to %u; use the newer pbem again",
			      found, format);
}

bool strbuf_has_line(const char *lines, const char *line)
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
