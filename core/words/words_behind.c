/* SPDX-License-Identifier: MIT */
/* Words behind orders, fillers and letters of pieces: read from their lines, and looked up. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/base/deffile.h"
#include "core/base/text.h"
#include "core/words/words_behind.h"
#include "core/words/words_inner.h"

/* What the program knows by the names that stand behind `behind`. */
static const char *const meanings[BEHIND_MEANINGS] = {
	[BEHIND_NO] = "no",	  [BEHIND_A] = "a",
	[BEHIND_TO] = "to",	  [BEHIND_AT] = "at",
	[BEHIND_BOARD] = "board", [BEHIND_COMPACT] = "compact",
	[BEHIND_FULL] = "full",	  [BEHIND_OWN] = "own",
	[BEHIND_WHITE] = "white", [BEHIND_ON] = "on",
	[BEHIND_OFF] = "off",	  [BEHIND_UNLESS] = "unless",
	[BEHIND_CHECK] = "check", [BEHIND_CAPTURE] = "capture",
	[BEHIND_CARD] = "card",	  [BEHIND_FOGGED] = "fogged",
	[BEHIND_CHAOS] = "chaos", [BEHIND_THEN] = "then",
	[BEHIND_WORDS] = "words", [BEHIND_AS] = "as",
	[BEHIND_UNTIL] = "until", [BEHIND_DAYS] = "days",
};

/* ---- lines ---- */

int words_read_behind(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct words *words = target;
	const char *names[BEHIND_MEANINGS + 1] = {NULL}, *nearest;
	size_t meaning = 0;

	while (meaning < BEHIND_MEANINGS && strcmp(meanings[meaning], line->words[1]) != 0) {
		names[meaning] = meanings[meaning];
		meaning++;
	}
	if (meaning == BEHIND_MEANINGS) {
		nearest = deffile_nearest(line->words[1], names);
		return reason_fail(reason, "no word behind an order means '%s'%s%s%s",
				   line->words[1], nearest ? "; did you mean '" : "",
				   nearest ? nearest : "", nearest ? "'?" : "");
	}
	for (size_t i = 2; i < line->count; i++) {
		char *word = line->words[i];

		if (word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] != '\0')
			return reason_fail(
				reason, "'%s': a word behind an order has the capitals A to Z only",
				word);
		*(struct behind *)words_list_add(&words->behind, sizeof(struct behind)) =
			(struct behind){word, (uint8_t)meaning};
	}
	return 0;
}

void words_check_behind(const struct words *words, const char *path, struct deffile_faults *faults)
{
	const struct behind *behind = words->behind.items;

	for (size_t meaning = 0; meaning < BEHIND_MEANINGS; meaning++) {
		size_t i = 0;

		while (i < words->behind.count && behind[i].meaning != meaning)
			i++;
		if (i == words->behind.count)
			deffile_faults_add(faults, path, 0,
					   "no word behind an order means '%s': a line 'behind %s "
					   "WORD' is missing",
					   meanings[meaning], meanings[meaning]);
	}
}

/* One letter for two kinds can't be meant within a language. */
static int add_letter(struct words *words, const struct deffile_line *line, const char *written,
		      struct reason *reason)
{
	const struct letter *letters = words->letters.items;
	const char *language = line->words[1];
	const char kind = line->words[2][0];

	if (strlen(written) == 1 && strchr("KQRBNP", *written) != NULL)
		return reason_fail(reason, "'%s': the letters K Q R B N P are always English",
				   written);
	for (size_t i = 0; i < words->letters.count; i++) {
		if (strcmp(letters[i].language, language) == 0 &&
		    strcmp(letters[i].written, written) == 0 && letters[i].kind != kind)
			return reason_fail(reason, "'%s' is a %c in '%s' already", written,
					   letters[i].kind, language);
	}
	*(struct letter *)words_list_add(&words->letters, sizeof(struct letter)) =
		(struct letter){language, written, kind};
	return 0;
}

int words_read_letter(void *target, const struct deffile_line *line, struct reason *reason)
{
	const char *kind = line->words[2];

	if (!words_is_language(line->words[1]))
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

/* ---- looked up ---- */

bool words_mean(enum words_behind meaning, const char *word, size_t len)
{
	const struct words *words = words_in_force();
	const struct behind *behind = words != NULL ? words->behind.items : NULL;

	for (size_t i = 0; words != NULL && i < words->behind.count; i++) {
		if (behind[i].meaning == meaning && strlen(behind[i].word) == len &&
		    strncasecmp(behind[i].word, word, len) == 0)
			return true;
	}
	return false;
}

bool words_are(enum words_behind meaning, const char *text)
{
	return words_mean(meaning, text, strlen(text));
}

const char *words_follow(enum words_behind meaning, const char *text)
{
	size_t len = strcspn(text, " ");

	return words_mean(meaning, text, len) ? text + len + strspn(text + len, " ") : NULL;
}

const char *words_skip(enum words_behind meaning, const char *text)
{
	size_t len = strcspn(text, " ");

	return text[len] == ' ' && words_mean(meaning, text, len) ? text + len + 1 : text;
}

const char *words_follow_order(enum word_use use, const char *text)
{
	size_t len = strcspn(text, " "), count;
	const struct order_word *words = words_orders(&count);

	for (size_t i = 0; i < count; i++) {
		if (words[i].use == use && strlen(words[i].word) == len &&
		    strncasecmp(words[i].word, text, len) == 0)
			return text + len + strspn(text + len, " ");
	}
	return NULL;
}

size_t words_letter_kinds(const char *text, char kinds_out[WORDS_KINDS])
{
	const struct words *words = words_in_force();
	const struct letter *letters = words != NULL ? words->letters.items : NULL;
	size_t longest = 0, count = 0;
	bool own = false;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++) {
		size_t len = strlen(letters[i].written);
		bool spoken = strcmp(letters[i].language, words->language) == 0;

		/* Those of the language spoken come first, and settle it. */
		if (own && !spoken)
			break;
		if (len < longest || strncmp(text, letters[i].written, len) != 0)
			continue;
		if (len > longest)
			count = 0;
		longest = len;
		own = spoken;
		if (count < WORDS_KINDS - 1 && memchr(kinds_out, letters[i].kind, count) == NULL)
			kinds_out[count++] = letters[i].kind;
	}
	kinds_out[count] = '\0';
	return longest;
}

void words_add_letter(char kind, struct text *out)
{
	const struct words *words = words_in_force();
	const struct letter *letters = words != NULL ? words->letters.items : NULL;

	for (size_t i = 0; words != NULL && i < words->letters.count; i++) {
		if (letters[i].kind == kind && strcmp(letters[i].language, words->language) == 0) {
			text_add(out, letters[i].written);
			return;
		}
	}
	text_add_char(out, kind);
}
