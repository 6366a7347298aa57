/* SPDX-License-Identifier: MIT */
/* Converts HTML messages to plain text, with libxml2's HTML parser. */
#ifndef PBEM_MIME_HTML_TO_TEXT_H
#define PBEM_MIME_HTML_TO_TEXT_H

#include <stddef.h>

/*
 * Returns the text that people see, in UTF-8 with LF. Elements and the page's style rules (css.h)
 * decide where lines end. Scripts, styles and hidden parts are removed. Lines of quotes
 * (blockquote, mail programs' own quote blocks) begin with "> ".
 *
 * A QUOTE_JOIN (quoting/join_lines.h) is added wherever one line may have been several: at a line
 * end of the page's source, between cells, and between boxes in a row.
 *
 * Takes UTF-8 from charset_text_as, whatever charset the page declares. Never loads anything. The
 * caller frees the result. Returns NULL if libxml2 can't read the page, or if it has too many or
 * too deeply nested tags, or too many rules (a page is never read in part).
 */
char *html_to_text(const char *html, size_t len);

/*
 * Returns the page (UTF-8, NUL-terminated) without <!-- ... -->, <![if ...]>, <?xml ... ?> and </
 * >, by the rules of the HTML standard (13.2.5). A mark like Outlook's <![if !supportLists]> ends
 * at its ">", and text follows. A comment without end stays as text, because the rest could be
 * orders.
 *
 * *tags_out is the number of remaining tags. Takes linear time. The caller frees the result.
 */
char *html_sanitize_comments(const char *html, size_t len, size_t *tags_out);

#endif
