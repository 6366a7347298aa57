/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap_cursor.h"
#include "pbem/transport/imap/imap_fetch_parse.h"
#include "pbem/transport/imap/imap_parse.h"
#include "pbem/transport/imap/imap_uid_set.h"

/* The answers that we request nest three levels at most; an unrequested BODYSTRUCTURE may be
 * deeper. */
enum { DEPTH_MAX = 100 };

/* A value of a FETCH response: an atom, a number, a string in any of its forms, or a list. */
struct value {
	enum { ATOM, QUOTED, LITERAL, LIST } form;
	const char *bytes; /* a string's inside, or a whole atom or list */
	size_t len;
};

static bool take_quoted(struct cursor *cursor, struct value *out)
{
	const char *start = ++cursor->at;

	for (; cursor->at < cursor->end && *cursor->at != '"'; cursor->at++) {
		if (*cursor->at == '\r' || *cursor->at == '\n')
			return false;
		if (*cursor->at == '\\' && ++cursor->at == cursor->end)
			return false;
	}
	if (cursor->at >= cursor->end)
		return false;
	*out = (struct value){QUOTED, start, (size_t)(cursor->at - start)};
	cursor->at++;
	return true;
}

static bool take_literal(struct cursor *cursor, struct value *out)
{
	const char *line_end;
	uint64_t size;
	size_t at;

	line_end = memchr(cursor->at, '\r', (size_t)(cursor->end - cursor->at));
	if (line_end == NULL || cursor->end - line_end < 2 || line_end[1] != '\n' ||
	    !imap_parse_literal(cursor->at, (size_t)(line_end - cursor->at), &size, &at) ||
	    at != 0 || size > (uint64_t)(cursor->end - line_end - 2))
		return false;
	*out = (struct value){LITERAL, line_end + 2, (size_t)size};
	cursor->at = line_end + 2 + size;
	return true;
}

/* Takes an atom. strchr also finds the NUL, which ends an atom, too. */
static bool take_atom(struct cursor *cursor, struct value *out)
{
	const char *start = cursor->at;

	while (cursor->at < cursor->end && strchr(" ()\"{\r\n", *cursor->at) == NULL)
		cursor->at++;
	*out = (struct value){ATOM, start, (size_t)(cursor->at - start)};
	return out->len > 0;
}

static bool take_string_or_atom(struct cursor *cursor, struct value *out)
{
	if (cursor->at >= cursor->end)
		return false;
	if (*cursor->at == '"')
		return take_quoted(cursor, out);
	if (*cursor->at == '{' || *cursor->at == '~')
		return take_literal(cursor, out);
	return take_atom(cursor, out);
}

/* Skips a list. The only list in answers that we request is FLAGS, which imap_claim.c parses. */
static bool take_list(struct cursor *cursor, struct value *out)
{
	struct value inner;
	int depth = 0;

	*out = (struct value){LIST, cursor->at, 0};
	while (cursor->at < cursor->end) {
		if (*cursor->at == '(') {
			if (++depth > DEPTH_MAX)
				return false;
			cursor->at++;
		} else if (*cursor->at == ')') {
			cursor->at++;
			if (--depth == 0) {
				out->len = (size_t)(cursor->at - out->bytes);
				return true;
			}
		} else if (*cursor->at == ' ') {
			cursor->at++;
		} else if (!take_string_or_atom(cursor, &inner)) {
			return false;
		}
	}
	return false;
}

static bool take_value(struct cursor *cursor, struct value *out)
{
	if (cursor->at < cursor->end && *cursor->at == '(')
		return take_list(cursor, out);
	return take_string_or_atom(cursor, out);
}

/* Takes an item's name: "UID", "RFC822.SIZE", "BODY[]<0>". Brackets may contain spaces and
 * parentheses. */
static size_t take_item_name(struct cursor *cursor, const char **name_out)
{
	int inside = 0;

	*name_out = cursor->at;
	for (; cursor->at < cursor->end; cursor->at++) {
		if (*cursor->at == '[')
			inside = 1;
		else if (*cursor->at == ']')
			inside = 0;
		else if (!inside && strchr(" ()\"{\r\n", *cursor->at) != NULL)
			break;
	}
	return (size_t)(cursor->at - *name_out);
}

static bool set_body(const struct value *value, struct imap_fetch *out)
{
	out->body = NULL;
	out->body_len = 0;
	out->body_quoted = value->form == QUOTED;
	if (value->form == ATOM)
		return imap_cursor_same(value->bytes, value->len, "NIL");
	out->body = value->bytes;
	out->body_len = value->len;
	return value->form != LIST;
}

/* Reads a date such as "17-Jul-1996 02:44:25 -0700", maybe after a space, as seconds since 1970
 * UTC. */
static bool read_date(const char *string, size_t len, int64_t *out)
{
	static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char copy[32], month[4], sign;
	const char *found;
	struct tm tm = {0};
	int zone, used = 0;

	if (len >= sizeof copy || memchr(string, '\0', len) != NULL)
		return false;
	memcpy(copy, string, len);
	copy[len] = '\0';
	if (sscanf(copy, " %2d-%3[A-Za-z]-%4d %2d:%2d:%2d %c%4d%n", &tm.tm_mday, month, &tm.tm_year,
		   &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &sign, &zone, &used) != 8 ||
	    copy[used] != '\0' || (sign != '+' && sign != '-') || zone < 0 || zone > 2400)
		return false;
	found = strcasestr(MONTHS, month);
	if (found == NULL || strlen(month) != 3 || (found - MONTHS) % 3 != 0 || tm.tm_mday < 1 ||
	    tm.tm_mday > 31 || tm.tm_year < 1900 || tm.tm_hour < 0 || tm.tm_hour > 23 ||
	    tm.tm_min < 0 || tm.tm_min > 59 || tm.tm_sec < 0 || tm.tm_sec > 60)
		return false;
	tm.tm_mon = (int)(found - MONTHS) / 3;
	tm.tm_year -= 1900;
	zone = (zone / 100 * 60 + zone % 100) * 60;
	*out = (int64_t)timegm(&tm) - (sign == '+' ? zone : -zone);
	return true;
}

static bool set_item(const char *name, size_t len, const struct value *value,
		     struct imap_fetch *out)
{
	uint64_t number;

	if (imap_cursor_same(name, len, "UID")) {
		if (value->form != ATOM ||
		    !imap_parse_number(value->bytes, value->len, UINT32_MAX, &number) ||
		    number == 0)
			return false;
		out->uid = (uint32_t)number;
	} else if (imap_cursor_same(name, len, "RFC822.SIZE")) {
		out->has_size = value->form == ATOM &&
				imap_parse_number(value->bytes, value->len, INT64_MAX, &out->size);
		return out->has_size;
	} else if (imap_cursor_same(name, len, "FLAGS")) {
		if (value->form != LIST)
			return false;
		out->flags = value->bytes;
		out->flags_len = value->len;
	} else if (imap_cursor_same(name, len, "INTERNALDATE")) {
		/* The message exists even if this is NIL or isn't a date. */
		out->has_date = read_date(value->bytes, value->len, &out->date);
	} else if (imap_cursor_same(name, len, "BODY[]") ||
		   imap_cursor_same(name, len, "BODY[]<0>")) {
		/* The last body item of an answer decides, so a start never counts as a message. */
		out->has_start = name[len - 1] == '>';
		out->has_body = !out->has_start;
		return set_body(value, out);
	}
	return true;
}

bool imap_items_fetch(const char *rest, size_t len, struct imap_fetch *out)
{
	struct cursor cursor = {rest, rest + len};

	memset(out, 0, sizeof *out);
	if (!imap_cursor_take(&cursor, '('))
		return false;
	imap_cursor_blanks(&cursor);
	while (!imap_cursor_take(&cursor, ')')) {
		const char *name;
		size_t name_len = take_item_name(&cursor, &name);
		struct value value;

		if (name_len == 0 || !imap_cursor_blanks(&cursor) || !take_value(&cursor, &value) ||
		    !set_item(name, name_len, &value, out))
			return false;
		imap_cursor_blanks(&cursor);
	}
	imap_cursor_blanks(&cursor);
	return cursor.at == cursor.end;
}

void imap_items_unquote(const char *quoted, size_t len, struct strbuf *out)
{
	for (size_t i = 0; i < len; i++) {
		if (quoted[i] == '\\' && i + 1 < len)
			i++;
		strbuf_add_char(out, quoted[i]);
	}
}

bool imap_items_esearch(const char *rest, size_t len, struct imap_set *set)
{
	struct cursor cursor = {rest, rest + len};
	struct value value;

	if (cursor.at < cursor.end && *cursor.at == '(') {
		if (!take_list(&cursor, &value))
			return false;
		imap_cursor_blanks(&cursor);
	}
	while (cursor.at < cursor.end) {
		const char *name;
		size_t name_len = take_item_name(&cursor, &name);

		imap_cursor_blanks(&cursor);
		if (name_len == 0)
			return false;
		if (imap_cursor_same(name, name_len, "UID"))
			continue;
		if (!take_value(&cursor, &value))
			return false;
		imap_cursor_blanks(&cursor);
		if (imap_cursor_same(name, name_len, "ALL") &&
		    (value.form != ATOM || !imap_set_add_ranges(set, value.bytes, value.len)))
			return false;
	}
	return true;
}

/* Returns the number of line ends without CR. Some servers list a message's size with CR LF, but
 * send it with bare line ends. */
static size_t bare_line_ends(const char *bytes, size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r');
	return count;
}

/* Reports whether the bytes contain a complete header. */
static bool has_header(const char *bytes, size_t len)
{
	while (len > 0 && (*bytes == '\r' || *bytes == '\n')) {
		bytes++;
		len--;
	}
	return memmem(bytes, len, "\n\r\n", 3) != NULL || memmem(bytes, len, "\n\n", 2) != NULL;
}

enum imap_body imap_items_body(uint64_t listed, const char *bytes, size_t len)
{
	if (len >= listed)
		return IMAP_BODY_WHOLE;
	if (len == 0)
		return IMAP_BODY_NONE;
	if (listed == IMAP_BODY_SOME || len + bare_line_ends(bytes, len) >= listed)
		return IMAP_BODY_WHOLE;
	return has_header(bytes, len) ? IMAP_BODY_SHORT : IMAP_BODY_NONE;
}
