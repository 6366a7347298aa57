/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary_orders.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/quoting/quote_lines.h"

enum {
	INITIALS_MAX = 4,    /* "AB> " marks a quote, "Richard> " doesn't */
	BARE_MOVE_MAX = 8,   /* "exd8=Q+", "O-O-O" */
	ORDER_WORDS_MAX = 6, /* "Knight from g1 to f3!" has five */
	MOVE_WORD_MAX = 12,  /* most bytes of a word that could be a move: "Ng1xf3+!?" */
};

/* ---- cutting ---- */

static void add_line(struct quote_lines *lines, struct span line)
{
	lines->lines = base_grow(lines->lines, lines->count, &lines->size, sizeof *lines->lines);
	lines->lines[lines->count++] = line;
}

void quote_lines_init(struct quote_lines *lines, const char *body, size_t most)
{
	const char *cursor = body, *end = body + strlen(body);
	size_t weight = 0, quoted = 0;
	struct span line;

	*lines = (struct quote_lines){NULL, 0, 0, false};
	while (strbuf_next_line(&cursor, end, &line.at, &line.len)) {
		while (line.len > 0 && strchr(" \t\r", line.at[line.len - 1]) != NULL)
			line.len--;
		quoted = quote_is_quoted(line) ? quoted + 1 : 0;
		if (quoted > 2)
			continue;
		/* A tab may be the mark of a quote, too. */
		if (quoted == 0 && (line.len == 0 || line.at[0] != '\t'))
			weight += line.len + 1;
		if (weight > most + 1 || lines->count >= QUOTE_LINES_MAX) {
			lines->cut = true;
			break;
		}
		add_line(lines, line);
	}
}

void quote_lines_done(struct quote_lines *lines)
{
	free(lines->lines);
}

bool quote_is_part(struct span line)
{
	return line.len == strlen(QUOTE_PART) && line.at[0] == QUOTE_PART[0];
}

size_t quote_lines_skip_blank(const struct quote_lines *lines, size_t at)
{
	while (at < lines->count && (lines->lines[at].len == 0 || quote_is_part(lines->lines[at])))
		at++;
	return at;
}

/* ---- lines by themselves ---- */

bool quote_is_quoted(struct span line)
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

bool quote_is_rule(struct span line)
{
	line = span_trim(line);
	/* A mail tracker leaves U+1427 alone on a line. */
	if (span_starts(line, "ᐧ") && line.len == strlen("ᐧ"))
		return true;
	if (span_starts(line, "—") && line.len == strlen("—"))
		return true;
	return line.len >= 2 && span_strip(line, "-_=*#~+").len == 0;
}

/* ---- orders ---- */

/* Returns the length of the square that begins here, or 0 if there is none. */
static size_t square_length(struct span span, size_t at)
{
	size_t i = at;

	if (i >= span.len || !isalpha((unsigned char)span.at[i]))
		return 0;
	i++;
	while (i < span.len && i < at + 3 && isdigit((unsigned char)span.at[i]))
		i++;
	return i > at + 1 ? i - at : 0;
}

bool quote_has_move(struct span line)
{
	for (size_t i = 0; i + 4 < line.len; i++) {
		size_t from = square_length(line, i), gap = i + from;

		if (from == 0 || gap >= line.len)
			continue;
		if (line.at[gap] == '-' || line.at[gap] == 'x')
			gap++;
		/* A typographic dash, such as U+2013. */
		else if (gap + 3 < line.len && memcmp(line.at + gap, "\xe2\x80", 2) == 0)
			gap += 3;
		else
			continue;
		if (square_length(line, gap) > 0)
			return true;
	}
	return false;
}

static const struct order_word *order_word_of(struct span line)
{
	char word[16];
	size_t len = 0;

	line = span_strip(line, " \t\"'*_`-+");
	while (len < line.len && len < sizeof word && isalpha((unsigned char)line.at[len])) {
		word[len] = line.at[len];
		len++;
	}
	return len > 0 && len < sizeof word ? vocabulary_find(word, len) : NULL;
}

bool quote_is_say_order(struct span line)
{
	const struct order_word *word = order_word_of(line);

	return word != NULL && word->use == WORD_SAY;
}

bool quote_has_order(struct span line)
{
	return order_word_of(line) != NULL || quote_has_move(line);
}

/* Reports whether a word could be a move, with a square in it: "e4", "Sf3", "exd5+", "a7a8=Q",
 * "N@b1". */
static bool may_be_move(struct span word)
{
	bool has_square = false;

	word = span_strip(word, "\"'*_`.,;:!?()");
	if (word.len < 2 || word.len > MOVE_WORD_MAX || !isalpha((unsigned char)word.at[0]))
		return false;
	for (size_t i = 0; i < word.len; i++) {
		if (!isalnum((unsigned char)word.at[i]) && strchr("-=+#@/:", word.at[i]) == NULL)
			return false;
		has_square |= square_length(word, i) > 0;
	}
	/* "mp3" and "Windows10" have more letters in a row than a move has. */
	for (size_t i = 0; i + 2 < word.len; i++) {
		if (isalpha((unsigned char)word.at[i]) && isalpha((unsigned char)word.at[i + 1]) &&
		    isalpha((unsigned char)word.at[i + 2]) && word.at[i + 1] != 'x')
			return false;
	}
	return has_square;
}

bool quote_may_be_order(struct span line)
{
	size_t words = 0;
	bool found = false;

	line = span_trim(line);
	if (line.len == 0)
		return false;
	if (quote_has_order(line) || span_starts(line, "O-O") || span_starts(line, "0-0"))
		return true;
	for (size_t i = 0; i < line.len && words <= ORDER_WORDS_MAX;) {
		struct span word = {line.at + i, 0};

		while (i + word.len < line.len && word.at[word.len] != ' ' &&
		       word.at[word.len] != '\t')
			word.len++;
		words += word.len > 0;
		found |= may_be_move(word);
		i += word.len + 1;
	}
	if (found && words <= ORDER_WORDS_MAX)
		return true;
	/* A number may precede the move: "1.e4". */
	for (size_t i = 0; line.len <= BARE_MOVE_MAX && i + 1 < line.len; i++) {
		if (square_length(line, i) > 0)
			return true;
	}
	return false;
}
