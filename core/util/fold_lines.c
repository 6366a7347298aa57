/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/fold_lines.h"
#include "core/util/strbuf.h"

static const char indent[FOLD_INDENT + 1] = "    ";

/* Returns where the line is broken: at a space not far from its end, or 0 if there is none. */
static size_t find_break(const char *line, size_t most)
{
	for (size_t at = most; at > FOLD_WIDTH / 2; at--)
		if (line[at] == ' ' && line[at - 1] != ' ' && line[at - 1] != '\\')
			return at;
	return 0;
}

/* Returns a length of at most `most` bytes that ends between characters. */
static size_t whole_characters(const char *line, size_t most)
{
	while (most > 1 && ((unsigned char)line[most] & 0xc0) == 0x80)
		most--;
	return most;
}

void fold_add(const struct strbuf *whole, struct strbuf *out)
{
	const char *line = whole->bytes;
	size_t len = whole->len;
	size_t room = FOLD_WIDTH;

	while (len > room) {
		size_t at = find_break(line, room), used = at + 1;

		if (at == 0)
			at = used = whole_characters(line, room - 1);
		strbuf_add_bytes(out, line, at);
		strbuf_add(out, used == at ? "\\\n" : "\n");
		strbuf_add(out, indent);
		line += used;
		len -= used;
		room = FOLD_WIDTH - FOLD_INDENT;
	}
	strbuf_add_bytes(out, line, len);
	strbuf_add_char(out, '\n');
}

bool fold_next(const char **cursor, const char *end, struct strbuf *line)
{
	const char *part, *after = *cursor;
	size_t len;

	strbuf_clear(line);
	if (!strbuf_next_line(&after, end, &part, &len))
		return false;
	strbuf_add_bytes(line, part, len);
	*cursor = after;
	while (strbuf_next_line(&after, end, &part, &len) && len >= FOLD_INDENT &&
	       memcmp(part, indent, FOLD_INDENT) == 0) {
		if (line->len > 0 && line->bytes[line->len - 1] == '\\')
			line->bytes[--line->len] = '\0';
		else
			strbuf_add_char(line, ' ');
		strbuf_add_bytes(line, part + FOLD_INDENT, len - FOLD_INDENT);
		*cursor = after;
	}
	return true;
}
