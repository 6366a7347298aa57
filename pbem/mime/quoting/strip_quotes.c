/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "pbem/reading/reply/mailers.h"
#include "pbem/reading/reply/reply.h"
#include "pbem/reading/reply/reply_heads.h"
#include "pbem/reading/reply/reply_words.h"

#define MARK_WORDS "write your orders above this line"
#define SIGNS "=== "
#define OPENING "Game"

enum { FOOTER_RULE_MIN = 5 }; /* underscores that begin a footer */

enum {
	DOUBT_LINES_MAX = 1000, /* of what was cut, within which an order is looked for */
	DOUBT_BYTES_MAX = 80,	/* of the line quoted to the player */
};

enum line_kind {
	LINE_TEXT,
	LINE_BLANK,
	LINE_QUOTED,
	LINE_MARK,	/* our own cut mark, not quoted */
	LINE_HEAD,	/* of a quote */
	LINE_FORWARD,	/* head of a quote that hardly anybody answers below */
	LINE_LIKELY,	/* looks like a head, and no marked line follows */
	LINE_SIGNATURE, /* "-- " or what is used for it */
	LINE_NOISE,	/* "Sent from my iPhone" */
};

struct reply {
	struct reply_lines lines;
	enum line_kind *kinds;
	size_t *next;	   /* the first line behind a head */
	size_t classified; /* the lines before it have a kind */
	size_t weight;	   /* bytes of lines looked at, neither quoted nor blank */
	size_t most;
	size_t order_at; /* a line that may be an order, found by signature_end */
	struct text out;
	bool begun;   /* something new was kept */
	bool ordered; /* something that could be an order */
	bool ended;   /* all that is left is old */
};

static void reply_init(struct reply *reply, const char *body, size_t most)
{
	*reply = (struct reply){.most = most};
	reply_lines_init(&reply->lines, body, most);
	reply->kinds = base_zalloc(reply->lines.count + 1, sizeof *reply->kinds);
	reply->next = base_zalloc(reply->lines.count + 1, sizeof *reply->next);
	text_init(&reply->out, 0);
}

/* All but the text, which is handed over. */
static void reply_done(struct reply *reply)
{
	reply_lines_done(&reply->lines);
	free(reply->kinds);
	free(reply->next);
}

static bool is_dashes(struct span line)
{
	line = span_trim(line);
	return (line.len == 2 && memcmp(line.at, "--", 2) == 0) ||
	       (line.len == strlen("—") && span_starts(line, "—"));
}

/* Whether a game's name and a colon stand there. */
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

/* "=== Game g12: Your move", or "=== Partie g12": the line above the cut mark. */
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
	openings = mailers_phrases(MAILERS_OPENING, &count);
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
	marks = mailers_phrases(MAILERS_MARK, &count);
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

bool reply_is_mark(const char *line, size_t len)
{
	const size_t signs = strlen(SIGNS);
	const struct span *marks;
	size_t count;

	if (len == strlen(REPLY_MARK) && memcmp(line, REPLY_MARK, len) == 0)
		return true;
	if (len < 2 * signs || memcmp(line, SIGNS, signs) != 0 ||
	    memcmp(line + len - signs, " ===", signs) != 0)
		return false;
	marks = mailers_phrases(MAILERS_MARK, &count);
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

/* Whether the next line that isn't blank is quoted. */
static bool quote_follows(const struct reply_lines *lines, size_t at)
{
	at = reply_lines_skip_blank(lines, at);
	return at < lines->count && reply_is_quoted(lines->lines[at]);
}

/* The mark of mailx and its heirs: each line of what "Bob wrote:" is set off by a tab. */
static bool tabs_follow(const struct reply_lines *lines, size_t at)
{
	at = reply_lines_skip_blank(lines, at);
	return at < lines->count && lines->lines[at].at[0] == '\t';
}

static bool marks_follow(const struct reply *reply, size_t at)
{
	return quote_follows(&reply->lines, reply->next[at]) ||
	       tabs_follow(&reply->lines, reply->next[at]);
}

static enum line_kind kind_of(struct reply *reply, size_t at)
{
	struct span line = reply->lines.lines[at];
	enum reply_head head;

	if (line.len == 0)
		return LINE_BLANK;
	if (reply_is_quoted(line))
		return LINE_QUOTED;
	if (is_mark(line))
		return LINE_MARK;
	if (is_dashes(line) || is_footer_rule(line))
		return LINE_SIGNATURE;
	if (reply_words_are_advertisement(line) && !reply_has_order(line))
		return LINE_NOISE;
	head = reply_head_at(&reply->lines, at, &reply->next[at]);
	if (head == HEAD_FORWARD)
		return LINE_FORWARD;
	if (head == HEAD_WROTE)
		return LINE_HEAD;
	if (head != HEAD_NONE && !reply_may_be_order(line) && marks_follow(reply, at))
		return LINE_HEAD;
	return head == HEAD_LIKELY && !reply_may_be_order(line) ? LINE_LIKELY : LINE_TEXT;
}

/* Lines set off by tabs, and blank ones among them; returns the first that is neither. */
static size_t classify_tabs(struct reply *reply, size_t at)
{
	const struct reply_lines *lines = &reply->lines;

	while (at < lines->count && (lines->lines[at].len == 0 || lines->lines[at].at[0] == '\t'))
		reply->kinds[at++] = LINE_QUOTED;
	return at;
}

/* Gives the next lines their kinds: a head, or one line. */
static void classify_next(struct reply *reply)
{
	size_t at = reply->classified;
	enum line_kind kind = kind_of(reply, at);

	reply->kinds[at] = kind;
	if (kind != LINE_QUOTED && kind != LINE_BLANK)
		reply->weight += reply->lines.lines[at].len + 1;
	reply->classified = at + 1;
	if (kind != LINE_HEAD && kind != LINE_FORWARD && kind != LINE_LIKELY)
		return;
	/* Never less than it: a head has lines. */
	reply->classified = reply->next[at];
	if (kind != LINE_LIKELY && tabs_follow(&reply->lines, reply->next[at]))
		reply->classified = classify_tabs(reply, reply->next[at]);
}

/* Whether there is a line at `at` and its kind could be found: what has been looked at so far isn't
 * too much. */
static bool has_kind(struct reply *reply, size_t at)
{
	while (at >= reply->classified && reply->classified < reply->lines.count &&
	       reply->weight <= reply->most + 1)
		classify_next(reply);
	return at < reply->classified && at < reply->lines.count;
}

/*
 * The line behind the signature that begins at `at`. A signature ends where a quote begins. The
 * true sign (RFC 3676 4.3) is believed; below a mere rule an order could stand, and if one seems
 * to, only the rule goes.
 */
static size_t signature_end(struct reply *reply, size_t at)
{
	struct span line = reply->lines.lines[at];
	bool certain = span_starts(line, "--") && line.at[2] == ' ';
	size_t end;

	/* An earlier rule's search has been here. */
	if (!certain && at < reply->order_at)
		return at + 1;
	for (end = at + 1; has_kind(reply, end); end++) {
		enum line_kind kind = reply->kinds[end];

		if (kind != LINE_TEXT && kind != LINE_BLANK && kind != LINE_SIGNATURE &&
		    kind != LINE_NOISE && kind != LINE_LIKELY)
			break;
		if (!certain && kind == LINE_TEXT && reply_may_be_order(reply->lines.lines[end])) {
			reply->order_at = end;
			return at + 1;
		}
	}
	return end;
}

/* Blank lines at the start never get in; those at the end, and rules, go at the end. */
static void trim_end(struct text *out)
{
	for (;;) {
		const char *newline;
		struct span last = {out->bytes, out->len};

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

static void keep_line(struct reply *reply, struct span line)
{
	if (!reply->begun && line.len == 0)
		return;
	if (reply->begun)
		text_add_char(&reply->out, '\n');
	text_add_bytes(&reply->out, line.at, line.len);
	reply->begun = true;
	reply->ordered |= reply_may_be_order(line);
}

/*
 * A head without marked lines below it stands above a quote without marks: nothing further is new,
 * not even with nothing new above it, since one's own older order may be quoted there.
 */
static bool ends_new_text(const struct reply *reply, size_t at)
{
	return reply->kinds[at] == LINE_MARK || !marks_follow(reply, at);
}

/* Whether what stands unmarked below the head at `at`, down to our own letter, has what could be an
 * order. */
static bool order_below(const struct reply *reply, size_t at)
{
	size_t most = at + DOUBT_LINES_MAX;

	for (size_t i = reply->next[at]; i < reply->lines.count && i < most; i++) {
		struct span line = reply->lines.lines[i];

		if (is_mark(line) || reply_is_quoted(line))
			return false;
		if (reply_may_be_order(line))
			return true;
	}
	return false;
}

/* What only looks like a head: with orders on both sides of it nobody knows which are meant. */
static size_t take_likely(struct reply *reply, size_t at)
{
	reply->ended = !reply->ordered || order_below(reply, at);
	for (size_t i = at; !reply->ended && i < reply->next[at]; i++)
		keep_line(reply, reply->lines.lines[i]);
	return reply->next[at];
}

/* Takes the line at `at` in, and returns the next one to look at. */
static size_t take_line(struct reply *reply, size_t at)
{
	switch (reply->kinds[at]) {
	case LINE_TEXT:
	case LINE_BLANK:
		keep_line(reply, reply->lines.lines[at]);
		break;
	case LINE_QUOTED:
	case LINE_NOISE:
		break;
	case LINE_SIGNATURE:
		return signature_end(reply, at);
	case LINE_LIKELY:
		return take_likely(reply, at);
	case LINE_MARK:
	case LINE_HEAD:
	case LINE_FORWARD:
		reply->ended = ends_new_text(reply, at);
		return reply->next[at];
	}
	return at + 1;
}

/* Why no order is read of a letter whose new text ended at `at`; NULL when all is well. */
static char *why_doubtful(const struct reply *reply, size_t at)
{
	struct span head = span_trim(reply->lines.lines[at]);
	const char *dots = head.len > DOUBT_BYTES_MAX ? "..." : "";
	int shown = (int)plain_cut(head.at, head.len, DOUBT_BYTES_MAX);

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

char *reply_new_text(const char *body, size_t most, char **why_out)
{
	struct reply reply;
	size_t at = 0, last = 0;

	*why_out = NULL;
	reply_init(&reply, body, most);
	while (!reply.ended && has_kind(&reply, at)) {
		last = at;
		at = take_line(&reply, at);
	}
	trim_end(&reply.out);
	if (!reply.ended && (at < reply.lines.count || reply.lines.cut)) {
		*why_out = why_too_long(most);
		text_clear(&reply.out);
	} else if (reply.ended) {
		*why_out = why_doubtful(&reply, last);
	}
	reply_done(&reply);
	return reply.out.bytes;
}
