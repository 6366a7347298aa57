/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/base.h"
#include "pbem/reading/reply/reply_dates.h"
#include "pbem/reading/reply/reply_heads.h"
#include "pbem/reading/reply/reply_words.h"

enum {
	HEAD_LINES_MAX = 6, /* of a wrapped "On ... wrote:" */
	HEAD_BYTES_MAX = 512,
	LIKELY_BYTES_MAX = 200, /* of a line of a head in an unknown form */
	WRAP_COLUMN = 58,	/* a line wrapped if the next word would have passed this */
	BLOCK_LINES_MAX = 12,	/* of From:, Sent:, ... */
	FIELD_WRAP_MAX = 2,	/* unindented lines a wrapped field may go on for */
};

/* ---- "On DATE, NAME wrote:" ---- */

/* Takes the colon off; false when there is none. */
static bool take_colon(struct span *span)
{
	static const char *const colons[] = {":", "："};

	for (size_t i = 0; i < ARRAY_LEN(colons); i++) {
		if (span_ends(*span, colons[i])) {
			span->len -= strlen(colons[i]);
			*span = span_trim(*span);
			return true;
		}
	}
	return false;
}

static bool ends_in_colon(struct span span)
{
	span = span_strip(span, " \t-*_");
	return take_colon(&span);
}

static bool has_address(struct span span)
{
	return reply_dates_has_address(span) ||
	       (memchr(span.at, '@', span.len) != NULL && memchr(span.at, '<', span.len) != NULL);
}

/* What is known of a line that may be a head. */
struct clues {
	struct span bare; /* without colon and rules around it */
	bool colon, framed;
	bool day, time, addressed;
	bool dated;	 /* a day or a time */
	bool year_first; /* "2026-05-04 10:05 ..." */
	bool at_end;	 /* an address ends it */
};

static struct clues clues_of(struct span line)
{
	struct clues clues = {.bare = span_strip(line, " \t-*_")};

	clues.framed = span_starts(line, "--") && span_ends(line, "--");
	clues.colon = take_colon(&clues.bare);
	clues.day = reply_dates_has_day(clues.bare);
	clues.time = reply_dates_has_time(clues.bare);
	clues.dated = clues.day || clues.time;
	clues.addressed = has_address(clues.bare);
	clues.year_first = reply_dates_starts_with_year(clues.bare);
	clues.at_end = clues.addressed &&
		       (span_ends(clues.bare, ">") || reply_dates_ends_with_address(clues.bare));
	return clues;
}

/* Heads without a colon: Yandex, WEB.DE, phones. They need a day, a time and an address. */
static bool is_head_without_colon(const struct clues *clues)
{
	if (clues->year_first && (span_contains(clues->bare, " GMT") ||
				  (clues->addressed && span_ends(clues->bare, ">"))))
		return true;
	if (!clues->day || !clues->time || !clues->addressed)
		return false;
	if (reply_words_end_in_verb(clues->bare))
		return true;
	return clues->at_end &&
	       (reply_dates_starts_with_figure(clues->bare) ||
		(reply_words_start_date(clues->bare) && reply_words_have_verb(clues->bare)));
}

static bool is_head_with_colon(const struct clues *clues)
{
	struct span bare = clues->bare;

	if ((clues->dated || clues->addressed) && reply_words_end_in_verb(bare))
		return true;
	if (clues->dated && clues->addressed && (clues->at_end || reply_words_have_verb(bare)))
		return true;
	return clues->dated && reply_words_start_date(bare) && reply_words_have_verb(bare) &&
	       !reply_may_be_order(bare);
}

/* Whether a line that is no head known would be one in a language nobody here knows. */
static bool is_likely(const struct clues *clues)
{
	if (clues->bare.len > LIKELY_BYTES_MAX || !clues->addressed)
		return false;
	return clues->day ||
	       (clues->at_end && (clues->dated || (clues->colon && clues->bare.at[0] != '<')));
}

/* The kind of head a whole (unwrapped) line is. */
static enum reply_head judge_wrote(struct span line)
{
	struct clues clues;

	if (line.len == 0 || line.len > HEAD_BYTES_MAX + 64)
		return HEAD_NONE;
	clues = clues_of(line);
	if (clues.bare.len == 0 || clues.bare.len > HEAD_BYTES_MAX || reply_has_move(clues.bare) ||
	    span_starts(clues.bare, "say "))
		return HEAD_NONE;
	if (is_head_without_colon(&clues))
		return HEAD_WROTE;
	if ((clues.colon || clues.framed) && is_head_with_colon(&clues))
		return HEAD_WROTE;
	if (is_likely(&clues))
		return HEAD_LIKELY;
	if (!clues.colon && !clues.framed)
		return HEAD_NONE;
	return clues.dated || clues.addressed || reply_words_end_in_verb(clues.bare) ? HEAD_WEAK
										     : HEAD_NONE;
}

static size_t columns(struct span span)
{
	size_t count = 0;

	for (size_t i = 0; i < span.len; i++) {
		if (((unsigned char)span.at[i] & 0xc0) != 0x80)
			count++;
	}
	return count;
}

/* Whether a line can be the first of a wrapped head: it has a date or an address, or begins as some
 * do. */
static bool may_begin_wrote(struct span line)
{
	struct span bare = span_strip(line, " \t-*_");

	if (bare.len == 0 || bare.len > HEAD_BYTES_MAX || reply_may_be_order(bare))
		return false;
	return reply_dates_has_any(bare) || memchr(bare.at, '<', bare.len) != NULL ||
	       has_address(bare) || reply_words_start_head(bare) ||
	       (reply_words_start_date(bare) && reply_dates_has_figure(bare));
}

static struct span first_word(struct span line)
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

static int open_angles(struct span span)
{
	int open = 0;

	for (size_t i = 0; i < span.len; i++)
		open += span.at[i] == '<' ? 1 : span.at[i] == '>' ? -1 : 0;
	return open;
}

/* "On Mon, 4 May 2026 10:05:00 +0200", which has its writer in the next line. */
static bool is_only_date(struct span line)
{
	struct span bare = span_trim(line);

	return bare.len <= WRAP_COLUMN && reply_words_start_date(bare) &&
	       reply_dates_has_day(bare) && !has_address(bare) && !reply_words_have_verb(bare);
}

/* Whether `next` looks like the rest of a sentence that wrapped at the end of `last`; `whole` is
 * what was joined so far. */
static bool goes_on(struct span whole, struct span last, struct span next)
{
	struct span rest = span_trim(next);

	if (open_angles(whole) > 0)
		return true;
	if (reply_is_quoted(next) || reply_may_be_order(next))
		return false;
	if (reply_words_start_date(rest) && reply_dates_has_figure(rest) &&
	    !(is_only_date(whole) && !reply_dates_has_day(rest)))
		return false;
	if (judge_wrote(rest) == HEAD_WROTE)
		return is_only_date(whole) && !reply_dates_has_day(rest);
	if (span_starts(rest, "<") || span_ends(last, ","))
		return true;
	if (columns(last) + 1 + columns(first_word(next)) >= WRAP_COLUMN)
		return true;
	return take_colon(&rest) && reply_words_end_in_verb(rest);
}

/* One blank line within a head is bridged, if an address in angle brackets follows it. */
static size_t skip_blank(const struct reply_lines *lines, size_t at)
{
	if (at + 1 < lines->count && lines->lines[at].len == 0 &&
	    span_starts(span_trim(lines->lines[at + 1]), "<"))
		return at + 1;
	return at;
}

/* Two short lines, one with an address, one with a day: "Arbiter <a@b.c>" above "4 May 2026". */
static bool is_pair(struct span first, struct span second)
{
	if (first.len == 0 || second.len == 0 || first.len + second.len > LIKELY_BYTES_MAX ||
	    reply_is_quoted(second) || reply_may_be_order(first) || reply_may_be_order(second))
		return false;
	return (reply_dates_ends_with_address(first) && reply_dates_has_day(second)) ||
	       (reply_dates_has_day(first) && reply_dates_ends_with_address(second));
}

/* The head that begins at `at` and goes on over several lines; no better than `head`, the first
 * line's own kind, when there is none. */
static enum reply_head wrapped_at(const struct reply_lines *lines, size_t at, enum reply_head head,
				  size_t *next_out)
{
	char joined[HEAD_BYTES_MAX + 1];
	struct span whole = {joined, 0};
	size_t line = at;

	while (line < lines->count && line < at + HEAD_LINES_MAX) {
		struct span part = span_trim(lines->lines[line]);
		size_t next = skip_blank(lines, line + 1);
		enum reply_head found;

		if (part.len == 0 || whole.len + part.len + 1 > HEAD_BYTES_MAX)
			break;
		if (whole.len > 0)
			joined[whole.len++] = ' ';
		memcpy(joined + whole.len, part.at, part.len);
		whole.len += part.len;
		found = line > at ? judge_wrote(whole) : HEAD_NONE;
		if (ends_in_colon(whole) ? found == HEAD_WROTE : found > head) {
			*next_out = line + 1;
			head = found;
		}
		if ((found == HEAD_WROTE && ends_in_colon(whole)) || next >= lines->count ||
		    !goes_on(whole, lines->lines[line], lines->lines[next]))
			break;
		line = next;
	}
	return head;
}

static enum reply_head wrote_at(const struct reply_lines *lines, size_t at, size_t *next_out)
{
	struct span first = span_trim(lines->lines[at]);
	enum reply_head head = judge_wrote(first);

	*next_out = at + 1;
	/* Without a colon it may go on: "Op DATE schreef NAME het" / "volgende geschreven:". */
	if ((head == HEAD_WROTE && ends_in_colon(first)) || !may_begin_wrote(lines->lines[at]))
		return head;
	head = wrapped_at(lines, at, head, next_out);
	if (head != HEAD_WROTE && head != HEAD_LIKELY && at + 1 < lines->count &&
	    is_pair(first, span_trim(lines->lines[at + 1]))) {
		*next_out = at + 2;
		head = HEAD_LIKELY;
	}
	return head;
}

/* ---- "-----Original Message-----" ---- */

static bool is_original(struct span line)
{
	struct span bare = span_strip(line, " \t-*_=");

	line = span_strip(line, " \t*");
	if (bare.len == 0 || bare.len > HEAD_BYTES_MAX)
		return false;
	if (span_starts(line, "--") || span_starts(line, "__") || span_starts(line, "=="))
		return reply_words_are_original(bare);
	return take_colon(&bare) && reply_words_are_forward(bare);
}

/* ---- From:, Sent:, To:, Subject: ---- */

/* Which field the line is; what stands behind its colon goes to *value_out. */
static enum head_field field_of(struct span line, struct span *value_out)
{
	struct span name = span_strip(line, " \t*");
	const char *colon = memchr(name.at, ':', name.len);
	const char *wide = memmem(name.at, name.len, "：", strlen("："));
	const char *end = name.at + name.len;

	if (wide != NULL && (colon == NULL || wide < colon))
		colon = wide;
	if (colon == NULL)
		return FIELD_NONE;
	*value_out = (struct span){colon + 1, (size_t)(end - colon) - 1};
	name.len = (size_t)(colon - name.at);
	return reply_words_field(span_strip(name, " \t*"));
}

/* The next line from `at` on that is a field and near enough to be of the same block; 0 if none. */
static size_t next_field(const struct reply_lines *lines, size_t at)
{
	struct span value;

	for (size_t skip = 0; skip <= FIELD_WRAP_MAX && at + skip < lines->count; skip++) {
		if (field_of(lines->lines[at + skip], &value) != FIELD_NONE)
			return at + skip;
		if (reply_may_be_order(lines->lines[at + skip]))
			return 0;
	}
	return 0;
}

/* What fields were seen, as bits, and those whose value proves them: a sender's address, a day. */
static enum reply_head judge_block(unsigned seen, unsigned proven)
{
	unsigned kinds = 0;

	for (unsigned bit = FIELD_FROM; bit <= FIELD_SUBJECT; bit <<= 1)
		kinds += (seen & bit) != 0;
	if ((seen & (FIELD_FROM | FIELD_DATE)) == 0)
		return HEAD_NONE;
	if (kinds >= 3 || (kinds == 2 && proven != 0))
		return HEAD_FORWARD;
	return kinds == 2 || (proven & FIELD_FROM) != 0 ? HEAD_LIKELY : HEAD_NONE;
}

/* What the block of fields that begins at `at` is; its end goes to *next_out. */
static enum reply_head block_at(const struct reply_lines *lines, size_t at, size_t *next_out)
{
	unsigned seen = 0, proven = 0;
	struct span value;
	size_t line = at;

	if (field_of(lines->lines[at], &value) == FIELD_NONE)
		return HEAD_NONE;
	do {
		unsigned field = (unsigned)field_of(lines->lines[line], &value);

		seen |= field;
		if ((field == FIELD_FROM && has_address(value)) ||
		    (field == FIELD_DATE && reply_dates_has_any(value)))
			proven |= field;
		*next_out = line + 1;
		line = next_field(lines, line + 1);
	} while (line != 0 && line < at + BLOCK_LINES_MAX);
	return judge_block(seen, proven);
}

static size_t skip_blanks_and_rules(const struct reply_lines *lines, size_t at)
{
	while (at < lines->count && (lines->lines[at].len == 0 || reply_is_rule(lines->lines[at])))
		at++;
	return at;
}

enum reply_head reply_head_at(const struct reply_lines *lines, size_t at, size_t *next_out)
{
	enum reply_head wrote, block;
	size_t end = at;

	if (is_original(lines->lines[at])) {
		size_t behind = skip_blanks_and_rules(lines, at + 1);

		*next_out = at + 1;
		if (behind < lines->count && block_at(lines, behind, &end) != HEAD_NONE)
			*next_out = end;
		return HEAD_FORWARD;
	}
	block = block_at(lines, at, &end);
	if (block == HEAD_FORWARD) {
		*next_out = end;
		return HEAD_FORWARD;
	}
	wrote = wrote_at(lines, at, next_out);
	if (wrote != HEAD_WROTE && block == HEAD_LIKELY) {
		*next_out = end;
		return HEAD_LIKELY;
	}
	return wrote;
}
