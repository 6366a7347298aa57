/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/html_body.h"

enum {
	SHORT = 20,	    /* longest label whose line isn't broken, in columns */
	FAR_RIGHT = 12,	    /* indentation from which on a line continues the one above */
	COLUMNS_QUOTED = 2, /* gaps that make a line part of a table */
	COLUMNS_DRAWN =
		4, /* gaps that make a line part of a drawing: a row of two cells has fewer */
};

#define MONO "font-family:Consolas,Menlo,monospace;font-size:13px"

void html_body_text(struct strbuf *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '&')
			strbuf_add(out, "&amp;");
		else if (text[i] == '<')
			strbuf_add(out, "&lt;");
		else if (text[i] == '>')
			strbuf_add(out, "&gt;");
		else if (text[i] == '"')
			strbuf_add(out, "&quot;");
		else
			strbuf_add_char(out, text[i]);
	}
}

void html_body_begin(struct html_body *page, struct strbuf *out, const char *language,
		     const char *title)
{
	page->out = out;
	page->open = HTML_BODY_NOTHING;
	strbuf_add(out, "<!DOCTYPE html>\n<html lang=\"");
	strbuf_add(out, *language != '\0' ? language : VOCABULARY_ENGLISH);
	strbuf_add(out, "\">\n<head>\n<meta charset=\"utf-8\">\n"
			"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			"<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	html_body_text(out, title, strlen(title));
	strbuf_add(out, "</title>\n</head>\n"
			"<body style=\"margin:0;padding:8px\">\n"
			"<div style=\"max-width:640px;margin:0 auto;font-family:Helvetica,Arial,"
			"sans-serif;font-size:16px;line-height:1.4;overflow-wrap:break-word\">\n");
}

static void close_open_element(struct html_body *page)
{
	static const char *const ends[] = {
		[HTML_BODY_NOTHING] = "",
		[HTML_BODY_ROWS] = "</td></tr></table>\n",
		[HTML_BODY_LINES] = "</pre>\n",
		[HTML_BODY_QUOTE] = "</div>\n",
	};

	strbuf_add(page->out, ends[page->open]);
	page->open = HTML_BODY_NOTHING;
}

void html_body_end(struct html_body *page)
{
	close_open_element(page);
	strbuf_add(page->out, "</div>\n</body>\n</html>\n");
}

void html_body_small(struct html_body *page, const char *text, size_t len)
{
	close_open_element(page);
	strbuf_add(page->out, "<div style=\"font-size:11px;color:#808080\">");
	html_body_text(page->out, text, len);
	strbuf_add(page->out, "</div>\n");
}

void html_body_paragraph(struct html_body *page, const char *text)
{
	close_open_element(page);
	strbuf_add(page->out, "<p style=\"margin:12px 0\">");
	html_body_text(page->out, text, strlen(text));
	strbuf_add(page->out, "</p>\n");
}

/* Finds two or more spaces after a word; NULL if there are none. */
static const char *find_gap(const char *text, size_t len)
{
	for (const char *at = text; at + 2 < text + len; at++)
		if (at[0] == ' ' && at[1] == ' ')
			return at;
	return NULL;
}

/* Returns the number of columns after the first. */
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

static void add_row(struct html_body *page, const char *label, size_t label_len, const char *text,
		    size_t len)
{
	/* A label that is short enough for a telephone isn't broken. */
	const char *kept = label_len <= SHORT ? ";white-space:nowrap" : "";
	static const char cell[] = "<td style=\"vertical-align:top;padding:2px 12px 2px 0%s\">";

	if (page->open != HTML_BODY_ROWS) {
		close_open_element(page);
		strbuf_add(page->out, "<table role=\"presentation\" style=\"border-collapse:"
				      "collapse;font-size:15px\">\n");
	} else {
		strbuf_add(page->out, "</td></tr>\n");
	}
	page->open = HTML_BODY_ROWS;
	strbuf_add(page->out, "<tr>");
	strbuf_addf(page->out, cell, kept);
	html_body_text(page->out, label, label_len);
	strbuf_add(page->out, "</td>");
	strbuf_addf(page->out, cell, "");
	html_body_text(page->out, text, len);
}

static void add_quoted(struct html_body *page, const char *text, size_t len)
{
	if (page->open != HTML_BODY_QUOTE) {
		close_open_element(page);
		/* Moves in columns stay aligned. */
		strbuf_addf(page->out,
			    "<div style=\"margin:8px 0;padding:0 0 0 10px;"
			    "border-left:3px solid #909090;white-space:pre-wrap%s\">",
			    count_gaps(text, len) >= COLUMNS_QUOTED ? ";" MONO : "");
	} else {
		strbuf_add_char(page->out, '\n');
	}
	page->open = HTML_BODY_QUOTE;
	html_body_text(page->out, text, len);
}

static void add_line(struct html_body *page, const char *line, size_t len)
{
	if (page->open != HTML_BODY_LINES) {
		close_open_element(page);
		strbuf_add(page->out, "<pre style=\"margin:8px 0;" MONO ";white-space:pre-wrap\">");
	} else {
		strbuf_add_char(page->out, '\n');
	}
	page->open = HTML_BODY_LINES;
	html_body_text(page->out, line, len);
}

static void add_formatted_line(struct html_body *page, const char *line, size_t len)
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
	} else if (page->open == HTML_BODY_ROWS && indent >= FAR_RIGHT) {
		strbuf_add_char(page->out, ' ');
		html_body_text(page->out, text, len);
	} else if ((gap = find_gap(text, len)) != NULL) {
		const char *rest = gap + strspn(gap, " ");

		add_row(page, text, (size_t)(gap - text), rest, (size_t)(text + len - rest));
	} else {
		add_line(page, text, len);
	}
}

void html_body_line(struct html_body *page, const char *line)
{
	add_formatted_line(page, line, strlen(line));
}

/* Ends wrapped text: makes a paragraph of it again. */
static void end_wrapped(struct html_body *page, struct strbuf *wrapped)
{
	if (wrapped->len > 0)
		html_body_paragraph(page, wrapped->bytes);
	strbuf_clear(wrapped);
}

/* Reports whether the text is drawn in columns, as boards are, and must keep its form. */
static bool is_drawn(const char *lines)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len))
		if (count_gaps(line, len) >= COLUMNS_DRAWN)
			return true;
	return false;
}

static void add_drawn(struct html_body *page, const char *lines)
{
	close_open_element(page);
	strbuf_add(page->out, "<pre style=\"margin:8px 0;" MONO ";line-height:1.25;"
			      "overflow-x:auto\">");
	html_body_text(page->out, lines, strlen(lines));
	strbuf_add(page->out, "</pre>\n");
}

/* Adds lines without an empty line between them. */
static void add_block(struct html_body *page, const char *lines)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	struct strbuf wrapped;
	size_t len;

	if (is_drawn(lines)) {
		add_drawn(page, lines);
		return;
	}
	strbuf_init(&wrapped, 0);
	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (len > 0 && line[0] != ' ' && find_gap(line, len) == NULL) {
			strbuf_add(&wrapped, wrapped.len > 0 ? " " : "");
			strbuf_add_bytes(&wrapped, line, len);
			continue;
		}
		end_wrapped(page, &wrapped);
		if (line[0] == ' ' || line[0] == '*')
			add_formatted_line(page, line, len);
		else
			add_line(page, line, len);
	}
	end_wrapped(page, &wrapped);
	strbuf_done(&wrapped);
}

void html_body_lines(struct html_body *page, const char *lines)
{
	const char *cursor = lines, *end = lines + strlen(lines), *line;
	struct strbuf block;
	size_t len;
	bool more = true;

	strbuf_init(&block, 0);
	while (more) {
		more = strbuf_next_line(&cursor, end, &line, &len);
		if (more && len > 0) {
			strbuf_add_bytes(&block, line, len);
			strbuf_add_char(&block, '\n');
			continue;
		}
		add_block(page, block.bytes);
		strbuf_clear(&block);
		close_open_element(page);
	}
	strbuf_done(&block);
}

void html_body_add(struct html_body *page, const char *html)
{
	close_open_element(page);
	strbuf_add(page->out, html);
}
