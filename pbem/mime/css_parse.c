/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/util/base.h"
#include "pbem/mime/css_internal.h"

/* ---- values ---- */

static bool has_value(struct span value, const char *word)
{
	size_t want = strlen(word), at = 0;

	while (at < value.len) {
		size_t len = 0;

		while (at + len < value.len && !isspace((unsigned char)value.at[at + len]))
			len++;
		if (len == want && strncasecmp(value.at + at, word, len) == 0)
			return true;
		at += len + 1;
	}
	return false;
}

struct keyword_value {
	const char *word;
	int value;
};

/* Returns the value of the first row whose word occurs, or 0. */
static int find_value(struct span value, const struct keyword_value *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (has_value(value, rows[i].word))
			return rows[i].value;
	}
	return 0;
}

static int read_space(struct span value)
{
	static const struct keyword_value rows[] = {
		{"pre", HTML_SPACE_KEEP},
		{"pre-wrap", HTML_SPACE_KEEP},
		{"-moz-pre-wrap", HTML_SPACE_KEEP},
		{"break-spaces", HTML_SPACE_KEEP},
		{"preserve", HTML_SPACE_KEEP},
		{"pre-line", HTML_SPACE_LINES},
		{"preserve-breaks", HTML_SPACE_LINES},
		{"normal", HTML_SPACE_COLLAPSE},
		{"nowrap", HTML_SPACE_COLLAPSE},
		{"collapse", HTML_SPACE_COLLAPSE},
		{"preserve-spaces", HTML_SPACE_COLLAPSE},
		{"initial", HTML_SPACE_COLLAPSE},
		{"revert", HTML_SPACE_DEFAULT},
		{"revert-layer", HTML_SPACE_DEFAULT},
	};

	return find_value(value, rows, ARRAY_LEN(rows));
}

static int read_display(struct span value)
{
	static const struct keyword_value rows[] = {
		{"none", DISPLAY_NONE},
		{"flex", DISPLAY_FLEX},
		{"inline-flex", DISPLAY_FLEX},
		{"-webkit-flex", DISPLAY_FLEX},
		{"-ms-flexbox", DISPLAY_FLEX},
		{"grid", DISPLAY_GRID},
		{"inline-grid", DISPLAY_GRID},
		{"table-cell", DISPLAY_CELL},
		{"inline-block", DISPLAY_CELL},
		{"inline-table", DISPLAY_CELL},
		{"inline", DISPLAY_INLINE},
		{"contents", DISPLAY_INLINE},
		{"block", DISPLAY_BLOCK},
		{"flow-root", DISPLAY_BLOCK},
		{"list-item", DISPLAY_BLOCK},
		{"table", DISPLAY_BLOCK},
		{"table-row", DISPLAY_BLOCK},
		{"table-row-group", DISPLAY_BLOCK},
		{"table-header-group", DISPLAY_BLOCK},
		{"table-footer-group", DISPLAY_BLOCK},
		{"table-caption", DISPLAY_BLOCK},
	};

	return find_value(value, rows, ARRAY_LEN(rows));
}

static int read_direction(struct span value)
{
	static const struct keyword_value rows[] = {{"column", HTML_CHILDREN_LINES},
						    {"column-reverse", HTML_CHILDREN_LINES},
						    {"row", HTML_CHILDREN_BESIDE},
						    {"row-reverse", HTML_CHILDREN_BESIDE}};

	return find_value(value, rows, ARRAY_LEN(rows));
}

/* Returns 2 if a grid has more than one column, otherwise 1. */
static int read_columns(struct span value)
{
	value = span_trim(value);
	return has_value(value, "none") ? 1
	       : memchr(value.at, ' ', value.len) != NULL ||
			       memchr(value.at, '(', value.len) != NULL
		       ? 2
		       : 1;
}

/* Returns 2 if a box next to others takes the whole line, otherwise 1. */
static int read_width(struct span value)
{
	return has_value(value, "100%") || has_value(value, "100vw") ? 2 : 1;
}

static int read_float(struct span value)
{
	static const struct keyword_value rows[] = {
		{"left", 2}, {"right", 2}, {"inline-start", 2}, {"inline-end", 2}, {"none", 1}};

	return find_value(value, rows, ARRAY_LEN(rows));
}

/* ---- declarations ---- */

static void set_declaration(struct css_declared *said, struct span name, struct span value,
			    unsigned priority)
{
	static const struct {
		const char *name;
		enum property property;
		int (*read)(struct span value);
	} rows[] = {
		{"white-space", SPACE, read_space},
		{"white-space-collapse", SPACE, read_space},
		{"display", DISPLAY, read_display},
		{"flex-direction", DIRECTION, read_direction},
		{"flex-flow", DIRECTION, read_direction},
		{"grid-template-columns", COLUMNS, read_columns},
		{"width", WIDTH, read_width},
		{"float", FLOAT, read_float},
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		enum property property = rows[i].property;
		int read;

		if (strlen(rows[i].name) != name.len || !span_starts(name, rows[i].name))
			continue;
		read = rows[i].read(value);
		/* "inherit" means the style around the element, as if nothing were declared. */
		if (read == 0 && !has_value(value, "inherit") && !has_value(value, "unset"))
			return;
		if (priority >= said->priorities[property]) {
			said->values[property] = read;
			said->priorities[property] = priority;
		}
	}
}

size_t css_run(struct span css, const char *ends)
{
	unsigned depth = 0;
	char quote = '\0';

	for (size_t i = 0; i < css.len; i++) {
		char c = css.at[i];

		if (quote != '\0') {
			quote = c == quote ? '\0' : quote;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '(' || c == '[') {
			depth++;
		} else if (c == ')' || c == ']') {
			depth -= depth > 0;
		} else if (depth == 0 && strchr(ends, c) != NULL) {
			return i;
		}
	}
	return css.len;
}

struct span css_skip(struct span span, size_t by)
{
	by = by < span.len ? by : span.len;
	return (struct span){span.at + by, span.len - by};
}

struct span css_trim(struct span span)
{
	return span_strip(span, " \t\r\n\f");
}

/* Removes "!important" from a value. Returns whether it was there. */
static bool remove_important(struct span *value)
{
	const char *mark = memrchr(value->at, '!', value->len);

	if (mark == NULL || !span_contains(*value, "important"))
		return false;
	value->len = (size_t)(mark - value->at);
	return true;
}

void css_read(struct span css, unsigned priority, struct css_declared *said)
{
	while (css.len > 0) {
		struct span one = {css.at, css_run(css, ";")}, value;
		const char *colon = memchr(one.at, ':', one.len);

		css = css_skip(css, one.len + 1);
		if (colon == NULL)
			continue;
		value = css_skip(one, (size_t)(colon + 1 - one.at));
		one.len = (size_t)(colon - one.at);
		if (remove_important(&value))
			set_declaration(said, css_trim(one), css_trim(value), priority + IMPORTANT);
		else
			set_declaration(said, css_trim(one), css_trim(value), priority);
	}
}

bool css_is_declared(const struct css_declared *said)
{
	for (unsigned i = 0; i < PROPERTIES; i++) {
		if (said->values[i] != 0)
			return true;
	}
	return false;
}
