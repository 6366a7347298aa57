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

/*
 * The page (UTF-8, NUL-terminated) without <!-- ... -->, <![if ...]>, <?xml ... ?> and </ >, by the
 * rules of the HTML standard (13.2.5): a mark like Outlook's <![if !supportLists]> ends at its ">",
 * and what stands behind it is text. A comment without end stays as text, since what is behind it
 * could be orders. *tags_out counts what is left of "<". Time linear. The caller frees it.
 */
char *html_without_comments(const char *html, size_t len, size_t *tags_out);

#endif
