/* SPDX-License-Identifier: MIT */
/* What a move may mean that a person wrote in a letter: on a phone, or with the letters of another
 * language. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/base/plain.h"
#include "core/words/words_behind.h"

struct readings {
	const struct variant *variant;
	size_t board; /* bytes of a ring's board in front */
	const char *text;
	char (*out)[NOTATION_MAX];
	unsigned count;
};

static bool same_wish(const struct wish *a, const struct wish *b)
{
	return a->type == b->type && a->from_file == b->from_file && a->from_rank == b->from_rank &&
	       a->to == b->to && a->promotion == b->promotion && a->captures == b->captures &&
	       a->castles_short == b->castles_short && a->castles_long == b->castles_long;
}

/* Whether both are moves, and say the same: "E4" and "e4". */
static bool mean_the_same(const struct readings *readings, const char *a, const char *b)
{
	struct wish one, other;

	return notation_parse(readings->variant, a + readings->board, &one) &&
	       notation_parse(readings->variant, b + readings->board, &other) &&
	       same_wish(&one, &other);
}

/* Adds the text with the first `skip` bytes behind the board replaced by `first`, if that is a
 * move. */
static void add(struct readings *readings, const char *first, size_t skip)
{
	char *out = readings->out[readings->count];
	int len;

	if (readings->count == NOTATION_READINGS)
		return;
	len = snprintf(out, NOTATION_MAX, "%.*s%s%s", (int)readings->board, readings->text, first,
		       readings->text + readings->board + skip);
	if (len < 0 || len >= NOTATION_MAX || !notation_is_move(readings->variant, out))
		return;
	for (unsigned i = 0; i < readings->count; i++) {
		if (mean_the_same(readings, readings->out[i], out))
			return;
	}
	readings->count++;
}

/* Whether a phone may have made that capital: a file's letter. */
static bool may_be_file(const struct variant *variant, const char *text)
{
	int file = tolower((unsigned char)text[0]) - 'a';

	return isupper((unsigned char)text[0]) && file < variant_board(variant)->width;
}

/* What the first letter may be. */
static void add_of_first(struct readings *readings)
{
	const struct variant *variant = readings->variant;
	const char *move = readings->text + readings->board;
	char kinds[WORDS_KINDS];
	size_t letter;

	add(readings, "", 0);
	if (may_be_file(variant, move)) {
		char small[2] = {(char)tolower((unsigned char)move[0]), '\0'};

		add(readings, small, 1);
	}
	letter = words_letter_kinds(move, kinds);
	/* "D4" and "D2-d4" name squares. */
	if (letter == 0 || variant_type_of_letter(variant, move[0]) >= 0 ||
	    (may_be_file(variant, move) && isdigit((unsigned char)move[letter])))
		return;
	for (const char *at = kinds; *at != '\0'; at++) {
		char kind[2] = {*at, '\0'};

		if (variant_type_of_letter(variant, *at) >= 0)
			add(readings, kind, letter);
	}
}

/* Where the letter of another language stands that a pawn becomes: behind the last digit and a
 * sign, at the end but for a bracket; NULL: nowhere. Its kinds, and its bytes. */
static const char *find_promotion(const char *text, char kinds_out[WORDS_KINDS], size_t *len_out)
{
	const char *at = text + strlen(text);
	char capital[8];

	while (at > text && !isdigit((unsigned char)at[-1]))
		at--;
	at += at > text && *at != '\0' && strchr("=(/", *at) != NULL;
	snprintf(capital, sizeof capital, "%s", at);
	/* "e8d" would be too little to go by. */
	if (at > text && !isdigit((unsigned char)at[-1]))
		capital[0] = (char)toupper((unsigned char)capital[0]);
	*len_out = words_letter_kinds(capital, kinds_out);
	return at > text && *len_out > 0 && strchr(")", at[*len_out]) != NULL ? at : NULL;
}

unsigned notation_readings(const struct variant *variant, const char *text,
			   char out[NOTATION_READINGS][NOTATION_MAX])
{
	struct readings readings = {variant, 0, text, out, 0};
	char kinds[WORDS_KINDS], english[NOTATION_MAX];
	size_t digits = strspn(text, "0123456789"), letter;
	const char *promotion = find_promotion(text, kinds, &letter);

	if (variant_has_boards(variant) && digits > 0 && text[digits] == ':')
		readings.board = digits + 1;
	add_of_first(&readings);
	if (promotion == NULL || readings.count > 0)
		return readings.count;
	readings.text = english;
	for (const char *at = kinds; *at != '\0'; at++) {
		int len = snprintf(english, sizeof english, "%.*s%c%s", (int)(promotion - text),
				   text, *at, promotion + letter);

		if (len > 0 && len < NOTATION_MAX)
			add_of_first(&readings);
	}
	return readings.count;
}
