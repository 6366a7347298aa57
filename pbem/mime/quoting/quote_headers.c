/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/base.h"
#include "pbem/mime/quoting/quote_dates.h"
#include "pbem/mime/quoting/quote_headers.h"
#include "pbem/mime/quoting/quote_words.h"

enum {
	HEAD_LINES_MAX = 6, /* most lines of a wrapped "On ... wrote:" */
	HEAD_BYTES_MAX = 512,
	LIKELY_BYTES_MAX = 200, /* most bytes of a line of a head in an unknown form */
	WRAP_COLUMN = 58,	/* a line was wrapped if the next word would have passed this */
	BLOCK_LINES_MAX = 12,	/* most lines of a block of From:, Sent:, ... */
	FIELD_WRAP_MAX = 2,	/* most unindented lines of a wrapped field */
};

/* ---- "On DATE, NAME wrote:" ---- */

/* Removes the colon at the end. Returns false if there is none. */
static bool remove_colon(struct span *span)
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
	return remove_colon(&span);
}

static bool has_address(struct span span)
{
	return quote_dates_has_address(span) ||
	       (memchr(span.at, '@', span.len) != NULL && memchr(span.at, '<', span.len) != NULL);
}

/* Facts about a line that may be a head. */
struct clues {
	struct span bare; /* without a colon, and without rules around it */
	bool colon, framed;
	bool day, time, addressed;
	bool dated;	 /* a day or a time */
	bool year_first; /* "2026-05-04 10:05 ..." */
	bool at_end;	 /* it ends with an address */
};

static struct clues clues_of(struct span line)
{
	struct clues clues = {.bare = span_strip(line, " \t-*_")};

	clues.framed = span_starts(line, "--") && span_ends(line, "--");
	clues.colon = remove_colon(&clues.bare);
	clues.day = quote_dates_has_day(clues.bare);
	clues.time = quote_dates_has_time(clues.bare);
	clues.dated = clues.day || clues.time;
	clues.addressed = has_address(clues.bare);
	clues.year_first = quote_dates_starts_with_year(clues.bare);
	clues.at_end = clues.addressed &&
		       (span_ends(clues.bare, ">") || quote_dates_ends_with_address(clues.bare));
	return clues;
}

/* Reports whether the line is a head without a colon, as of Yandex, WEB.DE and phones. Such a head
 * needs a day, a time and an address. */
static bool is_head_without_colon(const struct clues *clues)
{
	if (clues->year_first && (span_contains(clues->bare, " GMT") ||
				  (clues->addressed && span_ends(clues->bare, ">"))))
		return true;
	if (!clues->day || !clues->time || !clues->addressed)
		return false;
	if (quote_words_end_in_verb(clues->bare))
		return true;
	return clues->at_end &&
	       (quote_dates_starts_with_figure(clues->bare) ||
		(quote_words_start_date(clues->bare) && quote_words_have_verb(clues->bare)));
}

static bool is_head_with_colon(const struct clues *clues)
{
	struct span bare = clues->bare;

	if ((clues->dated || clues->addressed) && quote_words_end_in_verb(bare))
		return true;
	if (clues->dated && clues->addressed && (clues->at_end || quote_words_have_verb(bare)))
		return true;
	return clues->dated && quote_words_start_date(bare) && quote_words_have_verb(bare) &&
	       !quote_may_be_order(bare);
}

/* Reports whether a line that isn't a known head may be one in an unknown language. */
static bool is_likely(const struct clues *clues)
{
	if (clues->bare.len > LIKELY_BYTES_MAX || !clues->addressed)
		return false;
	return clues->day ||
	       (clues->at_end && (clues->dated || (clues->colon && clues->bare.at[0] != '<')));
}

/* Returns the kind of head that a whole (unwrapped) line is. */
static enum quote_head classify_head_line(struct span line)
{
	struct clues clues;

	if (line.len == 0 || line.len > HEAD_BYTES_MAX + 64)
		return HEAD_NONE;
	clues = clues_of(line);
	if (clues.bare.len == 0 || clues.bare.len > HEAD_BYTES_MAX || quote_has_move(clues.bare) ||
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
	return clues.dated || clues.addressed || quote_words_end_in_verb(clues.bare) ? HEAD_WEAK
										     : HEAD_NONE;
}

static size_t count_columns(struct span span)
{
	size_t count = 0;

	for (size_t i = 0; i < span.len; i++) {
		if (((unsigned char)span.at[i] & 0xc0) != 0x80)
			count++;
	}
	return count;
}

/* Reports whether a line can be the first of a wrapped head: it has a date, an address or a known
 * beginning. */
static bool may_begin_wrote(struct span line)
{
	struct span bare = span_strip(line, " \t-*_");

	if (bare.len == 0 || bare.len > HEAD_BYTES_MAX || quote_may_be_order(bare))
		return false;
	return quote_dates_has_any(bare) || memchr(bare.at, '<', bare.len) != NULL ||
	       has_address(bare) || quote_words_start_head(bare) ||
	       (quote_words_start_date(bare) && quote_dates_has_figure(bare));
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

/* Reports whether the line is only a date, with the writer in the next line: "On Mon, 4 May 2026
 * 10:05:00 +0200". */
static bool is_only_date(struct span line)
{
	struct span bare = span_trim(line);

	return bare.len <= WRAP_COLUMN && quote_words_start_date(bare) &&
	       quote_dates_has_day(bare) && !has_address(bare) && !quote_words_have_verb(bare);
}

/* Reports whether `next` looks like the rest of a sentence that wrapped at the end of `last`;
 * `whole` is the text joined so far. */
static bool continues_head(struct span whole, struct span last, struct span next)
{
	struct span rest = span_trim(next);

	if (open_angles(whole) > 0)
		return true;
	if (quote_is_quoted(next) || quote_may_be_order(next))
		return false;
	if (quote_words_start_date(rest) && quote_dates_has_figure(rest) &&
	    !(is_only_date(whole) && !quote_dates_has_day(rest)))
		return false;
	if (classify_head_line(rest) == HEAD_WROTE)
		return is_only_date(whole) && !quote_dates_has_day(rest);
	if (span_starts(rest, "<") || span_ends(last, ","))
		return true;
	if (count_columns(last) + 1 + count_columns(first_word(next)) >= WRAP_COLUMN)
		return true;
	return remove_colon(&rest) && quote_words_end_in_verb(rest);
}

/* Skips one blank line within a head, if an address in angle brackets follows it. */
static size_t skip_blank(const struct quote_lines *lines, size_t at)
{
	if (at + 1 < lines->count && lines->lines[at].len == 0 &&
	    span_starts(span_trim(lines->lines[at + 1]), "<"))
		return at + 1;
	return at;
}

/* Reports whether one of two short lines has an address and the other a day: "Arbiter <a@b.c>"
 * above "4 May 2026". */
static bool is_address_date_pair(struct span first, struct span second)
{
	if (first.len == 0 || second.len == 0 || first.len + second.len > LIKELY_BYTES_MAX ||
	    quote_is_quoted(second) || quote_may_be_order(first) || quote_may_be_order(second))
		return false;
	return (quote_dates_ends_with_address(first) && quote_dates_has_day(second)) ||
	       (quote_dates_has_day(first) && quote_dates_ends_with_address(second));
}

/* Returns the kind of the head that begins at `at` and continues over several lines, or `head`, the
 * first line's own kind, if there is no better one. */
static enum quote_head wrapped_at(const struct quote_lines *lines, size_t at, enum quote_head head,
				  size_t *next_out)
{
	char joined[HEAD_BYTES_MAX + 1];
	struct span whole = {joined, 0};
	size_t line = at;

	while (line < lines->count && line < at + HEAD_LINES_MAX) {
		struct span part = span_trim(lines->lines[line]);
		size_t next = skip_blank(lines, line + 1);
		enum quote_head found;

		if (part.len == 0 || whole.len + part.len + 1 > HEAD_BYTES_MAX)
			break;
		if (whole.len > 0)
			joined[whole.len++] = ' ';
		memcpy(joined + whole.len, part.at, part.len);
		whole.len += part.len;
		found = line > at ? classify_head_line(whole) : HEAD_NONE;
		if (ends_in_colon(whole) ? found == HEAD_WROTE : found > head) {
			*next_out = line + 1;
			head = found;
		}
		if ((found == HEAD_WROTE && ends_in_colon(whole)) || next >= lines->count ||
		    !continues_head(whole, lines->lines[line], lines->lines[next]))
			break;
		line = next;
	}
	return head;
}

static enum quote_head wrote_at(const struct quote_lines *lines, size_t at, size_t *next_out)
{
	struct span first = span_trim(lines->lines[at]);
	enum quote_head head = classify_head_line(first);

	*next_out = at + 1;
	/* Without a colon it may continue: "Op DATE schreef NAME het" / "volgende geschreven:". */
	if ((head == HEAD_WROTE && ends_in_colon(first)) || !may_begin_wrote(lines->lines[at]))
		return head;
	head = wrapped_at(lines, at, head, next_out);
	if (head != HEAD_WROTE && head != HEAD_LIKELY && at + 1 < lines->count &&
	    is_address_date_pair(first, span_trim(lines->lines[at + 1]))) {
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
		return quote_words_are_original(bare);
	return remove_colon(&bare) && quote_words_are_forward(bare);
}

/* ---- From:, Sent:, To:, Subject: ---- */

/* Returns which field the line is, with the text after its colon in *value_out. */
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
	return quote_words_field(span_strip(name, " \t*"));
}

/* Returns the next line from `at` on that is a field and near enough to be of the same block, or 0
 * if there is none. */
static size_t next_field(const struct quote_lines *lines, size_t at)
{
	struct span value;

	for (size_t skip = 0; skip <= FIELD_WRAP_MAX && at + skip < lines->count; skip++) {
		if (field_of(lines->lines[at + skip], &value) != FIELD_NONE)
			return at + skip;
		if (quote_may_be_order(lines->lines[at + skip]))
			return 0;
	}
	return 0;
}

/* Judges a block by its fields, and by those whose value is plausible: a sender's address, a day.
 * Both are bits. */
static enum quote_head classify_block(unsigned seen, unsigned proven)
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

/* Returns the kind of head that the block of fields at `at` is, with its end in *next_out. */
static enum quote_head block_at(const struct quote_lines *lines, size_t at, size_t *next_out)
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
		    (field == FIELD_DATE && quote_dates_has_any(value)))
			proven |= field;
		*next_out = line + 1;
		line = next_field(lines, line + 1);
	} while (line != 0 && line < at + BLOCK_LINES_MAX);
	return classify_block(seen, proven);
}

static size_t skip_blanks_and_rules(const struct quote_lines *lines, size_t at)
{
	while (at < lines->count && (lines->lines[at].len == 0 || quote_is_rule(lines->lines[at])))
		at++;
	return at;
}

enum quote_head quote_headers_at(const struct quote_lines *lines, size_t at, size_t *next_out)
{
	enum quote_head wrote, block;
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
