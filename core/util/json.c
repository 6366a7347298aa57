/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/plain.h"
#include "core/base/stamp.h"
#include "core/base/text.h"

void json_init(struct json *json, struct text *out)
{
	*json = (struct json){.out = out, .empty = true};
}

static void add_character(struct text *out, const char *bytes, size_t len, uint32_t code)
{
	/* Halves of pairs, which UTF-8 doesn't have. */
	if (len == 0 || (code >= 0xd800 && code <= 0xdfff))
		text_add(out, "\xef\xbf\xbd");
	else if (code == '"' || code == '\\')
		text_addf(out, "\\%c", (int)code);
	else if (code == '\n')
		text_add(out, "\\n");
	else if (code < 0x20 || code == 0x7f)
		text_addf(out, "\\u%04x", (unsigned)code);
	else
		text_add_bytes(out, bytes, len);
}

static void add_string(struct text *out, const char *string, size_t len)
{
	const char *end = string + len;

	text_add_char(out, '"');
	while (string < end) {
		uint32_t code = 0;
		size_t used = plain_decode(string, &code);

		if (used > (size_t)(end - string))
			used = 0;
		add_character(out, string, used, code);
		string += used > 0 ? used : 1;
	}
	text_add_char(out, '"');
}

static void begin_line(const struct json *json)
{
	text_add_char(json->out, '\n');
	for (unsigned i = 0; i < json->depth; i++)
		text_add(json->out, "  ");
}

/* What stands in front of a value. */
static void begin(struct json *json, const char *key)
{
	if (json->depth > 0) {
		if (!json->empty)
			text_add_char(json->out, ',');
		begin_line(json);
	}
	json->empty = false;
	if (key != NULL) {
		add_string(json->out, key, strlen(key));
		text_add(json->out, ": ");
	}
}

static void open_bracket(struct json *json, const char *key, char bracket)
{
	begin(json, key);
	text_add_char(json->out, bracket);
	json->depth++;
	json->empty = true;
}

static void close_bracket(struct json *json, char bracket)
{
	json->depth--;
	if (!json->empty)
		begin_line(json);
	json->empty = false;
	text_add_char(json->out, bracket);
	if (json->depth == 0)
		text_add_char(json->out, '\n');
}

void json_object(struct json *json, const char *key)
{
	open_bracket(json, key, '{');
}

void json_object_end(struct json *json)
{
	close_bracket(json, '}');
}

void json_array(struct json *json, const char *key)
{
	open_bracket(json, key, '[');
}

void json_array_end(struct json *json)
{
	close_bracket(json, ']');
}

void json_null(struct json *json, const char *key)
{
	begin(json, key);
	text_add(json->out, "null");
}

void json_string(struct json *json, const char *key, const char *string)
{
	if (string == NULL) {
		json_null(json, key);
		return;
	}
	begin(json, key);
	add_string(json->out, string, strlen(string));
}

void json_number(struct json *json, const char *key, int64_t number)
{
	begin(json, key);
	text_addf(json->out, "%" PRId64, number);
}

void json_bool(struct json *json, const char *key, bool is)
{
	begin(json, key);
	text_add(json->out, is ? "true" : "false");
}

void json_time(struct json *json, const char *key, int64_t when)
{
	char stamp[STAMP_SIZE];

	stamp_print(when, stamp);
	json_string(json, key, when != 0 ? stamp : NULL);
}

void json_lines(struct json *json, const char *key, const char *lines)
{
	const char *end = lines + strlen(lines), *line;
	size_t len;

	while (*lines == '\n')
		lines++;
	while (end > lines && end[-1] == '\n')
		end--;
	json_array(json, key);
	while (lines < end && text_next_line(&lines, end, &line, &len)) {
		begin(json, NULL);
		add_string(json->out, line, len);
	}
	json_array_end(json);
}
