/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/mime/quoting/quote_headers.h"
#include "pbem/mime/quoting/quote_words.h"
#include "pbem/mime/quoting/strip_quotes.h"

#define MARK_WORDS "write your orders above this line"
#define SIGNS "=== "
#define OPENING "Game"

enum { FOOTER_RULE_MIN = 5 }; /* underscores that begin a footer */

enum {
	DOUBT_LINES_MAX = 1000, /* of the text that was cut, in which an order is searched */
	DOUBT_BYTES_MAX = 80,	/* of the line that is quoted to the player */
};

enum line_kind {
	LINE_TEXT,
	LINE_BLANK,
	LINE_QUOTED,
	LINE_MARK,	/* our own cut mark, not quoted */
	LINE_HEAD,	/* the head of a quote */
	LINE_FORWARD,	/* the head of a quote below which hardly anybody answers */
	LINE_LIKELY,	/* looks like a head, and no marked line follows */
	LINE_SIGNATURE, /* "-- " or a common substitute */
	LINE_NOISE,	/* "Sent from my iPhone" */
	LINE_PART,	/* the next part of the message begins */
};

struct quote {
	struct quote_lines lines;
	enum line_kind *kinds;
	size_t *next;	   /* the first line after a head or our cut mark */
	size_t classified; /* the number of lines that have a kind */
	size_t weight;	   /* bytes of classified lines that are neither quoted nor empty */
	size_t most;
	const char *body;
	const struct join_lines *joins;
	size_t join; /* the first of them that isn't passed yet */
	struct join_lines *joins_out;
	size_t order_at; /* a line that may be an order, found by signature_end */
	struct strbuf out;
	bool begun;   /* some new text was kept */
	bool ordered; /* some of it could be an order */
	bool ended;   /* the rest is old */
};

static void quote_init(struct quote *reply, const char *body, size_t most)
{
	*reply = (struct quote){.most = most};
	quote_lines_init(&reply->lines, body, most);
	reply->kinds = base_zalloc(reply->lines.count + 1, sizeof *reply->kinds);
	reply->next = base_zalloc(reply->lines.count + 1, sizeof *reply->next);
	strbuf_init(&reply->out, 0);
}

/* Frees everything except the text, which the caller gets. */
static void quote_done(struct quote *reply)
{
	quote_lines_done(&reply->lines);
	free(reply->kinds);
	free(reply->next);
}

static bool is_dashes(struct span line)
{
	line = span_trim(line);
	return (line.len == 2 && memcmp(line.at, "--", 2) == 0) ||
	       (line.len == strlen("—") && span_starts(line, "—"));
}

/* Reports whether a game's name and a colon come next. */
static bool names_game(const char *at, size_t left)
{
	size_t len = 0;

	while (len < left && (g_ascii_isalnum(at[len]) || at[len] == '-'))
		len++;
	return len > 0 && len < left && at[len] == ':';
}

static bool opens_with(struct span line, struct span word)
{
	return line.len > word.len && memcmp(line.at, word.at, word.len) == 0 &&
	       line.at[word.len] == ' ' &&
	       names_game(line.at + word.len + 1, line.len - word.len - 1);
}

/* Reports whether the line is the one above the cut mark: "=== Game g12: Your move", "=== Partie
 * g12: ...". */
static bool is_first_line(struct span line)
{
	const char *at = memmem(line.at, line.len, SIGNS, strlen(SIGNS));
	const struct span *openings;
	size_t count;

	if (at == NULL)
		return false;
	at += strlen(SIGNS);
	line = (struct span){at, line.len - (size_t)(at - line.at)};
	if (opens_with(line, (struct span){OPENING, strlen(OPENING)}))
		return true;
	openings = mail_clients_phrases(MAIL_CLIENTS_OPENING, &count);
	for (size_t i = 0; i < count; i++)
		if (opens_with(line, openings[i]))
			return true;
	return false;
}

static bool has_mark_words(struct span line)
{
	const struct span *marks;
	size_t count;

	if (span_contains(line, MARK_WORDS))
		return true;
	marks = mail_clients_phrases(MAIL_CLIENTS_MARK, &count);
	for (size_t i = 0; i < count; i++) {
		char *words = base_strndup(marks[i].at, marks[i].len);
		bool found = span_contains(line, words);

		free(words);
		if (found)
			return true;
	}
	return false;
}

static bool is_mark(struct span line)
{
	return has_mark_words(line) || is_first_line(line);
}

bool strip_quotes_is_mark(const char *line, size_t len)
{
	const size_t signs = strlen(SIGNS);
	const struct span *marks;
	size_t count;

	if (len == strlen(QUOTE_MARK) && memcmp(line, QUOTE_MARK, len) == 0)
		return true;
	if (len < 2 * signs || memcmp(line, SIGNS, signs) != 0 ||
	    memcmp(line + len - signs, " ===", signs) != 0)
		return false;
	marks = mail_clients_phrases(MAIL_CLIENTS_MARK, &count);
	for (size_t i = 0; i < count; i++)
		if (marks[i].len == len - 2 * signs &&
		    g_ascii_strncasecmp(marks[i].at, line + signs, marks[i].len) == 0)
			return true;
	return false;
}

static bool is_footer_rule(struct span line)
{
	line = span_trim(line);
	return line.len >= FOOTER_RULE_MIN && span_strip(line, "_").len == 0;
}

/* Reports whether the next line that isn't empty is quoted. */
static bool quote_follows(const struct quote_lines *lines, size_t at)
{
	at = quote_lines_skip_blank(lines, at);
	return at < lines->count && quote_is_quoted(lines->lines[at]);
}

/* Reports whether the next line begins with a tab. mailx and its successors begin each line with
 * one after "Bob wrote:". */
static bool tabs_follow(const struct quote_lines *lines, size_t at)
{
	at = quote_lines_skip_blank(lines, at);
	return at < lines->count && lines->lines[at].at[0] == '\t';
}

static bool marks_follow(const struct quote *reply, size_t at)
{
	return quote_follows(&reply->lines, reply->next[at]) ||
	       tabs_follow(&reply->lines, reply->next[at]);
}

static enum line_kind kind_of(struct quote *reply, size_t at)
{
	struct span line = reply->lines.lines[at];
	enum quote_head head;

	if (line.len == 0)
		return LINE_BLANK;
	if (quote_is_part(line))
		return LINE_PART;
	if (quote_is_quoted(line))
		return LINE_QUOTED;
	if (is_mark(line)) {
		reply->next[at] = at + 1;
		return LINE_MARK;
	}
	if (is_dashes(line) || is_footer_rule(line))
		return LINE_SIGNATURE;
	if (quote_words_are_advertisement(line) && !quote_has_order(line))
		return LINE_NOISE;
	head = quote_headers_at(&reply->lines, at, &reply->next[at]);
	if (head == HEAD_FORWARD)
		return LINE_FORWARD;
	if (head == HEAD_WROTE)
		return LINE_HEAD;
	if (head != HEAD_NONE && !quote_may_be_order(line) && marks_follow(reply, at))
		return LINE_HEAD;
	return head == HEAD_LIKELY && !quote_may_be_order(line) ? LINE_LIKELY : LINE_TEXT;
}

/* Classifies lines that begin with a tab, and empty lines among them, as quoted. Returns the first
 * other line. */
static size_t classify_tabs(struct quote *reply, size_t at)
{
	const struct quote_lines *lines = &reply->lines;

	while (at < lines->count && (lines->lines[at].len == 0 || lines->lines[at].at[0] == '\t'))
		reply->kinds[at++] = LINE_QUOTED;
	return at;
}

/* Classifies the next lines: a head, or one line. */
static void classify_next(struct quote *reply)
{
	size_t at = reply->classified;
	enum line_kind kind = kind_of(reply, at);

	reply->kinds[at] = kind;
	if (kind != LINE_QUOTED && kind != LINE_BLANK)
		reply->weight += reply->lines.lines[at].len + 1;
	reply->classified = at + 1;
	if (kind != LINE_HEAD && kind != LINE_FORWARD && kind != LINE_LIKELY)
		return;
	/* This is never a step back, because a head has lines. */
	reply->classified = reply->next[at];
	if (kind != LINE_LIKELY && tabs_follow(&reply->lines, reply->next[at]))
		reply->classified = classify_tabs(reply, reply->next[at]);
}

/* Reports whether there is a line at `at` and its kind could be found within the limits of work. */
static bool has_kind(struct quote *reply, size_t at)
{
	while (at >= reply->classified && reply->classified < reply->lines.count &&
	       reply->weight <= reply->most + 1)
		classify_next(reply);
	return at < reply->classified && at < reply->lines.count;
}

/* Returns the line after the signature that begins at `at`. A signature ends where a quote begins.
 * The true mark of a signature (RFC 3676 4.3) is believed. Below a mere rule there may be an order,
 * and if there seems to be one, only the rule is cut. */
static size_t signature_end(struct quote *reply, size_t at)
{
	struct span line = reply->lines.lines[at];
	bool certain = span_starts(line, "--") && line.at[2] == ' ';
	size_t end;

	/* The search from an earlier rule has found an order below this one. */
	if (!certain && at < reply->order_at)
		return at + 1;
	for (end = at + 1; has_kind(reply, end); end++) {
		enum line_kind kind = reply->kinds[end];

		if (kind != LINE_TEXT && kind != LINE_BLANK && kind != LINE_SIGNATURE &&
		    kind != LINE_NOISE && kind != LINE_LIKELY)
			break;
		if (!certain && kind == LINE_TEXT && quote_may_be_order(reply->lines.lines[end])) {
			reply->order_at = end;
			return at + 1;
		}
	}
	return end;
}

/* Removes blank lines and rules at the end. */
static void trim_end(struct strbuf *out)
{
	for (;;) {
		const char *newline;
		struct span last = {out->bytes, out->len};

		newline = memrchr(out->bytes, '\n', out->len);
		if (newline != NULL) {
			last.len -= (size_t)(newline + 1 - out->bytes);
			last.at = newline + 1;
		}
		if (span_trim(last).len > 0 && !quote_is_rule(last))
			return;
		out->len = newline == NULL ? 0 : (size_t)(newline - out->bytes);
		out->bytes[out->len] = '\0';
		if (newline == NULL)
			return;
	}
}

/* Copies the joins of the line that is added next to the new text. */
static void copy_joins(struct quote *reply, struct span line)
{
	const struct join_lines *joins = reply->joins;
	const size_t begin = (size_t)(line.at - reply->body);

	for (; joins != NULL && reply->join < joins->count; reply->join++) {
		const size_t at = joins->at[reply->join];

		if (at > begin + line.len)
			return;
		if (at > begin)
			join_lines_add(reply->joins_out, reply->out.len + at - begin);
	}
}

static void copy_line(struct quote *reply, struct span line)
{
	if (!reply->begun && line.len == 0)
		return;
	if (reply->begun)
		strbuf_add_char(&reply->out, '\n');
	copy_joins(reply, line);
	strbuf_add_bytes(&reply->out, line.at, line.len);
	reply->begun = true;
	reply->ordered |= quote_may_be_order(line);
}

/* Reports whether no new text follows a head. Without marked lines after it, the quote has no
 * marks, and nothing further is new. This is true even if nothing new precedes it, since the
 * player's own older order may be quoted there. */
static bool ends_new_text(const struct quote *reply, size_t at)
{
	return reply->kinds[at] == LINE_MARK || !marks_follow(reply, at);
}

/* Reports whether the unmarked text below the head at `at`, down to our own letter, has a line that
 * could be an order. */
static bool order_below(const struct quote *reply, size_t at)
{
	size_t most = at + DOUBT_LINES_MAX;

	for (size_t i = reply->next[at]; i < reply->lines.count && i < most; i++) {
		struct span line = reply->lines.lines[i];

		if (is_mark(line) || quote_is_quoted(line) || quote_is_part(line))
			return false;
		if (quote_may_be_order(line))
			return true;
	}
	return false;
}

/* Reports whether a further part of the message has an order before a quote begins in that part. */
static bool order_in_part(const struct quote *reply, size_t at)
{
	bool looking = false;

	for (size_t i = reply->next[at]; i < reply->lines.count; i++) {
		struct span line = reply->lines.lines[i];

		if (quote_is_part(line))
			looking = true;
		else if (is_mark(line) || quote_is_quoted(line))
			looking = false;
		else if (looking && quote_may_be_order(line))
			return true;
	}
	return false;
}

/* Handles a line that only looks like a head. If there are orders on both sides of it, it is
 * unknown which are meant. */
static size_t process_likely(struct quote *reply, size_t at)
{
	reply->ended = !reply->ordered || order_below(reply, at);
	for (size_t i = at; !reply->ended && i < reply->next[at]; i++)
		copy_line(reply, reply->lines.lines[i]);
	return reply->next[at];
}

/* Adds the line at `at` if it is new, and returns the next line to handle. */
static size_t process_line(struct quote *reply, size_t at)
{
	switch (reply->kinds[at]) {
	case LINE_TEXT:
	case LINE_BLANK:
		copy_line(reply, reply->lines.lines[at]);
		break;
	case LINE_PART:
		copy_line(reply, (struct span){reply->lines.lines[at].at, 0});
		break;
	case LINE_QUOTED:
	case LINE_NOISE:
		break;
	case LINE_SIGNATURE:
		return signature_end(reply, at);
	case LINE_LIKELY:
		return process_likely(reply, at);
	case LINE_MARK:
	case LINE_HEAD:
	case LINE_FORWARD:
		reply->ended = ends_new_text(reply, at);
		return reply->next[at];
	}
	return at + 1;
}

/* Returns why no order is read from a message whose new text ended at `at`, or NULL if it is clear.
 * The caller frees it. */
static char *why_doubtful(const struct quote *reply, size_t at)
{
	struct span head = span_trim(reply->lines.lines[at]);
	const char *dots = head.len > DOUBT_BYTES_MAX ? "..." : "";
	int shown = (int)utf8_cut(head.at, head.len, DOUBT_BYTES_MAX);

	if (order_in_part(reply, at))
		return base_printf(
			"below \"%.*s%s\", where an older letter seems to begin, another part of "
			"your letter has what may be an order: send only those you mean now, at "
			"the top, without a picture between them",
			shown, head.at, dots);
	if (reply->kinds[at] == LINE_MARK || (reply->ordered && reply->kinds[at] != LINE_LIKELY) ||
	    !order_below(reply, at))
		return NULL;
	if (reply->ordered)
		return base_printf(
			"\"%.*s%s\" looks like the head of an older letter, and orders stand both "
			"above and below it: send only those you mean now, without that line",
			shown, head.at, dots);
	return base_printf("what stands below \"%.*s%s\" looks like an older letter, so no order "
			   "in it was taken: write your order at the top, above it",
			   shown, head.at, dots);
}

static char *why_too_long(size_t most)
{
	return base_printf("what you wrote is longer than %zu bytes: send your orders again in a "
			   "letter that holds little else",
			   most);
}

char *strip_quotes_new_text(const char *body, size_t most, char **why_out)
{
	return strip_quotes_new_text_joined(body, NULL, most, NULL, why_out);
}

char *strip_quotes_new_text_joined(const char *body, const struct join_lines *joins, size_t most,
				   struct join_lines *joins_out, char **why_out)
{
	struct quote reply;
	size_t at = 0, last = 0;

	*why_out = NULL;
	quote_init(&reply, body, most);
	reply.body = body;
	reply.joins = joins;
	reply.joins_out = joins_out;
	while (!reply.ended && has_kind(&reply, at)) {
		last = at;
		at = process_line(&reply, at);
	}
	trim_end(&reply.out);
	if (!reply.ended && (at < reply.lines.count || reply.lines.cut)) {
		*why_out = why_too_long(most);
		strbuf_clear(&reply.out);
	} else if (reply.ended) {
		*why_out = why_doubtful(&reply, last);
	}
	quote_done(&reply);
	return reply.out.bytes;
}
