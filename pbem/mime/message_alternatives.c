/* SPDX-License-Identifier: MIT */
/* Compares two texts of one message, as programs send them together: do they give the same orders?
 * Only the game knows which lines are orders, so every line that could be one counts. It is reduced
 * to a key: an order word and the word after it, or a move. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary_orders.h"
#include "core/util/strbuf.h"
#include "pbem/mime/message_text_parts.h"
#include "pbem/mime/quoting/quote_lines.h"
#include "pbem/mime/quoting/strip_quotes.h"

enum { KEYS_MAX = 64, SHORT_WORDS = 6 };

/* One of the two texts. */
struct version {
	char *whole, *fresh;		 /* without our own marks; its new text */
	char *whole_squeezed, *squeezed; /* the same two texts, reduced to letters and digits */
	char *keys[KEYS_MAX];
	bool is_short[KEYS_MAX]; /* the key's line has few words */
	size_t count, lines; /* number of keys; number of lines in the new text that aren't empty */
};

static bool is_solid(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Adds only letters and digits, in lower case. The result doesn't depend on how lines were
 * broken. */
static void add_letters_and_digits(struct span span, struct strbuf *out)
{
	for (size_t i = 0; i < span.len; i++) {
		if (is_solid(span.at[i]))
			strbuf_add_char(out, (char)tolower((unsigned char)span.at[i]));
	}
}

static char *letters_and_digits(const char *text)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	add_letters_and_digits((struct span){text, strlen(text)}, &out);
	return out.bytes;
}

/* Takes the next word from the start of `line`. Its length is 0 at the end. */
static struct span next_word(struct span *line)
{
	struct span word;

	while (line->len > 0 && (*line->at == ' ' || *line->at == '\t')) {
		line->at++;
		line->len--;
	}
	word = (struct span){line->at, 0};
	while (word.len < line->len && word.at[word.len] != ' ' && word.at[word.len] != '\t')
		word.len++;
	line->at += word.len;
	line->len -= word.len;
	return word;
}

/* Returns the line without numbers and marks at its start, which programs add. */
static struct span skip_marks(struct span line)
{
	for (;;) {
		struct span rest = line, word = next_word(&rest);
		bool letter = word.len == 0;

		for (size_t i = 0; i < word.len; i++)
			letter |= isalpha((unsigned char)word.at[i]) ||
				  (unsigned char)word.at[i] >= 0x80;
		if (letter)
			return line;
		line = rest;
	}
}

static char *key_of_line(struct span line)
{
	struct span rest = skip_marks(line), word = next_word(&rest), bare;
	struct strbuf out;

	strbuf_init(&out, 0);
	add_letters_and_digits(word, &out);
	bare = span_strip(word, "*_\"'`.,:;!");
	if (bare.len > 0 && vocabulary_find(bare.at, bare.len) != NULL) {
		word = next_word(&rest);
		add_letters_and_digits(word, &out);
	}
	return out.bytes;
}

static unsigned count_words(struct span line)
{
	unsigned count = 0;

	while (next_word(&line).len > 0)
		count++;
	return count;
}

static void version_init(struct version *version, const char *text, size_t most)
{
	struct join_lines joins = {NULL, 0, 0};
	const char *cursor, *end;
	struct span line;
	char *why;

	version->whole = base_strdup(text);
	join_lines_extract(version->whole, &joins);
	join_lines_done(&joins);
	version->fresh = strip_quotes_new_text(version->whole, most, &why);
	free(why);
	version->whole_squeezed = letters_and_digits(version->whole);
	version->squeezed = letters_and_digits(version->fresh);
	version->count = version->lines = 0;
	cursor = version->fresh;
	end = cursor + strlen(cursor);
	while (strbuf_next_line(&cursor, end, &line.at, &line.len)) {
		bool may_be = version->count < KEYS_MAX && quote_may_be_order(line);
		char *key = may_be ? key_of_line(line) : NULL;

		version->lines += span_trim(line).len > 0;

		if (key == NULL || *key == '\0') {
			free(key);
			continue;
		}
		version->is_short[version->count] = count_words(line) <= SHORT_WORDS;
		version->keys[version->count++] = key;
	}
}

static void version_done(struct version *version)
{
	for (size_t i = 0; i < version->count; i++)
		free(version->keys[i]);
	free(version->whole);
	free(version->fresh);
	free(version->whole_squeezed);
	free(version->squeezed);
}

/* Reports whether a line of the text begins with the key. */
static bool has_line_with_key(const char *text, const char *key)
{
	const char *cursor = text, *end = text + strlen(text);
	struct span line;
	bool found = false;

	while (!found && strbuf_next_line(&cursor, end, &line.at, &line.len)) {
		struct strbuf out;

		strbuf_init(&out, 0);
		add_letters_and_digits(skip_marks(line), &out);
		found = strncmp(out.bytes, key, strlen(key)) == 0;
		strbuf_done(&out);
	}
	return found;
}

/* The orders of one text that are missing in the other. */
struct missing_keys {
	size_t lost;	   /* they occur, but no line begins with them */
	size_t gone;	   /* they don't occur at all, not even in a quote */
	size_t short_gone; /* of the missing ones, those from short lines */
};

static struct missing_keys count_missing_keys(const struct version *one,
					      const struct version *other)
{
	struct missing_keys fate = {0, 0, 0};

	for (size_t i = 0; i < one->count; i++) {
		if (has_line_with_key(other->fresh, one->keys[i]))
			continue;
		if (strstr(other->squeezed, one->keys[i]) != NULL) {
			fate.lost++;
		} else if (strstr(other->whole_squeezed, one->keys[i]) == NULL) {
			fate.gone++;
			fate.short_gone += one->is_short[i];
		}
	}
	return fate;
}

enum message_better message_compare(const char *plain, const char *html, size_t most)
{
	enum message_better better = MESSAGE_PLAIN_BETTER;
	struct version one, other;
	struct missing_keys of_html, of_plain;

	version_init(&one, plain, most);
	version_init(&other, html, most);
	of_html = count_missing_keys(&other, &one);
	of_plain = count_missing_keys(&one, &other);
	if (of_html.lost + of_html.gone > 0 && one.count == 0)
		better = MESSAGE_HTML_BETTER;
	else if (of_html.lost > 0 && of_html.gone == 0 && of_plain.lost == 0 &&
		 strcmp(one.squeezed, other.squeezed) == 0)
		better = MESSAGE_HTML_BETTER;
	/* If the plain text has fewer lines, missing orders were lost with them. Otherwise the
	 * plain text is what was written. */
	else if (of_html.lost > 0 ||
		 (one.lines < other.lines && of_html.gone + of_plain.short_gone > 0))
		better = MESSAGE_NEITHER;
	version_done(&one);
	version_done(&other);
	return better;
}

bool message_is_copy(const char *first, const char *second, size_t most)
{
	struct version one, other;
	struct missing_keys fate;
	bool copy;

	version_init(&one, first, most);
	version_init(&other, second, most);
	fate = count_missing_keys(&other, &one);
	copy = strcmp(one.squeezed, other.squeezed) == 0 ||
	       (other.count > 0 && other.count == one.count && fate.lost + fate.gone == 0);
	version_done(&one);
	version_done(&other);
	return copy;
}
