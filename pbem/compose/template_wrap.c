/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/words/words.h"
#include "core/words/words_order.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "pbem/writing/template.h"

enum { WRAP_COLUMNS = 72, SENTENCE_COLUMNS = 24, LIST_WORDS = 4 };

/* Where a line may end, and where the next one begins. */
struct wrap_break {
	const char *end, *next;
};

/* What a line that begins with this word might be read as. */
enum beginning { HARMLESS, A_SQUARE, AN_ORDER };

static enum beginning beginning_of(const char *text)
{
	char *first = base_strndup(text, strcspn(text, " \t"));
	bool letter = false, digit = false;
	enum beginning found = HARMLESS;
	struct plain plain;
	const char *word;
	size_t len;

	plain_line(first, &plain);
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
	    words_find(word, words_letters(word)) != NULL)
		found = AN_ORDER;
	else if (letter && digit) /* "e4", "Nf3" */
		found = A_SQUARE;
	free(first);
	return found;
}

/* Whether all words there, to the end or as far as a line goes, are such as moves are written with,
 * a square among them: "to e3 or e4." */
static bool is_of_moves(const char *text)
{
	bool has_square = false;
	const char *cursor = text, *word;
	size_t len;

	while (text_next_word(&cursor, &word, &len) && word + len <= text + WRAP_COLUMNS) {
		char *one = base_strndup(word, len), folded[WRAP_COLUMNS + 1], kind;
		enum beginning found = beginning_of(one);

		while (len > 0 && g_ascii_ispunct(word[len - 1]))
			len--;
		plain_fold(word, len, folded, sizeof folded);
		free(one);
		has_square |= found == A_SQUARE;
		if (found != A_SQUARE && words_talk(folded, &kind) == TALK_NONE)
			return false;
	}
	return has_square;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Columns a character takes; bytes that aren't UTF-8 one each. */
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

/* Whether a sentence ends in front of that blank. */
static bool ends_sentence(const char *blank)
{
	return strchr(".?!", blank[-1]) != NULL;
}

/* The last blank before a harmless word, from `last` back to `start`; {NULL} when there is none. A
 * line that has to end early ends with a sentence, if one ends not much before. */
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

/* Whether a list of squares goes on there: a line of so many is no move. */
static bool goes_on_as_list(const char *text)
{
	const char *word;
	size_t len;

	for (unsigned i = 0; i < LIST_WORDS; i++) {
		if (beginning_of(text) != A_SQUARE || !text_next_word(&text, &word, &len) ||
		    len > 8)
			return false;
		text += strspn(text, " \t");
	}
	return true;
}

/* The last blank from `last` back to `start` behind which a list goes on; {NULL} when there is
 * none. */
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

/* Whether a line may begin with this wide character: letters and digits of full width could be an
 * order. */
static bool may_begin(const char *wide)
{
	gunichar c = g_utf8_get_char_validated(wide, -1);

	return c < 0xff01 || c > 0xff5e;
}

/* The breaks that were passed so far. */
struct breaks {
	struct wrap_break blank, wide; /* the last of each */
	const char
		*judged; /* blank.next of one that would begin an order, as all before it would */
	bool quoted;
};

/* Chooses where a line that is too long ends; false when it may end nowhere yet. */
static bool choose(const char *start, struct breaks *breaks, struct wrap_break *out)
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
 * Finds where to break a text, behind its first `head` bytes, too long for `columns`: the last
 * blank before a harmless word, else the first further on, or between wide characters, which are
 * written without blanks; a word longer than a line stays whole. `quoted`: each line bears the mark
 * of a quote, so that any word is harmless. False when the text fits.
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
				break; /* only blanks are left */
		}
		if (too_long && choose(start, &breaks, out))
			return true;
		column += more;
	}
	return false;
}

/* How much of a line's beginning is blanks, and a bar with the blanks behind it. */
static size_t head_of(const char *text)
{
	size_t len = strspn(text, " \t");

	if (text[len] == '|' && is_blank(text[len + 1]))
		len += 1 + strspn(text + len + 1, " \t");
	return len;
}

void template_wrap(const char *paragraph, const char *hanging, struct text *out)
{
	bool quoted = hanging[strspn(hanging, " ")] == '|';
	unsigned columns = WRAP_COLUMNS;
	struct wrap_break found;
	size_t len, head = head_of(paragraph);

	while (find_break(paragraph, head, columns, quoted, &found)) {
		text_add_bytes(out, paragraph, (size_t)(found.end - paragraph));
		text_add_char(out, '\n');
		text_add(out, hanging);
		paragraph = found.next;
		columns = WRAP_COLUMNS - (unsigned)strlen(hanging);
		head = 0;
	}
	len = strlen(paragraph);
	while (len > 0 && is_blank(paragraph[len - 1]))
		len--;
	text_add_bytes(out, paragraph, len);
	text_add_char(out, '\n');
}

/* How much of the line stands in so many columns, cut behind a word; all of it if it fits. */
static size_t fitting(const char *line, unsigned columns)
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

void template_cut(const char *line, struct text *out)
{
	static const char more[] = " ...";
	size_t len = fitting(line, WRAP_COLUMNS);

	if (line[len] == '\0')
		text_addf(out, "%s\n", line);
	else
		text_addf(out, "%.*s%s\n", (int)fitting(line, WRAP_COLUMNS - (sizeof more - 1)),
			  line, more);
}
