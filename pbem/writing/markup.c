/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/writing/markup.h"

enum {
	SHORT = 20,	    /* columns of a label */
	FAR_RIGHT = 12,	    /* columns from which on a line belongs to the one above */
	COLUMNS_QUOTED = 2, /* gaps in a line of a table */
	COLUMNS_DRAWN = 4,  /* gaps in a line that rows of two cells don't have */
};

#define MONO "font-family:Consolas,Menlo,monospace;font-size:13px"

void markup_text(struct text *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '&')
			text_add(out, "&amp;");
		else if (text[i] == '<')
			text_add(out, "&lt;");
		else if (text[i] == '>')
			text_add(out, "&gt;");
		else if (text[i] == '"')
			text_add(out, "&quot;");
		else
			text_add_char(out, text[i]);
	}
}

void markup_begin(struct markup *page, struct text *out, const char *language, const char *title)
{
	page->out = out;
	page->open = MARKUP_NOTHING;
	text_add(out, "<!DOCTYPE html>\n<html lang=\"");
	text_add(out, *language != '\0' ? language : WORDS_ENGLISH);
	text_add(out, "\">\n<head>\n<meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	markup_text(out, title, strlen(title));
	text_add(out, "</title>\n</head>\n"
		      "<body style=\"margin:0;padding:8px\">\n"
		      "<div style=\"max-width:640px;margin:0 auto;font-family:Helvetica,Arial,"
		      "sans-serif;font-size:16px;line-height:1.4;overflow-wrap:break-word\">\n");
}

static void close_open(struct markup *page)
{
	static const char *const ends[] = {
		[MARKUP_NOTHING] = "",
		[MARKUP_ROWS] = "</td></tr></table>\n",
		[MARKUP_LINES] = "</pre>\n",
		[MARKUP_QUOTE] = "</div>\n",
	};

	text_add(page->out, ends[page->open]);
	page->open = MARKUP_NOTHING;
}

void markup_end(struct markup *page)
{
	close_open(page);
	text_add(page->out, "</div>\n</body>\n</html>\n");
}

void markup_small(struct markup *page, const char *text, size_t len)
{
	close_open(page);
	text_add(page->out, "<div style=\"font-size:11px;color:#808080\">");
	markup_text(page->out, text, len);
	text_add(page->out, "</div>\n");
}

void markup_paragraph(struct markup *page, const char *text)
{
	close_open(page);
	text_add(page->out, "<p style=\"margin:12px 0\">");
	markup_text(page->out, text, strlen(text));
	text_add(page->out, "</p>\n");
}

/* Two blanks or more behind a word; NULL when there are none. */
static const char *find_gap(const char *text, size_t len)
{
	for (const char *at = text; at + 2 < text + len; at++)
		if (at[0] == ' ' && at[1] == ' ')
			return at;
	return NULL;
}

/* How many columns stand behind the first. */
static unsigned count_gaps(const char *line, size_t len)
{
	const char *at = line + strspn(line, " "), *gap;
	unsigned gaps = 0;

	while (at < line + len && (gap = find_gap(at, (size_t)(line + len - at))) != NULL) {
		at = gap + strspn(gap, " ");
		gaps++;
	}
	return gaps;
}

static void add_row(struct markup *page, const char *label, size_t label_len, const char *text,
		    size_t len)
{
	/* What is short enough for a telephone stays on its line. */
	const char *kept = label_len <= SHORT ? ";white-space:nowrap" : "";
	static const char cell[] = "<td style=\"vertical-align:top;padding:2px 12px 2px 0%s\">";

	if (page->open != MARKUP_ROWS) {
		close_open(page);
		text_add(page->out, "<table role=\"presentation\" style=\"border-collapse:"
				    "collapse;font-size:15px\">\n");
	} else {
		text_add(page->out, "</td></tr>\n");
	}
	page->open = MARKUP_ROWS;
	text_add(page->out, "<tr>");
	text_addf(page->out, cell, kept);
	markup_text(page->out, label, label_len);
	text_add(page->out, "</td>");
	text_addf(page->out, cell, "");
	markup_text(page->out, text, len);
}

static void add_quoted(struct markup *page, const char *text, size_t len)
{
	if (page->open != MARKUP_QUOTE) {
		close_open(page);
		/* Moves in columns stay below each other. */
		text_addf(page->out,
			  "<div style=\"margin:8px 0;padding:0 0 0 10px;"
			  "border-left:3px solid #909090;white-space:pre-wrap%s\">",
			  count_gaps(text, len) >= COLUMNS_QUOTED ? ";" MONO : "");
	} else {
		text_add_char(page->out, '\n');
	}
	page->open = MARKUP_QUOTE;
	markup_text(page->out, text, len);
}

static void add_line(struct markup *page, const char *line, size_t len)
{
	if (page->open != MARKUP_LINES) {
		close_open(page);
		text_add(page->out, "<pre style=\"margin:8px 0;" MONO ";white-space:pre-wrap\">");
	} else {
		text_add_char(page->out, '\n');
	}
	page->open = MARKUP_LINES;
	markup_text(page->out, line, len);
}

static void take_line(struct markup *page, const char *line, size_t len)
{
	size_t indent = 0;
	const char *text, *gap;

	while (indent < len && line[indent] == ' ')
		indent++;
	text = line + indent;
	len -= indent;
	if (len > 0 && *text == '|') {
		indent = len > 1 && text[1] == ' ' ? 2 : 1;
		add_quoted(page, text + indent, len - indent);
	} else if (page->open == MARKUP_ROWS && indent >= FAR_RIGHT) {
		text_add_char(page->out, ' ');
		markup_text(page->out, text, len);
	} else if ((gap = find_gap(text, len)) != NULL) {
		const char *rest = gap + strspn(gap, " ");

		add_row(page, text, (size_t)(gap - text), rest, (size_t)(text + len - rest));
	} else {
		add_line(page, text, len);
	}
}

void markup_line(struct markup *page, const char *line)
{
	take_line(page, line, strlen(line));
}

/* Text that was wrapped is a paragraph again. */
static void end_wrapped(struct markup *page, struct text *wrapped)
{
	if (wrapped->len > 0)
		markup_paragraph(page, wrapped->bytes);
	text_clear(wrapped);
}

/* Whether it is drawn of columns, as boards are, and must stand as it is. */
static bool is_drawn(const char *lines)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	size_t len;

	while (text_next_line(&cursor, end, &line, &len))
		if (count_gaps(line, len) >= COLUMNS_DRAWN)
			return true;
	return false;
}

static void add_drawn(struct markup *page, const char *lines)
{
	close_open(page);
	text_add(page->out, "<pre style=\"margin:8px 0;" MONO ";line-height:1.25;"
			    "overflow-x:auto\">");
	markup_text(page->out, lines, strlen(lines));
	text_add(page->out, "</pre>\n");
}

/* Lines without an empty one between them. */
static void add_block(struct markup *page, const char *lines)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	struct text wrapped;
	size_t len;

	if (is_drawn(lines)) {
		add_drawn(page, lines);
		return;
	}
	text_init(&wrapped, 0);
	while (text_next_line(&cursor, end, &line, &len)) {
		if (len > 0 && line[0] != ' ' && find_gap(line, len) == NULL) {
			text_add(&wrapped, wrapped.len > 0 ? " " : "");
			text_add_bytes(&wrapped, line, len);
			continue;
		}
		end_wrapped(page, &wrapped);
		if (line[0] == ' ' || line[0] == '*')
			take_line(page, line, len);
		else
			add_line(page, line, len);
	}
	end_wrapped(page, &wrapped);
	text_done(&wrapped);
}

void markup_lines(struct markup *page, const char *lines)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	struct text block;
	size_t len;
	bool more = true;

	text_init(&block, 0);
	while (more) {
		more = text_next_line(&cursor, end, &line, &len);
		if (more && len > 0) {
			text_add_bytes(&block, line, len);
			text_add_char(&block, '\n');
			continue;
		}
		add_block(page, block.bytes);
		text_clear(&block);
		close_open(page);
	}
	text_done(&block);
}

void markup_add(struct markup *page, const char *html)
{
	close_open(page);
	text_add(page->out, html);
}
