/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/fold.h"
#include "core/base/text.h"

static const char indent[FOLD_INDENT + 1] = "    ";

/* Where the line is broken, at a blank not far from its end; 0: there is none. */
static size_t blank_before(const char *line, size_t most)
{
	for (size_t at = most; at > FOLD_WIDTH / 2; at--)
		if (line[at] == ' ' && line[at - 1] != ' ' && line[at - 1] != '\\')
			return at;
	return 0;
}

/* As many bytes as end where a character does. */
static size_t whole_characters(const char *line, size_t most)
{
	while (most > 1 && ((unsigned char)line[most] & 0xc0) == 0x80)
		most--;
	return most;
}

static void add_folded(const char *line, size_t len, struct text *out)
{
	size_t room = FOLD_WIDTH;

	while (len > room) {
		size_t at = blank_before(line, room), used = at + 1;

		if (at == 0)
			at = used = whole_characters(line, room - 1);
		text_add_bytes(out, line, at);
		text_add(out, used == at ? "\\\n" : "\n");
		text_add(out, indent);
		line += used;
		len -= used;
		room = FOLD_WIDTH - FOLD_INDENT;
	}
	text_add_bytes(out, line, len);
	text_add_char(out, '\n');
}

static bool next_folded(const char **cursor, const char *end, struct text *line)
{
	const char *part, *after = *cursor;
	size_t len;

	text_clear(line);
	if (!text_next_line(&after, end, &part, &len))
		return false;
	text_add_bytes(line, part, len);
	*cursor = after;
	while (text_next_line(&after, end, &part, &len) && len >= FOLD_INDENT &&
	       memcmp(part, indent, FOLD_INDENT) == 0) {
		if (line->len > 0 && line->bytes[line->len - 1] == '\\')
			line->bytes[--line->len] = '\0';
		else
			text_add_char(line, ' ');
		text_add_bytes(line, part + FOLD_INDENT, len - FOLD_INDENT);
		*cursor = after;
	}
	return true;
}

void fold_add(unsigned format, const struct text *line, struct text *out)
{
	if (format == 1)
		text_addf(out, "%s\n", line->bytes);
	else
		add_folded(line->bytes, line->len, out);
}

bool fold_next(unsigned format, const char **cursor, const char *end, struct text *line)
{
	const char *start;
	size_t len;

	if (format != 1)
		return next_folded(cursor, end, line);
	text_clear(line);
	if (!text_next_line(cursor, end, &start, &len))
		return false;
	text_add_bytes(line, start, len);
	return true;
}
