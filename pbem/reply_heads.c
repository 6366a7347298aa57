/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/base.h"
#include "pbem/reply_heads.h"

enum {
	INITIALS_MAX = 4,    /* "AB> " marks a quote, "Richard> " doesn't */
	HEAD_LINES_MAX = 6,  /* of a wrapped "On ... wrote:" */
	HEAD_BYTES_MAX = 512,
	WRAP_COLUMN = 58,    /* a line wrapped if the next word would have passed this */
	BLOCK_LINES_MAX = 12, /* of From:, Sent:, ... */
	FIELD_WRAP_MAX = 2,  /* unindented lines a wrapped field may go on for */
	BARE_MOVE_MAX = 8,   /* "exd8=Q+", "O-O-O" */
};

/* ---- lines by themselves ---- */

bool
reply_is_quoted(struct span line)
{
	size_t initials = 0;

	line = span_trim(line);
	if (line.len == 0)
		return false;
	if (line.at[0] == '>' || span_starts(line, "＞"))
		return true;
	if (line.at[0] == '|')
		return line.len == 1 || line.at[1] == ' ';
	while (initials < line.len && initials < INITIALS_MAX &&
	       isalpha((unsigned char)line.at[initials]))
		initials++;
	return initials > 0 && initials < line.len && line.at[initials] == '>';
}

/* The square that begins here, as its length; 0 if there is none. */
static size_t
square_length(struct span span, size_t at)
{
	size_t i = at;

	if (i >= span.len || !isalpha((unsigned char)span.at[i]))
		return 0;
	i++;
	while (i < span.len && i < at + 3 && isdigit((unsigned char)span.at[i]))
		i++;
	return i > at + 1 ? i - at : 0;
}

/* Whether two squares with a "-" or "x" (or a dash no typewriter has) stand in the line. */
static bool
has_move(struct span line)
{
	for (size_t i = 0; i + 4 < line.len; i++) {
		size_t from = square_length(line, i), gap = i + from;

		if (from == 0 || gap >= line.len)
			continue;
		if (line.at[gap] == '-' || line.at[gap] == 'x')
			gap++;
		else if (gap + 3 < line.len && memcmp(line.at + gap, "\xe2\x80", 2) == 0)
			gap += 3;
		else
			continue;
		if (square_length(line, gap) > 0)
			return true;
	}
	return false;
}

static bool
is_order_word(struct span word)
{
	static const char *const words[] = {
		"MOVE", "PLAY", "DISCARD", "PASS", "REMOVE", "TRADE", "RESIGN", "DRAW", "CLAIM",
		"IF", "SAY", "STATUS", "BOARD", "HAND", "HISTORY", "HELP", "CARD", "TRY",
		"VACATION", "AUTOPASS", "DECK", "JOIN", "LEAVE", "ANSWER", "UNDO", "WATCH",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (word.len == strlen(words[i]) && span_starts(word, words[i]))
			return true;
	}
	return false;
}

static struct span
first_word(struct span line)
{
	struct span word = span_trim(line);

	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] == ' ' || word.at[i] == '\t') {
			word.len = i;
			break;
		}
	}
	return word;
}

bool
reply_may_be_order(struct span line)
{
	line = span_trim(line);
	if (line.len == 0)
		return false;
	if (is_order_word(first_word(line)) || has_move(line))
		return true;
	if (line.len > BARE_MOVE_MAX)
		return false;
	for (size_t i = 0; i + 1 < line.len; i++) {
		if (square_length(line, i) > 0)
			return true;
	}
	return span_starts(line, "O-O") || span_starts(line, "0-0");
}

bool
reply_is_rule(struct span line)
{
	line = span_trim(line);
	/* U+1427 alone is what a mail tracker leaves. */
	if (span_starts(line, "ᐧ") && line.len == strlen("ᐧ"))
		return true;
	if (span_starts(line, "—") && line.len == strlen("—"))
		return true;
	return line.len >= 2 && span_strip(line, "-_=*#~+").len == 0;
}

/* ---- dates ---- */

static bool
digit_at(struct span span, size_t at)
{
	return at < span.len && isdigit((unsigned char)span.at[at]);
}

/* How many digits begin at `at`. */
static size_t
digits_at(struct span span, size_t at)
{
	size_t count = 0;

	while (digit_at(span, at + count))
		count++;
	return count;
}

/* A number that only dates have: a year of four digits, 10:05, 3.5.26, 3/5/2026. */
static bool
number_is_date(struct span span, size_t at, size_t digits)
{
	size_t next = at + digits;

	if (digits == 4)
		return memcmp(span.at + at, "19", 2) == 0 || memcmp(span.at + at, "20", 2) == 0;
	if (digits > 2 || next + 2 >= span.len)
		return false;
	if (span.at[next] == ':' || span.at[next] == 'h')
		return digits_at(span, next + 1) == 2;
	if (strchr("./-", span.at[next]) != NULL) {
		size_t month = digits_at(span, next + 1), then = next + 1 + month;

		return month >= 1 && month <= 2 && then < span.len &&
		       span.at[then] == span.at[next] && digits_at(span, then + 1) >= 2;
	}
	return false;
}

static bool
has_date(struct span span)
{
	size_t i = 0;

	while (i < span.len) {
		size_t digits = digits_at(span, i);

		if (digits > 0 && number_is_date(span, i, digits))
			return true;
		i += digits > 0 ? digits : 1;
	}
	return false;
}

static bool
has_digit(struct span span)
{
	for (size_t i = 0; i < span.len; i++) {
		if (digit_at(span, i))
			return true;
	}
	return false;
}

static bool
has_byte(struct span span, char byte)
{
	return memchr(span.at, byte, span.len) != NULL;
}

/* "2016-03-03 ..." or "2016/3/3 ...": how Gmail dated quotes for years. */
static bool
starts_with_year(struct span span)
{
	return digits_at(span, 0) == 4 && span.len > 6 && strchr("-/", span.at[4]) != NULL &&
	       digit_at(span, 5);
}

/* ---- "On DATE, NAME wrote:" ---- */

/* Takes the colon off; false when there is none. */
static bool
take_colon(struct span *span)
{
	static const char *const colons[] = { ":", "：" };

	for (size_t i = 0; i < ARRAY_LEN(colons); i++) {
		if (span_ends(*span, colons[i])) {
			span->len -= strlen(colons[i]);
			*span = span_trim(*span);
			return true;
		}
	}
	return false;
}

/* The kind of head a whole (unwrapped) line is. */
static enum reply_head
judge_wrote(struct span line)
{
	struct span bare = span_strip(line, " \t-*_");
	bool framed = span_starts(line, "--") && span_ends(line, "--");
	bool dated, addressed, colon;

	if (bare.len == 0 || bare.len > HEAD_BYTES_MAX || has_move(bare) ||
	    span_starts(bare, "say "))
		return HEAD_NONE;
	colon = take_colon(&bare);
	if (!colon && !framed && !starts_with_year(bare))
		return HEAD_NONE;
	dated = has_date(bare);
	addressed = has_byte(bare, '@') && has_byte(bare, '<');
	if (starts_with_year(bare) &&
	    (span_contains(bare, " GMT") || (addressed && span_ends(bare, ">"))))
		return HEAD_WROTE;
	if (!colon && !framed)
		return HEAD_NONE;
	if ((dated || addressed) && words_end_in_verb(bare))
		return HEAD_WROTE;
	if (dated && addressed && (span_ends(bare, ">") || words_have_verb(bare)))
		return HEAD_WROTE;
	if (dated && words_start_date(bare) && words_have_verb(bare) && !reply_may_be_order(bare))
		return HEAD_WROTE;
	return dated || addressed || words_end_in_verb(bare) ? HEAD_WEAK : HEAD_NONE;
}

static size_t
columns(struct span span)
{
	size_t count = 0;

	for (size_t i = 0; i < span.len; i++) {
		if (((unsigned char)span.at[i] & 0xc0) != 0x80)
			count++;
	}
	return count;
}

/* Whether a line can be the first of a wrapped head: it has a date or an address. */
static bool
may_begin_wrote(struct span line)
{
	struct span bare = span_strip(line, " \t-*_");

	if (bare.len == 0 || bare.len > HEAD_BYTES_MAX || reply_may_be_order(bare))
		return false;
	return has_date(bare) || has_byte(bare, '<') ||
	       (words_start_date(bare) && has_digit(bare));
}

/* Whether `next` looks like the rest of a sentence that wrapped at the end of `last`. */
static bool
goes_on(struct span last, struct span next, bool open_angle)
{
	struct span rest = span_trim(next);

	if (open_angle)
		return true;
	if (reply_is_quoted(next) || reply_may_be_order(next))
		return false;
	if (words_start_date(rest) && has_digit(rest))
		return false;
	if (judge_wrote(rest) == HEAD_WROTE)
		return false;
	if (span_starts(rest, "<") || span_ends(last, ","))
		return true;
	if (columns(last) + 1 + columns(first_word(next)) >= WRAP_COLUMN)
		return true;
	return take_colon(&rest) && words_end_in_verb(rest);
}

static int
open_angles(struct span span)
{
	int open = 0;

	for (size_t i = 0; i < span.len; i++)
		open += span.at[i] == '<' ? 1 : span.at[i] == '>' ? -1 : 0;
	return open;
}

/* One blank line within a head is bridged, if an address in angle brackets follows it. */
static size_t
skip_blank(const struct reply_lines *lines, size_t at)
{
	if (at + 1 < lines->count && lines->lines[at].len == 0 &&
	    span_starts(span_trim(lines->lines[at + 1]), "<"))
		return at + 1;
	return at;
}

static enum reply_head
wrote_at(const struct reply_lines *lines, size_t at, size_t *next_out)
{
	enum reply_head head = judge_wrote(span_trim(lines->lines[at]));
	char joined[HEAD_BYTES_MAX + 1];
	struct span whole = { joined, 0 };
	size_t line = at;

	*next_out = at + 1;
	if (head == HEAD_WROTE || !may_begin_wrote(lines->lines[at]))
		return head;
	while (line < lines->count && line < at + HEAD_LINES_MAX) {
		struct span part = span_trim(lines->lines[line]);
		size_t next = skip_blank(lines, line + 1);

		if (part.len == 0 || whole.len + part.len + 1 > HEAD_BYTES_MAX)
			break;
		if (whole.len > 0)
			joined[whole.len++] = ' ';
		memcpy(joined + whole.len, part.at, part.len);
		whole.len += part.len;
		if (line > at && judge_wrote(whole) == HEAD_WROTE) {
			*next_out = line + 1;
			return HEAD_WROTE;
		}
		if (next >= lines->count ||
		    !goes_on(lines->lines[line], lines->lines[next], open_angles(whole) > 0))
			break;
		line = next;
	}
	return head;
}

/* ---- "-----Original Message-----" ---- */

static bool
is_original(struct span line)
{
	struct span bare = span_strip(line, " \t-*_=");

	line = span_strip(line, " \t*");
	if (bare.len == 0 || bare.len > HEAD_BYTES_MAX)
		return false;
	if (span_starts(line, "--") || span_starts(line, "__") || span_starts(line, "=="))
		return words_are_original(bare);
	return take_colon(&bare) && words_are_forward(bare);
}

/* ---- From:, Sent:, To:, Subject: ---- */

static enum head_field
field_of(struct span line)
{
	struct span name = span_strip(line, " \t*");
	const char *colon = memchr(name.at, ':', name.len);
	const char *wide = memmem(name.at, name.len, "：", strlen("："));

	if (wide != NULL && (colon == NULL || wide < colon))
		colon = wide;
	if (colon == NULL)
		return FIELD_NONE;
	name.len = (size_t)(colon - name.at);
	return words_field(span_strip(name, " \t*"));
}

/* The next line from `at` on that is a field and near enough to be of the same block; 0 if none. */
static size_t
next_field(const struct reply_lines *lines, size_t at)
{
	for (size_t skip = 0; skip <= FIELD_WRAP_MAX && at + skip < lines->count; skip++) {
		if (field_of(lines->lines[at + skip]) != FIELD_NONE)
			return at + skip;
		if (reply_may_be_order(lines->lines[at + skip]))
			return 0;
	}
	return 0;
}

static bool
is_block(unsigned seen)
{
	unsigned kinds = 0;

	for (unsigned bit = FIELD_FROM; bit <= FIELD_SUBJECT; bit <<= 1)
		kinds += (seen & bit) != 0;
	return kinds >= 3 && (seen & (FIELD_FROM | FIELD_DATE)) != 0;
}

/* The end of a block of fields that begins at `at`, or `at` if there is none. */
static size_t
block_end(const struct reply_lines *lines, size_t at)
{
	unsigned seen = 0;
	size_t end = at, line = at;

	if (field_of(lines->lines[at]) == FIELD_NONE)
		return at;
	do {
		seen |= (unsigned)field_of(lines->lines[line]);
		end = line + 1;
		line = next_field(lines, line + 1);
	} while (line != 0 && line < at + BLOCK_LINES_MAX);
	return is_block(seen) ? end : at;
}

static size_t
skip_blanks_and_rules(const struct reply_lines *lines, size_t at)
{
	while (at < lines->count &&
	       (lines->lines[at].len == 0 || reply_is_rule(lines->lines[at])))
		at++;
	return at;
}

enum reply_head
reply_head_at(const struct reply_lines *lines, size_t at, size_t *next_out)
{
	size_t end;

	if (is_original(lines->lines[at])) {
		size_t block = skip_blanks_and_rules(lines, at + 1);

		end = block < lines->count ? block_end(lines, block) : block;
		*next_out = end > block ? end : at + 1;
		return HEAD_FORWARD;
	}
	end = block_end(lines, at);
	if (end > at) {
		*next_out = end;
		return HEAD_FORWARD;
	}
	return wrote_at(lines, at, next_out);
}
