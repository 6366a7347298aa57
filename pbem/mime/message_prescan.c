/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/util/strbuf.h"
#include "pbem/mime/message_internal.h"
#include "pbem/mime/quoting/span.h"

/*
 * Measured with GMime 3.2.13: an address field of 60,000 nested groups ("g:g:g:") overflows the
 * stack. Lines like "--x" cost time for each open boundary. 200,000 empty parts take 260 MB. A
 * header of 90,000 lines in a message within the message takes a third of a second. All of these
 * are limited here by counting, independently of the parser.
 */
enum {
	ADDRESS_FIELD_MAX = 8 * 1024, /* bytes of one From, To, Cc ... */
	GROUPS_MAX = 1024,	      /* colons in such a field within the body */
	HEADER_LINES_MAX = 2000,
	INNER_FIELDS_MAX = 4000, /* lines that look like header lines, in messages within the
				  * message */
	BOUNDARIES_MAX = 256,
	DASHES_PER_PART = 16, /* lines that begin with "--", per allowed part */
};

struct scan {
	const struct message_limits *limits;
	bool in_header;
	size_t header_bytes, header_lines;
	size_t boundaries, dashes;
	size_t inner_letters, inner_fields;
	bool in_address; /* the line belongs to an address field */
	size_t address_bytes, address_colons;
};

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static bool begins_address_field(const char *line, size_t len)
{
	static const char *const names[] = {
		"From",
		"To",
		"Cc",
		"Bcc",
		"Sender",
		"Reply-To",
		"Resent-From",
		"Resent-To",
		"Resent-Cc",
		"Resent-Bcc",
		"Resent-Sender",
		"Resent-Reply-To",
		"Disposition-Notification-To",
		"Mail-Followup-To",
		"Errors-To",
		"Return-Path",
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		size_t name = strlen(names[i]);

		if (len > name && strncasecmp(line, names[i], name) == 0 &&
		    !is_name_byte(line[name]))
			return true;
	}
	return false;
}

static size_t count_byte(const char *bytes, size_t len, char byte)
{
	const char *end = bytes + len;
	size_t count = 0;

	while ((bytes = memchr(bytes, byte, (size_t)(end - bytes))) != NULL) {
		count++;
		bytes++;
	}
	return count;
}

/* Reports whether an address field is longer than those that people write. */
static bool is_address_too_long(struct scan *scan, const char *line, size_t len)
{
	bool goes_on = len > 0 && (line[0] == ' ' || line[0] == '\t');

	if (begins_address_field(line, len)) {
		scan->in_address = true;
		scan->address_bytes = scan->address_colons = 0;
	} else if (!goes_on) {
		scan->in_address = false;
	}
	if (!scan->in_address)
		return false;
	scan->address_bytes += len;
	if (scan->address_bytes <= ADDRESS_FIELD_MAX)
		return false;
	scan->address_colons += count_byte(line, len, ':');
	return scan->in_header || scan->address_colons > GROUPS_MAX;
}

static bool looks_like_field(const char *line, size_t len)
{
	size_t name = 0;

	while (name < len && is_name_byte(line[name]))
		name++;
	return name > 0 && name < len && line[name] == ':';
}

static int scan_header_line(struct scan *scan, size_t len, struct reason *reason)
{
	scan->header_bytes += len + 1;
	scan->header_lines++;
	if (scan->header_bytes > scan->limits->max_header_bytes ||
	    scan->header_lines > HEADER_LINES_MAX)
		return reason_fail(
			reason,
			"its header is longer than %zu bytes or %d lines: not a letter a player "
			"sends",
			scan->limits->max_header_bytes, HEADER_LINES_MAX);
	return 0;
}

static int scan_line(struct scan *scan, const char *line, size_t len, struct reason *reason)
{
	struct span span = {line, len};

	if (scan->in_header && (len == 0 || (len == 1 && line[0] == '\r')))
		scan->in_header = false;
	if (scan->in_header && scan_header_line(scan, len, reason) < 0)
		return -1;
	if (is_address_too_long(scan, line, len))
		return reason_fail(
			reason,
			"it has an address field longer than %d bytes: too many recipients, or "
			"an attack on mail programs",
			ADDRESS_FIELD_MAX);
	scan->boundaries += span_contains(span, "boundary");
	scan->inner_letters += span_contains(span, "message/") || span_contains(span, "digest");
	scan->inner_fields += !scan->in_header && looks_like_field(line, len);
	scan->dashes += len >= 2 && line[0] == '-' && line[1] == '-';
	return 0;
}

/* Returns where the header begins. Some tools leave an mbox line before it, which isn't a part of
 * the message. */
static size_t header_start(const char *bytes, size_t len)
{
	const char *line = bytes;
	const char *newline;

	if (len > 0 && line[0] == '>')
		line++;
	if ((size_t)(bytes + len - line) < 5 || memcmp(line, "From ", 5) != 0)
		return 0;
	newline = memchr(line, '\n', (size_t)(bytes + len - line));
	return newline == NULL ? 0 : (size_t)(newline + 1 - bytes);
}

int message_scan(const char *bytes, size_t len, const struct message_limits *limits,
		 size_t *start_out, struct reason *reason)
{
	struct scan scan = {.limits = limits, .in_header = true};
	const char *end = bytes + len, *cursor = bytes, *line;
	size_t line_len;

	if (len > limits->max_bytes)
		return reason_fail(reason, "it has %zu bytes, at most %zu are read", len,
				   limits->max_bytes);
	while (strbuf_next_line(&cursor, end, &line, &line_len)) {
		if (scan_line(&scan, line, line_len, reason) < 0)
			return -1;
	}
	if (scan.boundaries > 0 && (scan.boundaries > BOUNDARIES_MAX ||
				    scan.dashes > (size_t)DASHES_PER_PART * limits->max_parts))
		return reason_fail(reason, "it has more than the %u parts that are read",
				   limits->max_parts);
	if (scan.inner_letters > 0 && scan.inner_fields > INNER_FIELDS_MAX)
		return reason_fail(reason,
				   "it holds other letters with more than %d lines of header",
				   INNER_FIELDS_MAX);
	*start_out = header_start(bytes, len);
	return 0;
}
