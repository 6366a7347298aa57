/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/util/base.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

size_t vocabulary_letters(const char *text)
{
	size_t len = 0;

	while (isalpha((unsigned char)text[len]))
		len++;
	return len;
}

const struct order_word *vocabulary_find(const char *text, size_t len)
{
	size_t count;
	const struct order_word *words = vocabulary_orders(&count);

	/* Comparing the first letter first, in either case, is quick. */
	for (size_t i = 0; i < count; i++) {
		if ((words[i].word[0] | 32) == (*text | 32) &&
		    strncasecmp(words[i].word, text, len) == 0 && words[i].word[len] == '\0')
			return &words[i];
	}
	return NULL;
}

/* Returns how many letters of the typed word are right before the first error. */
static size_t right_letters(const char *typed, size_t len, const char *word)
{
	size_t at = 0;

	while (at < len && word[at] != '\0' && toupper((unsigned char)typed[at]) == word[at])
		at++;
	return at;
}

static bool same_tail(const char *a, const char *b, size_t len)
{
	return strncasecmp(a, b, len) == 0;
}

/* Reports whether the words differ by exactly one of Damerau's four errors. */
static bool is_one_slip(const char *typed, size_t typed_len, const char *word, size_t word_len)
{
	size_t at = right_letters(typed, typed_len, word);

	if (typed_len == word_len + 1)
		return same_tail(typed + at + 1, word + at, word_len - at);
	if (typed_len + 1 == word_len)
		return same_tail(typed + at, word + at + 1, typed_len - at);
	if (typed_len != word_len || at == word_len)
		return false;
	if (same_tail(typed + at + 1, word + at + 1, word_len - at - 1))
		return true;
	return at + 1 < word_len && toupper((unsigned char)typed[at]) == word[at + 1] &&
	       toupper((unsigned char)typed[at + 1]) == word[at] &&
	       same_tail(typed + at + 2, word + at + 2, word_len - at - 2);
}

const struct order_word *vocabulary_near(const char *text, size_t len)
{
	size_t count;
	const struct order_word *words = vocabulary_orders(&count);

	/* "Game" occurs beside orders and doesn't mean GAMES. */
	if (len < 3 || vocabulary_find(text, len) != NULL ||
	    vocabulary_has(VOCABULARY_BESIDE, text, len))
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (strlen(words[i].word) > 2 &&
		    is_one_slip(text, len, words[i].word, strlen(words[i].word)))
			return &words[i];
	}
	return NULL;
}

bool vocabulary_is_slip(const char *text, size_t len, const struct order_word *word)
{
	size_t at = right_letters(text, len, word->word);

	if (len == strlen(word->word) + 1)
		return at > 0 && at < len && toupper((unsigned char)text[at]) == word->word[at - 1];
	return len == strlen(word->word) && at + 1 < len &&
	       toupper((unsigned char)text[at]) == word->word[at + 1] &&
	       toupper((unsigned char)text[at + 1]) == word->word[at];
}

/* Reports whether the variant's folder has a file with that name and suffix. */
static bool has_file(const struct variant *variant, const char *text, const char *suffix)
{
	const struct deffile_kind kind = {.folder = variant->folder, .suffix = suffix};
	char **names = deffile_names(&kind);
	bool found = false;

	for (char **name = names; *name != NULL; name++) {
		found = found || strcasecmp(*name, text) == 0;
		free(*name);
	}
	free(names);
	return found;
}

/* Reports whether the text names a part of the rulings: "rulings draws". */
static bool is_part_of_rulings(const char *text)
{
	static const char page[] = "rulings ";

	return strncasecmp(text, page, strlen(page)) == 0 &&
	       strchr(text + strlen(page), ' ') == NULL;
}

bool vocabulary_is_topic(const struct variant *variant, const char *text)
{
	size_t letters = vocabulary_letters(text);
	const struct vocabulary_topic *topic = vocabulary_topic(text);

	return (text[letters] == '\0' && vocabulary_find(text, letters) != NULL) ||
	       (topic != NULL && !topic->shouted) || has_file(variant, text, ".variant") ||
	       has_file(variant, text, ".txt") || is_part_of_rulings(text);
}

bool vocabulary_like_chess(const struct variant *variant)
{
	return variant->castle_count > 0 &&
	       (variant_seats(variant) == 2 || variant_has_boards(variant));
}

const char *vocabulary_form(const struct variant *variant, const struct order_word *word)
{
	if (word->use == WORD_IF && variant_has_cards(variant))
		return translate("IF FOGGED MOVE e2-e4, or IF CHAOS MOVE e2-e4");
	if (word->use == WORD_IF &&
	    (!vocabulary_like_chess(variant) || variant_has_boards(variant)))
		return translate("IF, a seat, MOVE and its move, THEN MOVE and yours; or IF NO");
	/* There is no example, because not every seat could play it. */
	return word->use == WORD_MOVE ? translate("MOVE and the move") : word->form;
}

bool vocabulary_board(const struct variant *variant, const char *rest, char text_out[4])
{
	long number;

	text_out[0] = '\0';
	if (*rest == '\0')
		return true;
	rest = vocabulary_skip(ARGUMENT_AT, rest);
	rest = vocabulary_skip(ARGUMENT_BOARD, rest);
	number = strbuf_number(rest, (int32_t)variant_seats(variant));
	if (!variant_has_boards(variant) || number < 1)
		return false;
	snprintf(text_out, 4, "%u", (unsigned)number % 100);
	return true;
}
