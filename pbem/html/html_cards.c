/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/base.h"
#include "pbem/compose/html_body.h"
#include "pbem/html/html_internal.h"

#define FRAME                                                                                      \
	"<div style=\"margin:8px 0;padding:8px 12px;border:1px solid #909090;border-radius:8px\">"

bool html_are_cards(const char *text)
{
	return strbuf_starts(text, "* ") && strstr(text, "\n  ") != NULL;
}

/* Reports whether the line is text that was wrapped, and not a complete line. */
static bool is_wrapped(const char *line, size_t len)
{
	return len > 1 && line[0] == ':' && line[1] == ' ';
}

static void add_line(const char *line, size_t len, bool *wrapped, struct strbuf *out)
{
	size_t indent = 0;

	while (indent < len && line[indent] == ' ')
		indent++;
	line += indent;
	len -= indent;
	if (is_wrapped(line, len)) {
		strbuf_add(out, *wrapped ? " " : "<div style=\"margin-top:6px\">");
		html_body_text(out, line + 2, len - 2);
		*wrapped = true;
		return;
	}
	strbuf_add(out, *wrapped ? "</div>\n" : "");
	*wrapped = false;
	strbuf_add(out, "<div style=\"font-size:14px\">");
	html_body_text(out, line, len);
	strbuf_add(out, "</div>\n");
}

void html_cards(const char *text, struct strbuf *out)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	bool open = false, wrapped = false;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (len > 1 && line[0] == '*') {
			strbuf_add(out, wrapped ? "</div>\n" : "");
			strbuf_add(out, open ? "</div>\n" FRAME "<b>" : FRAME "<b>");
			html_body_text(out, line + 2, len - 2);
			strbuf_add(out, "</b>\n");
			open = true;
			wrapped = false;
		} else if (len > 0) {
			add_line(line, len, &wrapped, out);
		}
	}
	strbuf_add(out, wrapped ? "</div>\n" : "");
	strbuf_add(out, open ? "</div>\n" : "");
}
