/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/compose/quoted_printable.h"

enum { QUOTED_PRINTABLE_COLUMNS = 76 };

/* Reports whether the character controls a terminal or the direction of text, instead of being
 * read. */
static bool is_control(gunichar c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

size_t quoted_printable_next_unit(const char **cursor, char unit[QUOTED_PRINTABLE_UNIT_MAX],
				  char instead)
{
	const char *start = *cursor;
	unsigned char byte = (unsigned char)*start;
	gunichar c = byte;
	size_t len = 1;

	if (byte >= 0x80) {
		c = g_utf8_get_char_validated(start, -1);
		if (c == (gunichar)-1 || c == (gunichar)-2)
			c = 0; /* one byte that is no character */
		else
			len = (size_t)(g_utf8_next_char(start) - start);
	}
	*cursor = start + len;
	if (is_control(c)) {
		unit[0] = instead;
		return 1;
	}
	memcpy(unit, start, len);
	return len;
}

void quoted_printable_hex(unsigned char byte, char *out)
{
	static const char digits[] = "0123456789ABCDEF";

	out[0] = '=';
	out[1] = digits[byte >> 4];
	out[2] = digits[byte & 15];
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_plain_line(const char *line, size_t len)
{
	if (len == 0)
		return true;
	if (len > QUOTED_PRINTABLE_COLUMNS || line[0] == '.' || is_blank(line[len - 1]))
		return false;
	if (len >= 5 && memcmp(line, "From ", 5) == 0)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((line[i] < ' ' && line[i] != '\t') || line[i] >= 0x7f)
			return false;
	return true;
}

bool quoted_printable_is_plain(const char *text)
{
	const char *end = text + strlen(text), *line;
	size_t len;

	while (strbuf_next_line(&text, end, &line, &len))
		if (!is_plain_line(line, len))
			return false;
	return true;
}

void quoted_printable_add_plain(const char *text, struct strbuf *out)
{
	const char *end = text + strlen(text), *line;
	size_t len;

	while (strbuf_next_line(&text, end, &line, &len)) {
		strbuf_add_bytes(out, line, len);
		strbuf_add_bytes(out, "\r\n", 2);
	}
}

/* Reports whether a plain character would be mangled here in transit: at the start of a line by
 * mbox files and SMTP, at its end by programs that trim. */
static bool needs_protection(const char *at, const char *end, bool first)
{
	if (is_blank(*at))
		return at + 1 == end;
	if (!first)
		return *at == '=';
	return *at == '=' || *at == '.' || (end - at >= 5 && memcmp(at, "From ", 5) == 0);
}

/* Reports whether a character needs no attention inside a line, like most characters of most
 * messages. */
static bool is_ordinary(const char *at, const char *end)
{
	return (*at > ' ' && *at < 0x7f && *at != '=') || (*at == ' ' && at + 1 < end);
}

/* Encodes a character: unchanged, or its bytes in hex. Returns the length. */
static size_t encode_character(const char *unit, size_t len, bool protect, char *piece)
{
	if (len == 1 && !protect) {
		piece[0] = unit[0];
		return 1;
	}
	for (size_t i = 0; i < len; i++)
		quoted_printable_hex((unsigned char)unit[i], piece + 3 * i);
	return 3 * len;
}

/* Adds one line of the text as one or more lines of at most 76 characters, with soft breaks between
 * characters. */
static void add_encoded_line(const char *line, size_t line_len, struct strbuf *out)
{
	const char *end = line + line_len;
	char encoded[QUOTED_PRINTABLE_COLUMNS + 2], piece[3 * QUOTED_PRINTABLE_UNIT_MAX];
	size_t column = 0;

	while (line < end) {
		const char *at = line;
		char unit[QUOTED_PRINTABLE_UNIT_MAX];
		size_t len = 1, piece_len;

		if (column > 0 && column < QUOTED_PRINTABLE_COLUMNS - 1 && is_ordinary(line, end)) {
			encoded[column++] = *line++;
			continue;
		}
		if (*line == '\t')
			unit[0] = *line++;
		else
			len = quoted_printable_next_unit(&line, unit, '?');
		piece_len =
			encode_character(unit, len, needs_protection(at, end, column == 0), piece);
		/* Only the last character needs no room for the "=" of a soft break. */
		if (column + piece_len > QUOTED_PRINTABLE_COLUMNS - (line < end ? 1 : 0)) {
			memcpy(encoded + column, "=\r\n", 3);
			strbuf_add_bytes(out, encoded, column + 3);
			column = 0;
			piece_len =
				encode_character(unit, len, needs_protection(at, end, true), piece);
		}
		memcpy(encoded + column, piece, piece_len);
		column += piece_len;
	}
	strbuf_add_bytes(out, encoded, column);
	strbuf_add_bytes(out, "\r\n", 2);
}

void quoted_printable_add_encoded(const char *text, struct strbuf *out)
{
	const char *end = text + strlen(text), *line;
	size_t len;

	while (strbuf_next_line(&text, end, &line, &len)) {
		if (len > 0 && line[len - 1] == '\r')
			len--;
		add_encoded_line(line, len, out);
	}
}
