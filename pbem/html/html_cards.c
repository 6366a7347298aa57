/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/base.h"
#include "pbem/looks/looks_inner.h"
#include "pbem/writing/markup.h"

#define FRAME                                                                                      \
	"<div style=\"margin:8px 0;padding:8px 12px;border:1px solid #909090;border-radius:8px\">"

bool looks_are_cards(const char *text)
{
	return text_starts(text, "* ") && strstr(text, "\n  ") != NULL;
}

/* What a card's line is: its head, a line of its own, or text that was wrapped. */
static bool is_wrapped(const char *line, size_t len)
{
	return len > 1 && line[0] == ':' && line[1] == ' ';
}

static void add_line(const char *line, size_t len, bool *wrapped, struct text *out)
{
	size_t indent = 0;

	while (indent < len && line[indent] == ' ')
		indent++;
	line += indent;
	len -= indent;
	if (is_wrapped(line, len)) {
		text_add(out, *wrapped ? " " : "<div style=\"margin-top:6px\">");
		markup_text(out, line + 2, len - 2);
		*wrapped = true;
		return;
	}
	text_add(out, *wrapped ? "</div>\n" : "");
	*wrapped = false;
	text_add(out, "<div style=\"font-size:14px\">");
	markup_text(out, line, len);
	text_add(out, "</div>\n");
}

void looks_cards(const char *text, struct text *out)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	bool open = false, wrapped = false;
	size_t len;

	while (text_next_line(&cursor, end, &line, &len)) {
		if (len > 1 && line[0] == '*') {
			text_add(out, wrapped ? "</div>\n" : "");
			text_add(out, open ? "</div>\n" FRAME "<b>" : FRAME "<b>");
			markup_text(out, line + 2, len - 2);
			text_add(out, "</b>\n");
			open = true;
			wrapped = false;
		} else if (len > 0) {
			add_line(line, len, &wrapped, out);
		}
	}
	text_add(out, wrapped ? "</div>\n" : "");
	text_add(out, open ? "</div>\n" : "");
}
