/* SPDX-License-Identifier: MIT */
/*
 * Writes the text of a message as HTML, for players who want HTML (HTML ON): the contents of a
 * template in the same words, as paragraphs, rows and quotes. Styles are attributes of their
 * elements, because many mail programs drop style sheets. Text and background colours are only set
 * in pairs, because the program may show a dark page. Nothing is a script, and nothing is fetched
 * from elsewhere.
 */
#ifndef PBEM_COMPOSE_HTML_BODY_H
#define PBEM_COMPOSE_HTML_BODY_H

#include <stddef.h>

struct strbuf;

/* Size in bytes. Longer HTML is left out of a message, because some programs would cut it off. */
enum { HTML_BODY_MAX = 90000 };

/* The page being written, and what is open on it. */
struct html_body {
	struct strbuf *out;
	enum { HTML_BODY_NOTHING, HTML_BODY_ROWS, HTML_BODY_LINES, HTML_BODY_QUOTE } open;
};

/* Appends text with the special characters of HTML escaped. */
void html_body_text(struct strbuf *out, const char *text, size_t len);

/* Begin the page, with its title and its language ("": English); and end it. */
void html_body_begin(struct html_body *page, struct strbuf *out, const char *language,
		     const char *title);
void html_body_end(struct html_body *page);

/* Adds small print: a line that is meant for programs. */
void html_body_small(struct html_body *page, const char *text, size_t len);

/* Adds a paragraph of any length. */
void html_body_paragraph(struct html_body *page, const char *text);

/*
 * Adds an indented line of the text. A line that begins with a bar is a quote. A line with two
 * spaces or more inside is a row of two cells. A line that begins far to the right continues the
 * second cell.
 */
void html_body_line(struct html_body *page, const char *line);

/* Adds lines as they are in the text: indented lines, and parts of wrapped paragraphs. Lines that
 * are drawn in columns, from one empty line to the next, keep their form. */
void html_body_lines(struct html_body *page, const char *lines);

/* Adds HTML unchanged. */
void html_body_add(struct html_body *page, const char *html);

#endif
