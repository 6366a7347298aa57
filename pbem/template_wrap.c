/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/base.h"
#include "core/order_words.h"
#include "core/text.h"
#include "pbem/template.h"

enum { WRAP_COLUMNS = 72, SENTENCE_COLUMNS = 24 };

/* Where a line may end, and where the next one begins. */
struct wrap_break {
	const char *end, *next;
};

/* Whether a line that begins with this word might be read as an order. */
static bool
begins_order(const char *word)
{
	size_t len = strcspn(word, " \t");
	bool letter = false, digit = false;

	while (len > 0 && g_ascii_ispunct(*word)) {
		word++;
		len--;
	}
	for (size_t i = 0; i < len; i++) {
		letter |= g_ascii_isalpha(word[i]);
		digit |= g_ascii_isdigit(word[i]);
	}
	return (letter && digit) || /* a square: "e4", "Nf3" */
	       strncasecmp(word, "O-O", 3) == 0 || strncmp(word, "0-0", 3) == 0 ||
	       order_word_find(word, order_word_letters(word)) != NULL;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Columns a character takes; bytes that aren't UTF-8 one each. */
static unsigned
columns_of(const char *at, const char **next_out)
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
static bool
ends_sentence(const char *blank)
{
	return strchr(".?!", blank[-1]) != NULL;
}

/* The last blank before a harmless word, from `last` back to `start`; `last` when there is none. A line that
 * has to end early ends with a sentence, if one ends not much before. */
static struct wrap_break
harmless_break(const char *start, struct wrap_break last)
{
	struct wrap_break at = last, nearest = last;

	for (; at.end > start; at.end--) {
		if (nearest.end < last.end && last.end - at.end > SENTENCE_COLUMNS)
			break;
		if (!is_blank(*at.end) || is_blank(at.end[-1]))
			continue;
		at.next = at.end + strspn(at.end, " \t");
		if (begins_order(at.next))
			continue;
		if (at.end == last.end || ends_sentence(at.end))
			return at;
		if (nearest.end == last.end)
			nearest = at;
	}
	return nearest;
}

/*
 * Finds where to break a text too long for `columns`: the last blank before a harmless word, else
 * the last blank, or between wide characters, which are written without blanks; a word longer than
 * a line stays whole. False when the text fits.
 */
static bool
find_break(const char *text, unsigned columns, struct wrap_break *out)
{
	const char *start = text + strspn(text, " \t"), *next;
	struct wrap_break any = { NULL, NULL }, wide = any;
	unsigned column = (unsigned)(start - text);
	bool too_long = false;

	for (const char *at = start; *at != '\0'; at = next) {
		unsigned more = columns_of(at, &next);

		if (!is_blank(*at)) {
			if (column + more > columns)
				too_long = true;
			if (more == 2 && at > start)
				wide = (struct wrap_break){ at, at };
		} else if (!is_blank(at[-1])) {
			any = (struct wrap_break){ at, at + strspn(at, " \t") };
			if (*any.next == '\0')
				break; /* only blanks are left */
		}
		if (too_long && (any.end != NULL || wide.end != NULL)) {
			struct wrap_break blank = any;

			if (any.end != NULL)
				blank = harmless_break(start, any);
			*out = blank.end == NULL || (wide.end != NULL && wide.end > blank.end) ? wide : blank;
			return true;
		}
		column += more;
	}
	return false;
}

void
template_wrap(const char *paragraph, unsigned indent, struct text *out)
{
	struct wrap_break found;
	unsigned columns = WRAP_COLUMNS;
	size_t len;

	while (find_break(paragraph, columns, &found)) {
		text_add_bytes(out, paragraph, (size_t)(found.end - paragraph));
		text_add_char(out, '\n');
		for (unsigned i = 0; i < indent; i++)
			text_add_char(out, ' ');
		paragraph = found.next;
		columns = WRAP_COLUMNS - indent;
	}
	len = strlen(paragraph);
	while (len > 0 && is_blank(paragraph[len - 1]))
		len--;
	text_add_bytes(out, paragraph, len);
	text_add_char(out, '\n');
}
