/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/order/order_payment.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "core/words/words_behind.h"

enum { WORD_MAX = 16 };

/* The next word, in small letters: what stands between blanks and signs; false at the end. A word
 * too long to be anything is cut, and then is nothing. */
static bool next_word(const char **cursor, char word_out[WORD_MAX])
{
	const char *at = *cursor + strspn(*cursor, " ,;=+&()/:");
	size_t len = strcspn(at, " ,;=+&()/:");

	for (size_t i = 0; i < len && i < WORD_MAX - 1; i++)
		word_out[i] = (char)tolower((unsigned char)at[i]);
	word_out[len < WORD_MAX - 1 ? len : WORD_MAX - 1] = '\0';
	*cursor = at + len;
	return len > 0;
}

/* "r", or the letter of another language: the kind; -1 when it is none, or several. */
static int kind_of_letter(const struct variant *variant, const char *word)
{
	char capital[WORD_MAX], kinds[WORDS_KINDS];

	strcpy(capital, word);
	capital[0] = (char)toupper((unsigned char)word[0]);
	if (capital[1] == '\0' && variant_type_of_letter(variant, capital[0]) >= 0)
		return variant_type_of_letter(variant, capital[0]);
	return words_letter_kinds(capital, kinds) == strlen(capital) && kinds[0] != '\0' &&
			       kinds[1] == '\0'
		       ? variant_type_of_letter(variant, kinds[0])
		       : -1;
}

/* "pawn", "pawns", "Turm", "r" and the like: the kind, or -1. */
static int kind_named(const struct variant *variant, const char *word)
{
	char folded[WORD_MAX], kind;

	for (unsigned type = 0; type < MAX_TYPES; type++) {
		const char *name = variant_type_name(variant, type);
		size_t len = name != NULL ? strlen(name) : 0;

		if (len > 0 && strncasecmp(name, word, len) == 0 &&
		    (word[len] == '\0' || strcmp(word + len, "s") == 0))
			return (int)type;
	}
	plain_fold(word, strlen(word), folded, sizeof folded);
	if (words_talk(folded, &kind) == TALK_PIECE && kind != '\0')
		return variant_type_of_letter(variant, kind);
	return kind_of_letter(variant, word);
}

static void add_square(const struct variant *variant, square at, struct text *out)
{
	text_addf(out, "%s%s", out->len > 0 ? " " : "",
		  board_name(variant_board(variant), at).text);
}

bool order_payment_squares(const struct variant *variant, const char *written, struct text *out)
{
	char word[WORD_MAX];

	while (next_word(&written, word)) {
		square at = board_square_named(variant_board(variant), word);

		if (at != NO_SQUARE)
			add_square(variant, at, out);
		else if (!words_has(WORDS_FILLER, word, strlen(word)) &&
			 (word[1] == '\0' || kind_named(variant, word) < 0))
			return false;
	}
	return out->len > 0;
}

/* "d1r", all in one word. */
static square split_trade(const struct variant *variant, const char *word, int *type_out)
{
	size_t used = 0;
	square at = board_square_at(variant_board(variant), word, &used);

	if (at == NO_SQUARE || strlen(word) != used + 1)
		return NO_SQUARE;
	*type_out = kind_named(variant, word + used);
	return *type_out >= 0 ? at : NO_SQUARE;
}

bool order_payment_trade(const struct variant *variant, const char *written, struct text *out)
{
	square at = NO_SQUARE;
	int type = -1;
	char word[WORD_MAX];

	while (next_word(&written, word)) {
		square found = board_square_named(variant_board(variant), word);
		int kind = found == NO_SQUARE ? kind_named(variant, word) : -1;

		if (found == NO_SQUARE && kind < 0 && at == NO_SQUARE)
			found = split_trade(variant, word, &type);
		if (found != NO_SQUARE && at == NO_SQUARE)
			at = found;
		else if (kind >= 0 && at != NO_SQUARE && type < 0)
			type = kind;
		/* "the queen on d1": what stands there is known. */
		else if (!words_has(WORDS_FILLER, word, strlen(word)) &&
			 (kind < 0 || at != NO_SQUARE))
			return false;
	}
	if (at == NO_SQUARE || type < 0)
		return false;
	add_square(variant, at, out);
	text_addf(out, "=%c", variant_type_letter(variant, (unsigned)type));
	return true;
}
