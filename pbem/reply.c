/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base.h"
#include "core/text.h"
#include "pbem/reply.h"
#include "pbem/reply_heads.h"

#define MARK_WORDS "write your orders above this line"

enum { FOOTER_RULE_MIN = 5 }; /* underscores that begin a footer */

enum line_kind {
	LINE_TEXT,
	LINE_BLANK,
	LINE_QUOTED,
	LINE_MARK,       /* our own cut mark, not quoted */
	LINE_HEAD,       /* of a quote */
	LINE_FORWARD,    /* head of a quote that hardly anybody answers below */
	LINE_SIGNATURE,  /* "-- " or what is used for it */
	LINE_NOISE,      /* "Sent from my iPhone" */
};

struct reply {
	struct reply_lines lines;
	enum line_kind *kinds;
	size_t *next;    /* the first line behind a head */
	size_t order_at; /* a line that may be an order, found by signature_end */
};

static size_t
count_lines(const char *body)
{
	size_t count = 1;

	for (; *body != '\0'; body++)
		count += *body == '\n';
	return count;
}

static void
split_lines(struct reply *reply, const char *body)
{
	const char *cursor = body, *end = body + strlen(body);
	size_t most = count_lines(body);
	struct span line;

	reply->lines.lines = base_zalloc(most, sizeof *reply->lines.lines);
	reply->kinds = base_zalloc(most, sizeof *reply->kinds);
	reply->next = base_zalloc(most, sizeof *reply->next);
	while (text_next_line(&cursor, end, &line.at, &line.len)) {
		while (line.len > 0 && strchr(" \t\r", line.at[line.len - 1]) != NULL)
			line.len--;
		reply->lines.lines[reply->lines.count++] = line;
	}
}

static void
reply_done(struct reply *reply)
{
	free(reply->lines.lines);
	free(reply->kinds);
	free(reply->next);
}

static bool
is_dashes(struct span line)
{
	line = span_trim(line);
	return (line.len == 2 && memcmp(line.at, "--", 2) == 0) ||
	       (line.len == strlen("—") && span_starts(line, "—"));
}

/* "=== Game g12: Your move": the line above the cut mark. */
static bool
is_first_line(struct span line)
{
	const size_t start = sizeof REPLY_FIRST - 1;
	const char *at = memmem(line.at, line.len, REPLY_FIRST, start);
	size_t left, len = 0;

	if (at == NULL)
		return false;
	at += start;
	left = line.len - (size_t)(at - line.at);
	while (len < left && (g_ascii_isalnum(at[len]) || at[len] == '-'))
		len++;
	return len > 0 && len < left && at[len] == ':';
}

static bool
is_footer_rule(struct span line)
{
	line = span_trim(line);
	return line.len >= FOOTER_RULE_MIN && span_strip(line, "_").len == 0;
}

static size_t
skip_blank_lines(const struct reply_lines *lines, size_t at)
{
	while (at < lines->count && lines->lines[at].len == 0)
		at++;
	return at;
}

/* Whether the next line that isn't blank is quoted. */
static bool
quote_follows(const struct reply_lines *lines, size_t at)
{
	at = skip_blank_lines(lines, at);
	return at < lines->count && reply_is_quoted(lines->lines[at]);
}

/* The mark of mailx and its heirs: each line of what "Bob wrote:" is set off by a tab. */
static bool
tabs_follow(const struct reply_lines *lines, size_t at)
{
	at = skip_blank_lines(lines, at);
	return at < lines->count && lines->lines[at].at[0] == '\t';
}

static enum line_kind
kind_of(struct reply *reply, size_t at)
{
	struct span line = reply->lines.lines[at];
	enum reply_head head;

	if (line.len == 0)
		return LINE_BLANK;
	if (reply_is_quoted(line))
		return LINE_QUOTED;
	if (span_contains(line, MARK_WORDS) || is_first_line(line))
		return LINE_MARK;
	if (is_dashes(line) || is_footer_rule(line))
		return LINE_SIGNATURE;
	if (words_are_advertisement(line) && !reply_may_be_order(line))
		return LINE_NOISE;
	head = reply_head_at(&reply->lines, at, &reply->next[at]);
	if (head == HEAD_FORWARD)
		return LINE_FORWARD;
	if (head == HEAD_WROTE)
		return LINE_HEAD;
	if (head == HEAD_WEAK && !reply_may_be_order(line) &&
	    (quote_follows(&reply->lines, reply->next[at]) ||
	     tabs_follow(&reply->lines, reply->next[at])))
		return LINE_HEAD;
	return LINE_TEXT;
}

/* Lines set off by tabs, and blank ones among them; returns the first that is neither. */
static size_t
classify_tabs(struct reply *reply, size_t at)
{
	const struct reply_lines *lines = &reply->lines;

	while (at < lines->count && (lines->lines[at].len == 0 || lines->lines[at].at[0] == '\t'))
		reply->kinds[at++] = LINE_QUOTED;
	return at;
}

static void
classify(struct reply *reply)
{
	size_t at = 0;

	while (at < reply->lines.count) {
		enum line_kind kind = kind_of(reply, at);

		reply->kinds[at] = kind;
		if ((kind == LINE_HEAD || kind == LINE_FORWARD) &&
		    tabs_follow(&reply->lines, reply->next[at]))
			at = classify_tabs(reply, reply->next[at]);
		else if (kind == LINE_HEAD || kind == LINE_FORWARD)
			at = reply->next[at];
		else
			at++;
	}
}

/*
 * The line behind the signature that begins at `at`. A signature ends where a quote begins. The
 * true sign (RFC 3676 4.3) is believed; below a mere rule an order could stand, and if one seems
 * to, only the rule goes.
 */
static size_t
signature_end(struct reply *reply, size_t at)
{
	struct span line = reply->lines.lines[at];
	bool certain = span_starts(line, "--") && line.at[2] == ' ';
	size_t end;

	/* An earlier rule's search has been here. */
	if (!certain && at < reply->order_at)
		return at + 1;
	for (end = at + 1; end < reply->lines.count; end++) {
		enum line_kind kind = reply->kinds[end];

		if (kind != LINE_TEXT && kind != LINE_BLANK && kind != LINE_SIGNATURE &&
		    kind != LINE_NOISE)
			break;
		if (!certain && kind == LINE_TEXT && reply_may_be_order(reply->lines.lines[end])) {
			reply->order_at = end;
			return at + 1;
		}
	}
	return end;
}

/* Blank lines at the start never get in; those at the end, and rules, go at the end. */
static void
trim_end(struct text *out)
{
	for (;;) {
		const char *newline;
		struct span last = { out->bytes, out->len };

		newline = memrchr(out->bytes, '\n', out->len);
		if (newline != NULL) {
			last.len -= (size_t)(newline + 1 - out->bytes);
			last.at = newline + 1;
		}
		if (span_trim(last).len > 0 && !reply_is_rule(last))
			return;
		out->len = newline == NULL ? 0 : (size_t)(newline - out->bytes);
		out->bytes[out->len] = '\0';
		if (newline == NULL)
			return;
	}
}

static void
keep_line(struct text *out, struct span line, bool *begun)
{
	if (!*begun && line.len == 0)
		return;
	if (*begun)
		text_add_char(out, '\n');
	text_add_bytes(out, line.at, line.len);
	*begun = true;
}

/*
 * A head without marked lines below it stands above a quote without marks: nothing further is new.
 * Only with nothing new above it may what is below be an answer.
 */
static bool
ends_new_text(const struct reply *reply, size_t at, bool begun)
{
	if (reply->kinds[at] == LINE_MARK)
		return true;
	if (quote_follows(&reply->lines, reply->next[at]) ||
	    tabs_follow(&reply->lines, reply->next[at]))
		return false;
	return reply->kinds[at] == LINE_FORWARD || (reply->kinds[at] == LINE_HEAD && begun);
}

char *
reply_new_text(const char *body)
{
	struct reply reply = { { NULL, 0 }, NULL, NULL, 0 };
	struct text out;
	bool begun = false;
	size_t at = 0;

	split_lines(&reply, body);
	classify(&reply);
	text_init(&out, 0);
	while (at < reply.lines.count) {
		switch (reply.kinds[at]) {
		case LINE_TEXT:
		case LINE_BLANK:
			keep_line(&out, reply.lines.lines[at++], &begun);
			break;
		case LINE_QUOTED:
		case LINE_NOISE:
			at++;
			break;
		case LINE_SIGNATURE:
			at = signature_end(&reply, at);
			break;
		case LINE_MARK:
		case LINE_HEAD:
		case LINE_FORWARD:
			at = ends_new_text(&reply, at, begun) ? reply.lines.count : reply.next[at];
			break;
		}
	}
	trim_end(&out);
	reply_done(&reply);
	return out.bytes;
}
