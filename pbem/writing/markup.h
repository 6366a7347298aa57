/* SPDX-License-Identifier: MIT */
/*
 * A letter's text as HTML, for those who want one to look at (HTML ON): what a template tells, in
 * the same words, as paragraphs, rows and quotes. Of styles all stand at their elements, for many
 * mail programs drop the others; colours are left to the program, which may be dark, but where both
 * of a pair are given. No script, and nothing that is fetched from elsewhere.
 */
#ifndef PBEM_WRITING_MARKUP_H
#define PBEM_WRITING_MARKUP_H

#include <stddef.h>

struct text;

/* Above it some programs cut a letter: then it has no such part. */
enum { MARKUP_MAX = 90000 };

/* The page being written, and what is open on it. */
struct markup {
	struct text *out;
	enum { MARKUP_NOTHING, MARKUP_ROWS, MARKUP_LINES, MARKUP_QUOTE } open;
};

/* Appends text with what HTML takes for its own written otherwise. */
void markup_text(struct text *out, const char *text, size_t len);

/* The page's beginning, its title, and its language ("": English); and its end. */
void markup_begin(struct markup *page, struct text *out, const char *language, const char *title);
void markup_end(struct markup *page);

/* Small print, for whom it concerns: what programs read. */
void markup_small(struct markup *page, const char *text, size_t len);

/* A paragraph, of whatever length. */
void markup_paragraph(struct markup *page, const char *text);

/*
 * An indented line as it stands in the text: behind a bar a quote; with two blanks or more in it a
 * row of two cells, to whose second one that begins far to the right belongs, too.
 */
void markup_line(struct markup *page, const char *line);

/* Lines as they are, each of which may be such a line, or of a paragraph that was wrapped. What is
 * drawn of columns, from one empty line to the next, stands as it is. */
void markup_lines(struct markup *page, const char *lines);

/* What is HTML already. */
void markup_add(struct markup *page, const char *html);

#endif
