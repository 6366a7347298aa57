/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/base.h"
#include "pbem/mime/html_tree.h"
#include "pbem/mime/quoting/join_lines.h"

enum { MARKS_MAX = 8 }; /* deeper quotes get no more ">" */

static void begin_line(struct page *page)
{
	unsigned marks = page->quotes < MARKS_MAX ? page->quotes : MARKS_MAX;

	for (unsigned i = 0; i < marks; i++)
		strbuf_add_char(&page->out, '>');
	if (marks > 0)
		strbuf_add_char(&page->out, ' ');
	page->line_begun = true;
}

void html_tree_end_line(struct page *page)
{
	if (page->line_begun)
		strbuf_add_char(&page->out, '\n');
	page->line_begun = page->blank_due = page->join_due = false;
}

void html_tree_break_line(struct page *page)
{
	if (!page->line_begun)
		begin_line(page);
	html_tree_end_line(page);
	page->gap_due = false;
}

void html_tree_join(struct page *page, bool blank)
{
	page->blank_due |= blank && page->line_begun;
	page->join_due |= page->line_begun;
}

static void add_text(struct page *page, const char *bytes, size_t len)
{
	if (!page->line_begun) {
		if (page->gap_due && page->out.len > 0) {
			begin_line(page);
			html_tree_end_line(page);
		}
		begin_line(page);
	} else if (page->blank_due) {
		strbuf_add_char(&page->out, ' ');
	}
	if (page->join_due)
		strbuf_add_char(&page->out, QUOTE_JOIN);
	page->blank_due = page->join_due = page->gap_due = false;
	strbuf_add_bytes(&page->out, bytes, len);
}

/* Returns the length of U+2028, U+2029 or NEL, which always end a line. Returns 0 if there is
 * none. */
static size_t separator_length(const char *at)
{
	static const char *const separators[] = {HTML_SEPARATOR, "\xe2\x80\xa9", "\xc2\x85"};

	for (size_t i = 0; i < ARRAY_LEN(separators); i++) {
		if (strncmp(at, separators[i], strlen(separators[i])) == 0)
			return strlen(separators[i]);
	}
	return 0;
}

/* Returns how many bytes precede the next line end, or with `blanks` the next space or line end. */
static size_t run_length(const char *at, bool blanks)
{
	size_t len = 0;

	while (at[len] != '\0' && at[len] != '\n' && separator_length(at + len) == 0 &&
	       !(blanks && strchr(" \t\r", at[len]) != NULL))
		len++;
	return len;
}

void html_tree_add(struct page *page, const char *text, enum html_space space)
{
	const bool keep = space == HTML_SPACE_KEEP;

	while (*text != '\0') {
		size_t len = run_length(text, !keep);

		if (len > 0) {
			add_text(page, text, len);
			text += len;
		} else if (separator_length(text) > 0) {
			html_tree_break_line(page);
			text += separator_length(text);
		} else if (*text == '\n' && space != HTML_SPACE_COLLAPSE) {
			html_tree_break_line(page);
			text++;
		} else {
			/* Programs break the lines of a page's source at will, and people may have
			 * broken them, too. */
			page->blank_due = page->line_begun;
			page->join_due |= *text == '\n' && page->line_begun;
			text++;
		}
	}
}
