/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "core/base/row.h"
#include "core/base/text.h"

enum { DIGITS_MAX = 20 };

/* ---- writing ---- */

static void add_number(uint64_t number, struct text *out)
{
	char digits[DIGITS_MAX];
	size_t at = sizeof digits;

	do
		digits[--at] = (char)('0' + number % 10);
	while ((number /= 10) != 0);
	text_add_bytes(out, digits + at, sizeof digits - at);
}

/* A number as it lies there, its sign stretched. */
static uint64_t number_at(const struct row_field *field, const unsigned char *at)
{
	uint64_t number = 0;
	uint32_t four;
	uint16_t two;

	switch (field->size) {
	case 1:
		return *at;
	case 2:
		memcpy(&two, at, sizeof two);
		return two;
	case 4:
		memcpy(&four, at, sizeof four);
		return field->form == ROW_SIGNED ? (uint64_t)(int32_t)four : four;
	default:
		assert(field->size == 8);
		memcpy(&number, at, sizeof number);
		return number;
	}
}

static void add_numbers(const struct row_field *field, const unsigned char *at, struct text *out)
{
	size_t count = field->count;

	while (count > 1 && number_at(field, at + (count - 1) * field->size) == 0)
		count--;
	for (size_t i = 0; i < count; i++) {
		uint64_t number = number_at(field, at + i * field->size);

		if (i > 0)
			text_add_char(out, ',');
		if (field->form == ROW_SIGNED && (int64_t)number < 0) {
			text_add_char(out, '-');
			number = -number;
		}
		add_number(number, out);
	}
}

static void add_text(const char *string, struct text *out)
{
	for (; *string != '\0'; string++) {
		if (*string == '\n' || *string == '\\') {
			text_add_char(out, '\\');
			text_add_char(out, *string == '\n' ? 'n' : '\\');
		} else {
			text_add_char(out, *string);
		}
	}
}

void row_write(const struct row *row, int number, const void *value, struct text *out)
{
	text_add(out, row->word);
	if (number != ROW_ALONE) {
		text_add_char(out, ' ');
		add_number((uint64_t)number, out);
	}
	for (const struct row_field *field = row->fields; field < row->fields + row->count;
	     field++) {
		const unsigned char *at = (const unsigned char *)value + field->offset;

		text_add_char(out, ' ');
		text_add(out, field->name);
		text_add_char(out, '=');
		if (field->form == ROW_TEXT)
			add_text((const char *)at, out);
		else if (field->form == ROW_WORD)
			text_add(out, (const char *)at);
		else
			add_numbers(field, at, out);
	}
	text_add_char(out, '\n');
}

/* ---- reading ---- */

static bool read_digits(const char **rest, uint64_t most, uint64_t *number_out)
{
	const char *at = *rest;
	uint64_t number = 0;

	if (*at < '0' || *at > '9' || (*at == '0' && at[1] >= '0' && at[1] <= '9'))
		return false;
	for (; *at >= '0' && *at <= '9'; at++) {
		unsigned digit = (unsigned)(*at - '0');

		if (digit > most || number > (most - digit) / 10)
			return false;
		number = number * 10 + digit;
	}
	*rest = at;
	*number_out = number;
	return true;
}

static bool read_one(const struct row_field *field, const char **rest, unsigned char *at)
{
	bool minus = field->form == ROW_SIGNED && **rest == '-';
	uint64_t number;
	uint32_t four;
	uint16_t two;

	*rest += minus;
	if (!read_digits(rest, field->most, &number) || (minus && number == 0))
		return false;
	number = minus ? -number : number;
	two = (uint16_t)number;
	four = (uint32_t)number;
	switch (field->size) {
	case 1:
		*at = (unsigned char)number;
		break;
	case 2:
		memcpy(at, &two, sizeof two);
		break;
	case 4:
		memcpy(at, &four, sizeof four);
		break;
	default:
		memcpy(at, &number, sizeof number);
	}
	return true;
}

static bool read_numbers(const struct row_field *field, const char **rest, unsigned char *at)
{
	size_t count = 0;

	memset(at, 0, field->count * field->size);
	do
		if (count == field->count || !read_one(field, rest, at + count++ * field->size))
			return false;
	while (text_skip(rest, ","));
	return true;
}

static bool read_word(const struct row_field *field, const char **rest, char *word)
{
	size_t len = strcspn(*rest, " ");

	if (len != 0 && len != field->most - 1)
		return false;
	memcpy(word, *rest, len);
	word[len] = '\0';
	*rest += len;
	return true;
}

static bool read_text(const struct row_field *field, const char **rest, char *string)
{
	size_t len = 0;

	for (const char *at = *rest; *at != '\0'; at++) {
		char c = *at;

		if (c == '\\' && *++at == 'n')
			c = '\n';
		else if (c == '\\' && *at != '\\')
			return false;
		if (len + 1 == field->most)
			return false;
		string[len++] = c;
	}
	string[len] = '\0';
	*rest += strlen(*rest);
	return true;
}

bool row_read(const struct row *row, const char *rest, void *value)
{
	for (const struct row_field *field = row->fields; field < row->fields + row->count;
	     field++) {
		unsigned char *at = (unsigned char *)value + field->offset;
		bool done;

		if (!text_skip(&rest, " ") || !text_skip(&rest, field->name) ||
		    !text_skip(&rest, "="))
			return false;
		if (field->form == ROW_TEXT)
			done = read_text(field, &rest, (char *)at);
		else if (field->form == ROW_WORD)
			done = read_word(field, &rest, (char *)at);
		else
			done = read_numbers(field, &rest, at);
		if (!done)
			return false;
	}
	return *rest == '\0';
}

bool row_read_number(const char **rest, unsigned end, unsigned *number_out)
{
	uint64_t number;

	if (end == 0 || !text_skip(rest, " ") || !read_digits(rest, end - 1, &number))
		return false;
	*number_out = (unsigned)number;
	return true;
}

void row_write_list(const struct row_list *list, const void *value, struct text *out)
{
	const unsigned char *at = (const unsigned char *)value;

	for (unsigned i = 0; i < at[list->count]; i++)
		row_write(&list->row, (int)i, at + list->array + i * list->size, out);
}

bool row_read_next(const struct row_list *list, const char *rest, void *value)
{
	unsigned char *at = (unsigned char *)value;
	unsigned number, next = at[list->count];

	if (!row_read_number(&rest, (unsigned)list->end, &number) || number != next)
		return false;
	at[list->count]++;
	return row_read(&list->row, rest, at + list->array + number * list->size);
}
