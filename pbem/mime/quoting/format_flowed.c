/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/text.h"
#include "pbem/reading/reply/reply.h"

/* One line of the body, read by RFC 3676 4.1 to 4.5. */
struct flow_line {
	size_t depth;	/* of quoting */
	const char *at; /* behind the quote marks and the stuffed blank */
	size_t len;
	bool flowed; /* goes on in the next line */
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

static void add_marks(struct text *out, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		text_add_char(out, '>');
	if (depth > 0)
		text_add_char(out, ' ');
}

char *reply_unflow(const char *body, bool delsp)
{
	const char *cursor = body, *end = body + strlen(body), *at;
	struct flow_line before = {0, NULL, 0, false};
	struct text out;
	size_t len;

	text_init(&out, 0);
	while (text_next_line(&cursor, end, &at, &len)) {
		struct flow_line line = flow_read(at, len, delsp);
		bool signature = line.len == 3 && memcmp(line.at, "-- ", 3) == 0;

		/* A change of depth ends a paragraph, however its last line ends (4.5). */
		if (before.at != NULL &&
		    (!before.flowed || before.depth != line.depth || signature))
			text_add_char(&out, '\n');
		if (before.at == NULL || !before.flowed || before.depth != line.depth || signature)
			add_marks(&out, line.depth);
		text_add_bytes(&out, line.at, line.len);
		before = line;
	}
	if (before.at != NULL)
		text_add_char(&out, '\n');
	return out.bytes;
}
