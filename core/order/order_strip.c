/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "core/base/base.h"
#include "core/order/order_strip.h"
#include "core/words/words_talk.h"
#include "core/words/words_order.h"

static bool names_card(const struct order_word *word)
{
	return word->use == WORD_PLAY || word->use == WORD_DISCARD || word->use == WORD_CARDS ||
	       word->use == WORD_DECK;
}

/* Whether the last character goes whatever it stands behind. */
static bool is_mark(const struct order_word *word, const char *text, size_t len)
{
	char last = text[len - 1];

	if (last == '?')
		return true;
	return last == '!' && (word == NULL || !names_card(word) ||
			       (len > 1 && isdigit((unsigned char)text[len - 2])));
}

char *order_strip(char *text, bool *doubtful_out)
{
	const struct order_word *word;
	bool says;
	size_t len;

	while (*text != '\0' &&
	       (strchr(" \"'*_`", *text) != NULL || (text[0] == '-' && text[1] == ' ')))
		text++;
	word = words_find(text, words_letters(text));
	says = word != NULL && word->use == WORD_SAY;
	len = strlen(text);
	while (len > 0) {
		size_t picture = says ? len : words_talk_picture_at(text, len);

		*doubtful_out |= picture < len || (!says && strchr(",;:?", text[len - 1]) != NULL);
		if (picture < len)
			len = picture;
		else if (strchr(" \"'*_`.,;:", text[len - 1]) != NULL ||
			 (!says && is_mark(word, text, len)))
			len--;
		else
			break;
	}
	text[len] = '\0';
	return text;
}

char *order_said(const char *written)
{
	const char *start = written + strspn(written, " \t");
	size_t len = strlen(start);
	char *text;

	while (len > 0 && strchr(" \t\r", start[len - 1]) != NULL)
		len--;
	text = base_strndup(start, len);
	for (char *c = text; *c != '\0'; c++)
		*c = iscntrl((unsigned char)*c) ? ' ' : *c;
	return text;
}
