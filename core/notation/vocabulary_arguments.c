/* SPDX-License-Identifier: MIT */
/* Reads and looks up the words that follow order words, and the letters of pieces. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_internal.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"

/* The names of the meanings, as they follow `behind` in the files. */
static const char *const meanings[ARGUMENT_MEANINGS] = {
	[ARGUMENT_NO] = "no",	    [ARGUMENT_A] = "a",
	[ARGUMENT_TO] = "to",	    [ARGUMENT_AT] = "at",
	[ARGUMENT_BOARD] = "board", [ARGUMENT_COMPACT] = "compact",
	[ARGUMENT_FULL] = "full",   [ARGUMENT_OWN] = "own",
	[ARGUMENT_WHITE] = "white", [ARGUMENT_ON] = "on",
	[ARGUMENT_OFF] = "off",	    [ARGUMENT_UNLESS] = "unless",
	[ARGUMENT_CHECK] = "check", [ARGUMENT_CAPTURE] = "capture",
	[ARGUMENT_CARD] = "card",   [ARGUMENT_FOGGED] = "fogged",
	[ARGUMENT_CHAOS] = "chaos", [ARGUMENT_THEN] = "then",
	[ARGUMENT_WORDS] = "words", [ARGUMENT_AS] = "as",
	[ARGUMENT_UNTIL] = "until", [ARGUMENT_DAYS] = "days",
};

/* ---- lines ---- */

int vocabulary_read_argument(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct vocabulary *words = target;
	const char *names[ARGUMENT_MEANINGS + 1] = {NULL}, *nearest;
	size_t meaning = 0;

	while (meaning < ARGUMENT_MEANINGS && strcmp(meanings[meaning], line->words[1]) != 0) {
		names[meaning] = meanings[meaning];
		meaning++;
	}
	if (meaning == ARGUMENT_MEANINGS) {
		nearest = deffile_nearest(line->words[1], names);
		return reason_fail(reason, "no word after an order means '%s'%s%s%s",
				   line->words[1], nearest ? "; did you mean '" : "",
				   nearest ? nearest : "", nearest ? "'?" : "");
	}
	for (size_t i = 2; i < line->count; i++) {
		char *word = line->words[i];

		if (word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] != '\0')
			return reason_fail(
				reason, "'%s': a word after an order has the capitals A to Z only",
				word);
		*(struct argument_word *)vocabulary_list_add(&words->behind,
							     sizeof(struct argument_word)) =
			(struct argument_word){word, (uint8_t)meaning};
	}
	return 0;
}

void vocabulary_check_arguments(const struct vocabulary *words, const char *path,
				struct deffile_faults *faults)
{
	const struct argument_word *behind = words->behind.items;

	for (size_t meaning = 0; meaning < ARGUMENT_MEANINGS; meaning++) {
		size_t i = 0;

		while (i < words->behind.count && behind[i].meaning != meaning)
			i++;
		if (i == words->behind.count)
			deffile_faults_add(faults, path, 0,
					   "no word after an order means '%s': a line 'behind %s "
					   "WORD' is missing",
					   meanings[meaning], meanings[meaning]);
	}
}

/* Adds a letter. Within a language, one letter can't mean two kinds. */
static int add_letter(struct vocabulary *words, const struct deffile_line *line,
		      const char *written, struct reason *reason)
{
	const struct piece_letter *letters = words->letters.items;
	const char *language = line->words[1];
	const char kind = line->words[2][0];
	const bool own = strcmp(line->words[0], "own") == 0;
	const bool seldom = strcmp(line->words[0], "seldom") == 0;

	if (!own && strlen(written) == 1 && strchr("KQRBNP", *written) != NULL)
		return reason_fail(reason, "'%s': the letters K Q R B N P are always English",
				   written);
	for (size_t i = 0; i < words->letters.count; i++) {
		if (strcmp(letters[i].language, language) == 0 &&
		    strcmp(letters[i].written, written) == 0 && letters[i].kind != kind)
			return reason_fail(reason, "'%s' is a %c in '%s' already", written,
					   letters[i].kind, language);
	}
	*(struct piece_letter *)vocabulary_list_add(&words->letters, sizeof(struct piece_letter)) =
		(struct piece_letter){language, written, kind, own, seldom};
	return 0;
}

int vocabulary_read_letter(void *target, const struct deffile_line *line, struct reason *reason)
{
	const char *kind = line->words[2];

	if (!vocabulary_is_language(line->words[1]))
		return reason_fail(reason,
				   "'%s': expected a language as two or three small letters, de",
				   line->words[1]);
	if (kind[1] != '\0' || !isupper((unsigned char)*kind))
		return reason_fail(reason, "'%s': expected the capital letter of a kind of piece",
				   kind);
	for (size_t i = 3; i < line->count; i++)
		if (add_letter(target, line, line->words[i], reason) < 0)
			return -1;
	return 0;
}

/* ---- look-up ---- */

bool vocabulary_word_means(enum vocabulary_argument meaning, const char *word, size_t len)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct argument_word *behind = words != NULL ? words->behind.items : NULL;

	for (size_t i = 0; words != NULL && i < words->behind.count; i++) {
		if (behind[i].meaning == meaning && strlen(behind[i].word) == len &&
		    strncasecmp(behind[i].word, word, len) == 0)
			return true;
	}
	return false;
}

bool vocabulary_text_means(enum vocabulary_argument meaning, const char *text)
{
	return vocabulary_word_means(meaning, text, strlen(text));
}

const char *vocabulary_follow(enum vocabulary_argument meaning, const char *text)
{
	size_t len = strcspn(text, " ");

	return vocabulary_word_means(meaning, text, len) ? text + len + strspn(text + len, " ")
							 : NULL;
}

const char *vocabulary_skip(enum vocabulary_argument meaning, const char *text)
{
	size_t len = strcspn(text, " ");

	return text[len] == ' ' && vocabulary_word_means(meaning, text, len) ? text + len + 1
									     : text;
}

const char *vocabulary_follow_order(enum word_use use, const char *text)
{
	size_t len = strcspn(text, " "), count;
	const struct order_word *words = vocabulary_orders(&count);

	for (size_t i = 0; i < count; i++) {
		if (words[i].use == use && strlen(words[i].word) == len &&
		    strncasecmp(words[i].word, text, len) == 0)
			return text + len + strspn(text + len, " ");
	}
	return NULL;
}

size_t vocabulary_letter_kinds(const char *text, char kinds_out[VOCABULARY_KINDS])
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct piece_letter *letters = words != NULL ? words->letters.items : NULL;
	size_t longest = 0, count = 0;
	bool own = false;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++) {
		size_t len = strlen(letters[i].written);
		bool spoken = strcmp(letters[i].language, words->language) == 0;

		/*
		 * Letters of the current language come first and exclude those of other languages.
		 */
		if (own && !spoken)
			break;
		if (len < longest || strncmp(text, letters[i].written, len) != 0 ||
		    (letters[i].own && !spoken))
			continue;
		if (len > longest)
			count = 0;
		longest = len;
		own = spoken;
		if (count < VOCABULARY_KINDS - 1 &&
		    memchr(kinds_out, letters[i].kind, count) == NULL)
			kinds_out[count++] = letters[i].kind;
	}
	kinds_out[count] = '\0';
	return longest;
}

bool vocabulary_letter_is_own(const char *text)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct piece_letter *letters = words != NULL ? words->letters.items : NULL;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++)
		if (strcmp(letters[i].language, words->language) == 0 &&
		    strncmp(text, letters[i].written, strlen(letters[i].written)) == 0)
			return true;
	return false;
}

bool vocabulary_letter_is_seldom(const char *text, char kind)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct piece_letter *letters = words != NULL ? words->letters.items : NULL;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++)
		if (letters[i].kind == kind && letters[i].seldom &&
		    strncmp(text, letters[i].written, strlen(letters[i].written)) == 0)
			return strcmp(letters[i].language, words->language) != 0;
	return false;
}

bool vocabulary_has_letters(const char *language)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct piece_letter *letters = words != NULL ? words->letters.items : NULL;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++)
		if (strcmp(letters[i].language, language) == 0)
			return true;
	return false;
}

void vocabulary_add_letter(char kind, struct strbuf *out)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct piece_letter *letters = words != NULL ? words->letters.items : NULL;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++) {
		if (letters[i].kind == kind && strcmp(letters[i].language, words->language) == 0) {
			strbuf_add(out, letters[i].written);
			return;
		}
	}
	strbuf_add_char(out, kind);
}
