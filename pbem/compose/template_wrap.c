/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_orders.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/compose/template.h"

enum { WRAP_COLUMNS = 72, SENTENCE_COLUMNS = 24, LIST_WORDS = 4 };

/* A place where a line may end, and the place where the next one begins. */
struct wrap_break {
	const char *end, *next;
};

/* How a line that begins with this word might be read. */
enum beginning { HARMLESS, A_SQUARE, AN_ORDER };

static enum beginning beginning_of(const char *text)
{
	char *first = base_strndup(text, strcspn(text, " \t"));
	bool letter = false, digit = false;
	enum beginning found = HARMLESS;
	struct utf8 plain;
	const char *word;
	size_t len;

	utf8_line(first, &plain);
	word = plain.text;
	len = strcspn(word, " ");
	while (len > 0 && g_ascii_ispunct(*word)) {
		word++;
		len--;
	}
	for (size_t i = 0; i < len; i++) {
		letter |= g_ascii_isalpha(word[i]);
		digit |= g_ascii_isdigit(word[i]);
	}
	if (strncasecmp(word, "O-O", 3) == 0 || strncmp(word, "0-0", 3) == 0 ||
	    vocabulary_find(word, vocabulary_letters(word)) != NULL)
		found = AN_ORDER;
	else if (letter && digit) /* "e4", "Nf3" */
		found = A_SQUARE;
	free(first);
	return found;
}

/* Reports whether all words, to the end or as far as a line goes, are words of moves, with a
 * square among them: "to e3 or e4." */
static bool is_of_moves(const char *text)
{
	bool has_square = false;
	const char *cursor = text, *word;
	size_t len;

	while (strbuf_next_word(&cursor, &word, &len) && word + len <= text + WRAP_COLUMNS) {
		char *one = base_strndup(word, len), folded[WRAP_COLUMNS + 1], kind;
		enum beginning found = beginning_of(one);

		while (len > 0 && g_ascii_ispunct(word[len - 1]))
			len--;
		utf8_fold(word, len, folded, sizeof folded);
		free(one);
		has_square |= found == A_SQUARE;
		if (found != A_SQUARE && vocabulary_talk(folded, &kind) == TALK_NONE)
			return false;
	}
	return has_square;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Returns how many columns a character takes. Bytes that aren't UTF-8 take one each. */
static unsigned columns_of(const char *at, const char **next_out)
{
	gunichar c = (unsigned char)*at;

	*next_out = at + 1;
	if (c < 0x80)
		return 1;
	c = g_utf8_get_char_validated(at, -1);
	if (c == (gunichar)-1 || c == (gunichar)-2)
		return 1;
	*next_out = g_utf8_next_char(at);
	if (g_unichar_iszerowidth(c))
		return 0;
	return g_unichar_iswide(c) ? 2 : 1;
}

/* Reports whether a sentence ends before that space. */
static bool ends_sentence(const char *blank)
{
	return strchr(".?!", blank[-1]) != NULL;
}

/* Returns the last space before a harmless word, from `last` back to `start`; {NULL} if there is
 * none. A line that must end early ends with a sentence, if one ends shortly before. */
static struct wrap_break harmless_break(const char *start, struct wrap_break last)
{
	struct wrap_break at = last, nearest = {NULL, NULL};

	for (; at.end > start; at.end--) {
		if (nearest.end != NULL && last.end - at.end > SENTENCE_COLUMNS)
			break;
		if (!is_blank(*at.end) || is_blank(at.end[-1]))
			continue;
		at.next = at.end + strspn(at.end, " \t");
		if (beginning_of(at.next) != HARMLESS || is_of_moves(at.next))
			continue;
		if (at.end == last.end || ends_sentence(at.end))
			return at;
		if (nearest.end == NULL)
			nearest = at;
	}
	return nearest;
}

/* Reports whether a list of squares continues there: a line with several squares is no move. */
static bool goes_on_as_list(const char *text)
{
	const char *word;
	size_t len;

	for (unsigned i = 0; i < LIST_WORDS; i++) {
		if (beginning_of(text) != A_SQUARE || !strbuf_next_word(&text, &word, &len) ||
		    len > 8)
			return false;
		text += strspn(text, " \t");
	}
	return true;
}

/* Returns the last space from `last` back to `start` after which a list continues; {NULL} if there
 * is none. */
static struct wrap_break list_break(const char *start, struct wrap_break last)
{
	struct wrap_break at = last;

	for (; at.end > start; at.end--) {
		at.next = at.end + strspn(at.end, " \t");
		if (is_blank(*at.end) && !is_blank(at.end[-1]) && goes_on_as_list(at.next))
			return at;
	}
	return (struct wrap_break){NULL, NULL};
}

/* Reports whether a line may begin with this wide character: letters and digits of full width
 * could be an order. */
static bool may_begin(const char *wide)
{
	gunichar c = g_utf8_get_char_validated(wide, -1);

	return c < 0xff01 || c > 0xff5e;
}

/* The possible breaks found so far. */
struct breaks {
	struct wrap_break blank,
		wide;	    /* the last space, and the last place before a wide character */
	const char *judged; /* start of the word that would begin an order, as would all words
			     * before it */
	bool quoted;
};

/* Chooses where a line that is too long ends. Returns false if it can't end anywhere yet. */
static bool choose_break(const char *start, struct breaks *breaks, struct wrap_break *out)
{
	struct wrap_break blank = {NULL, NULL};

	if (breaks->blank.next != breaks->judged)
		blank = harmless_break(breaks->judged != NULL ? breaks->judged : start,
				       breaks->blank);
	if (blank.end == NULL && breaks->quoted)
		blank = breaks->blank;
	else if (blank.end == NULL && breaks->blank.next != breaks->judged)
		blank = list_break(breaks->judged != NULL ? breaks->judged : start, breaks->blank);
	breaks->judged = breaks->blank.next;
	*out = blank.end == NULL || (breaks->wide.end != NULL && breaks->wide.end > blank.end)
		       ? breaks->wide
		       : blank;
	return out->end != NULL;
}

/*
 * Finds where to break a text that is too long for `columns`, after its first `head` bytes. That is
 * the last space before a harmless word, or else the first such space further on. Wide characters,
 * which are written without spaces, can be separated anywhere. A word longer than a line stays
 * whole. `quoted`: each line bears the mark of a quote, so that any word is harmless. Returns false
 * if the text fits.
 */
static bool find_break(const char *text, size_t head, unsigned columns, bool quoted,
		       struct wrap_break *out)
{
	const char *start = text + head + strspn(text + head, " \t"), *next;
	struct breaks breaks = {.quoted = quoted};
	unsigned column = (unsigned)(start - text);
	bool too_long = false;

	for (const char *at = start; *at != '\0'; at = next) {
		unsigned more = columns_of(at, &next);

		if (!is_blank(*at)) {
			too_long |= column + more > columns;
			if (more == 2 && at > start && may_begin(at))
				breaks.wide = (struct wrap_break){at, at};
		} else if (!is_blank(at[-1])) {
			breaks.blank = (struct wrap_break){at, at + strspn(at, " \t")};
			if (*breaks.blank.next == '\0')
				break; /* only spaces are left */
		}
		if (too_long && choose_break(start, &breaks, out))
			return true;
		column += more;
	}
	return false;
}

/* Returns the length of a line's beginning: spaces, and a bar with the spaces after it. */
static size_t head_length(const char *text)
{
	size_t len = strspn(text, " \t");

	if (text[len] == '|' && is_blank(text[len + 1]))
		len += 1 + strspn(text + len + 1, " \t");
	return len;
}

void template_wrap(const char *paragraph, const char *hanging, struct strbuf *out)
{
	bool quoted = hanging[strspn(hanging, " ")] == '|';
	unsigned columns = WRAP_COLUMNS;
	struct wrap_break found;
	size_t len, head = head_length(paragraph);

	while (find_break(paragraph, head, columns, quoted, &found)) {
		strbuf_add_bytes(out, paragraph, (size_t)(found.end - paragraph));
		strbuf_add_char(out, '\n');
		strbuf_add(out, hanging);
		paragraph = found.next;
		columns = WRAP_COLUMNS - (unsigned)strlen(hanging);
		head = 0;
	}
	len = strlen(paragraph);
	while (len > 0 && is_blank(paragraph[len - 1]))
		len--;
	strbuf_add_bytes(out, paragraph, len);
	strbuf_add_char(out, '\n');
}

/* Returns how much of the line fits into `columns` columns, cut after a word; all of it if it
 * fits. */
static size_t fitting_length(const char *line, unsigned columns)
{
	const char *end = NULL, *next;
	unsigned column = 0;

	for (const char *at = line; *at != '\0'; at = next) {
		unsigned more = columns_of(at, &next);

		if (is_blank(*at) && at > line && !is_blank(at[-1]))
			end = at;
		column += more;
		if (column > columns)
			return end != NULL ? (size_t)(end - line) : (size_t)(at - line);
	}
	return strlen(line);
}

void template_cut(const char *line, struct strbuf *out)
{
	static const char more[] = " ...";
	size_t len = fitting_length(line, WRAP_COLUMNS);

	if (line[len] == '\0')
		strbuf_addf(out, "%s\n", line);
	else
		strbuf_addf(out, "%.*s%s\n",
			    (int)fitting_length(line, WRAP_COLUMNS - (sizeof more - 1)), line,
			    more);
}
