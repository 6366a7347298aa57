/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/notation/vocabulary_trim.h"
#include "core/util/base.h"

/* Reports whether the last character is removed after any text. */
static bool is_mark(const struct order_word *word, const char *text, size_t len)
{
	char last = text[len - 1];

	if (last == '?')
		return true;
	return last == '!' && (word == NULL ||
			       !(word->use == WORD_PLAY || word->use == WORD_DISCARD ||
				 word->use == WORD_CARDS || word->use == WORD_DECK) ||
			       (len > 1 && isdigit((unsigned char)text[len - 2])));
}

/*
 * Returns the offset of a smiley that a mail program has turned into a letter, including the spaces
 * before it; `len` if there is none. Outlook writes ":-)", ":-|" and ":-(" as J, K and L of the
 * font Wingdings. After a move the letter is not taken for a promotion, unless the player's
 * language has a piece with that letter.
 */
static size_t find_smile(const struct order_word *word, const char *text, size_t len)
{
	size_t move, end = len - 1;
	const char letter[2] = {text[end], '\0'};

	if (len < 4 || strchr("JKL", *letter) == NULL || text[end - 1] != ' ' ||
	    (word != NULL && word->use != WORD_MOVE) || vocabulary_letter_is_own(letter))
		return len;
	while (end > 0 &&
	       (text[end - 1] == ' ' ||
		(end > 1 && strchr("JKL", text[end - 1]) != NULL && text[end - 2] == ' ')))
		end--;
	move = end;
	while (move > 0 && text[move - 1] != ' ')
		move--;
	if (strncasecmp(text + move, "O-O", 3) == 0 || strncmp(text + move, "0-0", 3) == 0)
		return end;
	while (move < end && !isdigit((unsigned char)text[move]))
		move++;
	return move < end ? end : len;
}

char *vocabulary_strip(char *text, bool *doubtful_out)
{
	const struct order_word *word;
	unsigned dots = 0;
	bool says;
	size_t len;

	*doubtful_out = false;
	while (*text != '\0' &&
	       (strchr(" \"'*_`@", *text) != NULL || (text[0] == '-' && text[1] == ' ')))
		text++;
	word = vocabulary_find(text, vocabulary_letters(text));
	says = word != NULL && word->use == WORD_SAY;
	len = strlen(text);
	while (len > 0) {
		size_t picture = says ? len : vocabulary_talk_picture_at(text, len);

		if (picture == len)
			picture = find_smile(word, text, len);
		dots += text[len - 1] == '.';
		*doubtful_out |= picture < len || dots > 1 ||
				 (!says && strchr(",;:?", text[len - 1]) != NULL);
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
