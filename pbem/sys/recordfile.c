/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"
#include "pbem/sys/address.h"
#include "pbem/sys/files.h"
#include "pbem/sys/recordfile.h"

enum { FORMAT = 1 };

/* ---- values ---- */

static int64_t get_number(const void *at, size_t size)
{
	return size == 1   ? *(const uint8_t *)at
	       : size == 4 ? *(const int32_t *)at
			   : *(const int64_t *)at;
}

static void set_number(void *at, size_t size, int64_t value)
{
	if (size == 1)
		*(uint8_t *)at = (uint8_t)value;
	else if (size == 4)
		*(int32_t *)at = (int32_t)value;
	else
		*(int64_t *)at = value;
}

static bool is_empty(const struct recordfile_field *field, const char *record)
{
	const char *at = record + field->offset;

	if (field->type >= RECORDFILE_TEXT)
		return *at == '\0';
	return get_number(at, field->size) == (field->type == RECORDFILE_INDEX ? -1 : 0);
}

static void print_value(const struct recordfile_field *field, const char *record,
			struct strbuf *out)
{
	const char *at = record + field->offset;
	char stamp[TIMESTAMP_SIZE];

	if (field->type >= RECORDFILE_TEXT) {
		strbuf_add(out, at);
	} else if (field->type == RECORDFILE_MOMENT) {
		timestamp_print(get_number(at, field->size), stamp);
		strbuf_add(out, stamp);
	} else if (field->words != NULL) {
		strbuf_add(out, field->words[get_number(at, field->size)]);
	} else if (field->type == RECORDFILE_HEX) {
		strbuf_addf(out, "%" PRIx32, (uint32_t)get_number(at, field->size));
	} else {
		strbuf_addf(out, "%" PRId64, get_number(at, field->size));
	}
}

/* Returns the place of a word in a list ended by NULL, or -1. */
static int find_word(const char *const *words, const char *word)
{
	for (int i = 0; words[i] != NULL; i++)
		if (*word != '\0' && strcmp(words[i], word) == 0)
			return i;
	return -1;
}

/* Reads a value into its member. Returns false if it isn't of the field's type. */
static bool read_value(const struct recordfile_field *field, const char *value, char *record)
{
	const bool added = field->type == RECORDFILE_TEXTS;
	char address[ADDRESS_MAX + 1], *at = record + field->offset;
	guint64 number_read;
	int64_t number = -1;

	if (field->type >= RECORDFILE_TEXT) {
		const size_t used = added ? strlen(at) : 0, room = field->size - used;
		size_t len;

		if (field->type == RECORDFILE_ADDRESS && address_read(value, address))
			value = address;
		else if (field->type == RECORDFILE_ADDRESS)
			return false;
		len = strlen(value);
		if (field->type == RECORDFILE_CUT)
			len = utf8_cut(value, len, room - 1);
		return (size_t)snprintf(at + used, room, "%.*s%s", (int)len, value,
					added ? "\n" : "") < room;
	}
	if (field->type == RECORDFILE_MOMENT)
		number = timestamp_read(value);
	else if (field->words != NULL)
		number = find_word(field->words, value);
	else if (g_ascii_string_to_unsigned(value, field->type == RECORDFILE_HEX ? 16 : 10, 0,
					    (guint64)field->limit, &number_read, NULL))
		number = (int64_t)number_read;
	if (number >= 0)
		set_number(at, field->size, number);
	return number >= 0;
}

/* ---- reading ---- */

struct reader {
	const struct recordfile *form;
	char *file;
	const struct recordfile_list *list; /* of the record that was begun last; NULL: none */
	char *record;
};

/* Returns the row of a line. If there is none, adds how lines may begin now. */
static const struct recordfile_row *find_row(const struct reader *reader, const char *word,
					     struct strbuf *known)
{
	for (size_t i = 0; i < reader->form->row_count; i++) {
		const struct recordfile_row *row = &reader->form->rows[i];
		const int len = (int)strcspn(row->form, " ");

		if (row->list != NULL && !row->begins && row->list != reader->list)
			continue;
		if (row->fields[0].type == RECORDFILE_LEAD
			    ? find_word(row->fields[0].words, word) >= 0
			    : (int)strlen(word) == len && strbuf_starts(row->form, word))
			return row;
		strbuf_addf(known, "%s%.*s", known->len > 0 ? ", " : "", len, row->form);
	}
	return NULL;
}

/* Adds a record to a list, or selects it. */
static int begin_record(struct reader *reader, const struct recordfile_list *list,
			const char *value, struct reason *reason)
{
	char *at = reader->file + list->items, *items = at, *count_at = reader->file + list->count;
	const size_t count = (size_t)get_number(count_at, list->count_size);

	reader->list = list;
	if (list->begin != NULL) {
		reader->record = list->begin(reader->file, value, reason);
		return reader->record != NULL ? 0 : -1;
	}
	if (list->max > 0 && count == list->max)
		return reason_fail(reason, "expected at most %u such lines", list->max);
	if (list->max == 0) {
		memcpy(&items, at, sizeof items);
		items = base_realloc(items, (count + 1) * list->width);
		memcpy(at, &items, sizeof items);
	}
	reader->record = items + count * list->width;
	memset(reader->record, 0, list->width);
	if (list->fresh != NULL)
		memcpy(reader->record, list->fresh, list->width);
	set_number(count_at, list->count_size, (int64_t)count + 1);
	return 0;
}

/* Reports whether a line may end before that value. */
static bool is_optional(const struct recordfile_row *row, const struct recordfile_field *field)
{
	return field->type == RECORDFILE_TEXT || field->type == RECORDFILE_CUT
		       ? row->always
		       : field > row->fields && field->words != NULL && *field->words[0] == '\0';
}

/* Reads the words of a line. Returns false if they aren't as the row says. */
static bool read_fields(const struct recordfile_row *row, char *words[2], char *record)
{
	const struct recordfile_field *field = row->fields;
	char *values[RECORDFILE_FIELDS];
	size_t count = 0, given;

	if (field->type == RECORDFILE_FLAG) {
		set_number(record + field->offset, field->size, 1);
		return true;
	}
	for (unsigned i = 1; i < field->lines && !is_empty(field, record); i++)
		record += field->size;
	if (field->lines > 0 && !is_empty(field, record))
		return false;
	if (field->type == RECORDFILE_LEAD && !read_value(field++, words[0], record))
		return false;
	while (field[count].type != RECORDFILE_END)
		count++;
	given = strbuf_split(words[1], values, count);
	for (size_t i = 0; i < count; i++) {
		if (i < given ? !read_value(&field[i], values[i], record)
			      : !is_optional(row, &field[i]))
			return false;
		/* An earlier line may have had the value. */
		if (i >= given && field[i].words != NULL)
			set_number(record + field[i].offset, field[i].size, 0);
	}
	return true;
}

static int read_line(struct reader *reader, const char *text, struct reason *reason)
{
	char *line = base_strdup(text), nothing[] = "", *words[2] = {nothing, nothing};
	const struct recordfile_row *row;
	struct strbuf known;
	int result = 0;

	strbuf_init(&known, 0);
	if (strbuf_split(line, words, 2) == 0 || words[0][0] == '#' ||
	    strcmp(words[0], reader->form->kind) == 0)
		goto out;
	row = find_row(reader, words[0], &known);
	if (row == NULL) {
		char *word = utf8_clean_line(words[0]);

		result = reason_fail(reason, "expected %s, not '%.60s'", known.bytes, word);
		free(word);
	} else if (row->begins) {
		result = begin_record(reader, row->list, words[1], reason);
	}
	if (result == 0 &&
	    !read_fields(row, words, row->list != NULL ? reader->record : reader->file))
		result = reason_fail(reason, "expected '%s'", row->form);
out:
	strbuf_done(&known);
	free(line);
	return result;
}

/* Checks that the text is whole, and of a format that this program reads. */
static int check_text(const struct recordfile *form, const struct strbuf *text,
		      struct reason *reason)
{
	if (strbuf_check_format(text->bytes, form->kind, FORMAT, reason) != 0)
		return -1;
	if (form->headed && !strbuf_starts(text->bytes, form->kind))
		return reason_fail_as(reason, REASON_DAMAGED, "expected '%s %d' in the first line",
				      form->kind, FORMAT);
	if (text->overflow)
		return reason_fail_as(reason, REASON_DAMAGED, "expected at most %zu bytes",
				      form->max_bytes);
	if (strlen(text->bytes) != text->len)
		return reason_fail_as(reason, REASON_DAMAGED, "expected text, not a zero byte");
	return 0;
}

static int read_lines(struct reader *reader, const char *path, const struct strbuf *in,
		      struct reason *reason)
{
	const struct recordfile *form = reader->form;
	char *text = in->bytes;
	unsigned number = 0;

	if (check_text(form, in, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		return -1;
	}
	for (char *line; (line = strsep(&text, "\n")) != NULL;) {
		number++;
		if (read_line(reader, line, reason) != 0) {
			reason_prefix(reason, "%s:%u: ", path, number);
			return reason_set_kind(reason, REASON_DAMAGED);
		}
	}
	if (form->check == NULL || form->check(reader->file, reason) == 0)
		return 0;
	reason_prefix(reason, "%s: ", path);
	return reason_set_kind(reason, REASON_DAMAGED);
}

int recordfile_load(const struct recordfile *form, const char *path, void *file, bool *there_out,
		    struct reason *reason)
{
	struct reader reader = {.form = form, .file = file};
	struct strbuf in;
	bool there = true;
	int result = form->shared ? 0 : files_check_private(path, reason);

	strbuf_init(&in, form->max_bytes);
	if (result == 0 && there_out != NULL)
		result = files_read_if_there(path, &in, &there, reason);
	else if (result == 0 && files_read(path, &in, reason) != 0)
		result = reason_set_kind(reason, REASON_MISSING);
	if (result == 0 && there)
		result = read_lines(&reader, path, &in, reason);
	if (result == 0 && there_out != NULL)
		*there_out = there;
	strbuf_done(&in);
	return result;
}

/* ---- printing ---- */

static void print_line(const struct recordfile_row *row, const char *record, struct strbuf *out)
{
	const struct recordfile_field *field = row->fields;

	if (row->list != NULL && !row->begins)
		strbuf_add(out, "  ");
	if (field->type != RECORDFILE_LEAD)
		strbuf_addf(out, "%.*s", (int)strcspn(row->form, " "), row->form);
	for (; field->type != RECORDFILE_END && field->type != RECORDFILE_FLAG; field++) {
		if (field->type == RECORDFILE_WORD && is_optional(row, field) &&
		    is_empty(field, record))
			continue;
		if (field->type != RECORDFILE_LEAD)
			strbuf_add_char(out, ' ');
		print_value(field, record, out);
	}
	strbuf_add_char(out, '\n');
}

/* Prints all lines of that kind about a record. */
static void print_row(const struct recordfile_row *row, const char *record, struct strbuf *out)
{
	const struct recordfile_field *field = row->fields;
	const char *cursor = record + field->offset, *end = cursor, *line;
	size_t len;

	if (field->type == RECORDFILE_TEXTS)
		end += strlen(cursor);
	while (strbuf_next_line(&cursor, end, &line, &len))
		strbuf_addf(out, "  %.*s %.*s\n", (int)strcspn(row->form, " "), row->form, (int)len,
			    line);
	for (unsigned i = 0; field->type != RECORDFILE_TEXTS && (i == 0 || i < field->lines); i++)
		if (row->begins || row->always || !is_empty(field, record + i * field->size))
			print_line(row, record + i * field->size, out);
}

/* Prints each record of the list that `row` begins, with all of its lines. */
static void print_list(const struct recordfile_row *row, const struct recordfile_row *end,
		       const char *file, struct strbuf *out)
{
	const struct recordfile_list *list = row->list;
	const char *items = file + list->items;
	const int64_t count = get_number(file + list->count, list->count_size);

	if (list->max == 0)
		memcpy(&items, (const void *)items, sizeof items);
	for (int64_t i = 0; i < count; i++, items += list->width)
		for (const struct recordfile_row *line = row; line < end && line->list == list;
		     line++)
			if (line->begins && list->print != NULL)
				list->print(file, items, out);
			else
				print_row(line, items, out);
}

void recordfile_print(const struct recordfile *form, const void *file, struct strbuf *out)
{
	const struct recordfile_row *end = form->rows + form->row_count;

	strbuf_addf(out, "%s %d\n", form->kind, FORMAT);
	for (const struct recordfile_row *row = form->rows; row < end; row++)
		if (row->list == NULL)
			print_row(row, file, out);
		else if (row->begins)
			print_list(row, end, file, out);
}
