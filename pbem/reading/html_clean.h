/* SPDX-License-Identifier: MIT */
/* Takes out of an HTML page what no browser shows and parsers disagree about: comments of all
 * kinds, declarations, processing instructions. Knows no elements but those whose text is raw. */
#ifndef PBEM_READING_HTML_CLEAN_H
#define PBEM_READING_HTML_CLEAN_H

#include <stddef.h>

/*
 * The page (UTF-8, NUL-terminated) without <!-- ... -->, <![if ...]>, <?xml ... ?> and </ >, by the
 * rules of the HTML standard (13.2.5): a mark like Outlook's <![if !supportLists]> ends at its ">",
 * and what stands behind it is text. A comment without end stays as text, since what is behind it
 * could be orders. *tags_out counts what is left of "<". Time linear. The caller frees it.
 */
char *html_without_comments(const char *html, size_t len, size_t *tags_out);

#endif
