/* SPDX-License-Identifier: MIT */
/* Builds the text of a page, line by line. Depends on no HTML parser. */
#ifndef PBEM_MIME_HTML_TREE_H
#define PBEM_MIME_HTML_TREE_H

#include <stdbool.h>

#include "core/util/strbuf.h"
#include "pbem/mime/css.h"

/* U+2028, which replaces every character of a page that ends lines where LF doesn't. */
#define HTML_SEPARATOR "\xe2\x80\xa8"

struct page {
	struct strbuf out;
	unsigned quotes; /* number of blocks of quotes around the present text */
	bool line_begun;
	bool blank_due; /* a space comes before the next text of this line */
	bool join_due;	/* a QUOTE_JOIN comes before the next text of this line */
	bool gap_due;	/* an empty line comes before the next text */
};

/* Ends the line if one was begun. */
void html_tree_end_line(struct page *page);

/* Ends the line even if it is empty. */
void html_tree_break_line(struct page *page);

/* Joins two boxes next to each other, with or without a space between them. */
void html_tree_join(struct page *page, bool blank);

/* Adds an element's text, with spaces and line ends treated in that way. */
void html_tree_add(struct page *page, const char *text, enum html_space space);

#endif
