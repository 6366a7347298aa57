/* SPDX-License-Identifier: MIT */
/* HTML-only mail to plain text, by libxml2's HTML parser. */
#ifndef PBEM_READING_HTML_H
#define PBEM_READING_HTML_H

#include <stddef.h>

/*
 * The text a person sees, UTF-8 with LF: blocks, rows and list items on lines of their own;
 * scripts, styles and hidden parts gone; quotes (blockquote, the clients' own quote blocks) as
 * lines that begin with "> ". Takes UTF-8, whatever the page declares. Never loads anything. The
 * caller frees it; NULL when libxml2 can't read it, or it has too many or too deeply nested tags
 * (a page is never read in part).
 */
char *html_to_text(const char *html, size_t len);

#endif
