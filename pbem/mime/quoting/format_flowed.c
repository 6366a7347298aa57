/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/mime/quoting/quote_lines.h"
#include "pbem/mime/quoting/strip_quotes.h"

/* Programs that wrap lines make them at least that long. */
enum { WRAPPED_MIN = 56 };

/* One line of the body, read as in RFC 3676 4.1 to 4.5. */
struct flow_line {
	size_t depth;	/* of quoting */
	const char *at; /* after the quote marks and the stuffed space */
	size_t len;
	bool flowed; /* it continues in the next line */
};

static struct flow_line flow_read(const char *at, size_t len, bool delsp)
{
	struct flow_line line = {0, at, len, false};

	while (line.len > 0 && line.at[line.len - 1] == '\r')
		line.len--;
	while (line.len > 0 && line.at[0] == '>') {
		line.depth++;
		line.at++;
		line.len--;
	}
	if (line.len > 0 && line.at[0] == ' ') {
		line.at++;
		line.len--;
	}
	/* "-- " is a signature, never the start of a paragraph (4.3). */
	line.flowed = line.len > 0 && line.at[line.len - 1] == ' ' &&
		      !(line.len == 3 && memcmp(line.at, "-- ", 3) == 0);
	if (line.flowed && delsp)
		line.len--;
	return line;
}

static void add_marks(struct strbuf *out, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		strbuf_add_char(out, '>');
	if (depth > 0)
		strbuf_add_char(out, ' ');
}

/* Reports whether a person ended the line, judged by its text: one of the two lines could be an
 * order, and the next word would have fitted. A line after SAY continues its text in any case. With
 * DelSp the space is the program's, and a word may continue. */
static bool is_typed(const struct flow_line *before, const struct flow_line *line, bool delsp)
{
	struct span above = span_trim((struct span){before->at, before->len});
	struct span below = span_trim((struct span){line->at, line->len});
	size_t word = 0;

	while (word < below.len && below.at[word] != ' ')
		word++;
	return before->depth == 0 && above.len + 1 + word < WRAPPED_MIN &&
	       (quote_may_be_order(below) ||
		(!delsp && quote_may_be_order(above) && !quote_is_say_order(above)));
}

char *format_flowed_join(const char *body, bool delsp)
{
	const char *cursor = body, *end = body + strlen(body), *at;
	struct flow_line before = {0, NULL, 0, false};
	struct strbuf out;
	size_t len;

	strbuf_init(&out, 0);
	while (strbuf_next_line(&cursor, end, &at, &len)) {
		struct flow_line line = flow_read(at, len, delsp);
		bool signature = line.len == 3 && memcmp(line.at, "-- ", 3) == 0;
		/* A change of depth ends a paragraph, however its last line ends (4.5). */
		bool begins = !before.flowed || before.depth != line.depth || signature ||
			      is_typed(&before, &line, delsp);

		if (before.at != NULL && begins)
			strbuf_add_char(&out, '\n');
		if (begins)
			add_marks(&out, line.depth);
		else
			strbuf_add_char(&out, QUOTE_JOIN);
		strbuf_add_bytes(&out, line.at, line.len);
		before = line;
	}
	if (before.at != NULL)
		strbuf_add_char(&out, '\n');
	return out.bytes;
}
