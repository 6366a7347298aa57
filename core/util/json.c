/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "core/util/json.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"

void json_init(struct json *json, struct strbuf *out)
{
	*json = (struct json){.out = out, .empty = true};
}

static void add_character(struct strbuf *out, const char *bytes, size_t len, uint32_t code)
{
	/* Invalid, or half of a surrogate pair, which UTF-8 doesn't have. */
	if (len == 0 || (code >= 0xd800 && code <= 0xdfff))
		strbuf_add(out, "\xef\xbf\xbd");
	else if (code == '"' || code == '\\')
		strbuf_addf(out, "\\%c", (int)code);
	else if (code == '\n')
		strbuf_add(out, "\\n");
	else if (code < 0x20 || code == 0x7f)
		strbuf_addf(out, "\\u%04x", (unsigned)code);
	else
		strbuf_add_bytes(out, bytes, len);
}

static void add_string(struct strbuf *out, const char *string, size_t len)
{
	const char *end = string + len;

	strbuf_add_char(out, '"');
	while (string < end) {
		uint32_t code = 0;
		size_t used = utf8_decode(string, &code);

		if (used > (size_t)(end - string))
			used = 0;
		add_character(out, string, used, code);
		string += used > 0 ? used : 1;
	}
	strbuf_add_char(out, '"');
}

static void begin_line(const struct json *json)
{
	strbuf_add_char(json->out, '\n');
	for (unsigned i = 0; i < json->depth; i++)
		strbuf_add(json->out, "  ");
}

/* Writes the comma, the indentation and the key before a value. */
static void begin_value(struct json *json, const char *key)
{
	if (json->depth > 0) {
		if (!json->empty)
			strbuf_add_char(json->out, ',');
		begin_line(json);
	}
	json->empty = false;
	if (key != NULL) {
		add_string(json->out, key, strlen(key));
		strbuf_add(json->out, ": ");
	}
}

static void open_bracket(struct json *json, const char *key, char bracket)
{
	begin_value(json, key);
	strbuf_add_char(json->out, bracket);
	json->depth++;
	json->empty = true;
}

static void close_bracket(struct json *json, char bracket)
{
	json->depth--;
	if (!json->empty)
		begin_line(json);
	json->empty = false;
	strbuf_add_char(json->out, bracket);
	if (json->depth == 0)
		strbuf_add_char(json->out, '\n');
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
	begin_value(json, key);
	strbuf_add(json->out, "null");
}

void json_string(struct json *json, const char *key, const char *string)
{
	if (string == NULL) {
		json_null(json, key);
		return;
	}
	begin_value(json, key);
	add_string(json->out, string, strlen(string));
}

void json_number(struct json *json, const char *key, int64_t number)
{
	begin_value(json, key);
	strbuf_addf(json->out, "%" PRId64, number);
}

void json_bool(struct json *json, const char *key, bool is)
{
	begin_value(json, key);
	strbuf_add(json->out, is ? "true" : "false");
}

void json_time(struct json *json, const char *key, int64_t when)
{
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(when, stamp);
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
	while (lines < end && strbuf_next_line(&lines, end, &line, &len)) {
		begin_value(json, NULL);
		add_string(json->out, line, len);
	}
	json_array_end(json);
}
