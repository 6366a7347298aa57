/* SPDX-License-Identifier: MIT */
/*
 * Finds the meanings of a move in a message that was written on a phone or with another language's
 * letters.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/util/utf8.h"

struct readings {
	const struct variant *variant;
	size_t board; /* bytes before the move, for the board of a ring */
	const char *text;
	char (*out)[NOTATION_MAX];
	unsigned count;
};

static bool is_same_move(const struct written_move *a, const struct written_move *b)
{
	return a->type == b->type && a->from_file == b->from_file && a->from_rank == b->from_rank &&
	       a->to == b->to && a->promotion == b->promotion && a->captures == b->captures &&
	       a->castles_short == b->castles_short && a->castles_long == b->castles_long;
}

/* Reports whether both texts are moves with the same meaning: "E4" and "e4". */
static bool mean_the_same(const struct readings *readings, const char *a, const char *b)
{
	struct written_move one, other;

	return notation_parse(readings->variant, a + readings->board, &one) &&
	       notation_parse(readings->variant, b + readings->board, &other) &&
	       is_same_move(&one, &other);
}

/*
 * Adds a reading: the text with the first `skip` bytes after the board replaced by `first`, if that
 * is a move.
 */
static void add_reading(struct readings *readings, const char *first, size_t skip)
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

/* Reports whether the capital may be a file's letter that a phone has changed. */
static bool may_be_file(const struct variant *variant, const char *text)
{
	int file = tolower((unsigned char)text[0]) - 'a';

	return isupper((unsigned char)text[0]) && file < variant_board(variant)->width;
}

/*
 * Reports whether a small letter that names a file follows. Then the capital before it isn't due to
 * a text all in capitals.
 */
static bool has_small_file(const char *move)
{
	for (const char *at = move + 1; *at != '\0'; at++)
		if (islower((unsigned char)*at) && *at != 'x')
			return true;
	return false;
}

/*
 * Reports whether the first `skip` bytes are followed by a rank of the file that the first letter
 * names.
 */
static bool repeats_file(const char *move, size_t skip)
{
	return tolower((unsigned char)move[0]) == tolower((unsigned char)move[skip]) &&
	       isdigit((unsigned char)move[skip + 1]);
}

/*
 * Adds the capture by a pawn on the file that the first letter names: "bxc3" of "Bc3". Nobody
 * writes a pawn's step like that [letter-before-its-file].
 */
static void add_pawn(struct readings *readings)
{
	const char *move = readings->text + readings->board;
	char file[3] = {(char)tolower((unsigned char)move[0]), '\0', '\0'};

	if (isalpha((unsigned char)move[1]) && tolower((unsigned char)move[1]) != 'x')
		file[1] = 'x';
	if (!repeats_file(move, 1))
		add_reading(readings, file, 1);
}

/* Adds the kinds of piece that the first `letter` bytes may mean. */
static void add_kinds(struct readings *readings, const char *kinds, size_t letter)
{
	for (const char *at = kinds; *at != '\0'; at++) {
		char kind[2] = {*at, '\0'};

		if (variant_type_of_letter(readings->variant, *at) >= 0)
			add_reading(readings, kind, letter);
	}
}

/* Adds the meanings of a small first letter: "nf3" is a knight and "bxc3" a pawn, but "bb3" may
   be either. */
static void add_small_letter_readings(struct readings *readings)
{
	const char *move = readings->text + readings->board;
	char capital[2] = {(char)toupper((unsigned char)move[0]), '\0'}, kinds[VOCABULARY_KINDS];

	add_reading(readings, "", 0);
	if (!repeats_file(move, 1))
		return;
	if (variant_type_of_letter(readings->variant, capital[0]) >= 0)
		add_reading(readings, capital, 1);
	else if (vocabulary_letter_kinds(capital, kinds) == 1)
		add_kinds(readings, kinds, 1);
}

/*
 * Adds the other meaning of a capital that is a piece in English: "Bxc3" may be a pawn's move on a
 * phone.
 */
static void add_english_readings(struct readings *readings, unsigned hand)
{
	const char *move = readings->text + readings->board;
	bool meant = hand != 0 && has_small_file(move);

	add_reading(readings, "", 0);
	if (!may_be_file(readings->variant, move))
		return;
	if (isdigit((unsigned char)move[1])) {
		/* "B1d2" may have been "b1d2". */
		char small[2] = {(char)tolower((unsigned char)move[0]), '\0'};

		if (!meant)
			add_reading(readings, small, 1);
	} else if (!meant) {
		add_pawn(readings);
	}
}

/*
 * Adds the meanings of a letter that is a piece in other languages: "Cxd4" may be a knight's move,
 * or a pawn's on a phone.
 */
static void add_foreign_readings(struct readings *readings, unsigned hand, const char *kinds,
				 size_t letter)
{
	const char *move = readings->text + readings->board;
	bool meant = ((hand & NOTATION_TYPED) != 0 || vocabulary_letter_is_own(move)) &&
		     has_small_file(move);

	if (!may_be_file(readings->variant, move)) {
		add_kinds(readings, kinds, letter);
	} else if (isdigit((unsigned char)move[letter])) {
		/* "D4" and "D2-d4" name squares; "C1d2" may be either. */
		size_t digits = strspn(move + letter, "0123456789");

		add_reading(readings, "", 0);
		if (islower((unsigned char)move[letter + digits]) && move[letter + digits] != 'x')
			add_kinds(readings, kinds, letter);
	} else {
		add_kinds(readings, kinds, letter);
		if (!meant)
			add_pawn(readings);
	}
}

static void add_first_letter_readings(struct readings *readings, unsigned hand)
{
	const char *move = readings->text + readings->board;
	char kinds[VOCABULARY_KINDS];
	size_t letter = vocabulary_letter_kinds(move, kinds);

	if (islower((unsigned char)move[0]))
		add_small_letter_readings(readings);
	else if (letter == 0 || (variant_type_of_letter(readings->variant, move[0]) >= 0 &&
				 !vocabulary_letter_is_own(move)))
		add_english_readings(readings, hand);
	else
		add_foreign_readings(readings, hand, kinds, letter);
	/* The game has no piece with that letter. */
	if (readings->count == 0)
		add_reading(readings, "", 0);
}

/*
 * Finds the letter of another language for a promotion: after the last digit and a sign, at the end
 * or before a bracket. Returns NULL if there is none. Writes its kinds, and its length in bytes.
 */
static const char *find_promotion(const char *text, char kinds_out[VOCABULARY_KINDS],
				  size_t *len_out)
{
	const char *at = text + strlen(text);
	char capital[8];

	while (at > text && !isdigit((unsigned char)at[-1]))
		at--;
	at += at > text && *at != '\0' && strchr("=(/", *at) != NULL;
	snprintf(capital, sizeof capital, "%s", at);
	/* A small letter alone, as in "e8d", is too uncertain. */
	if (at > text && !isdigit((unsigned char)at[-1]))
		capital[0] = (char)toupper((unsigned char)capital[0]);
	*len_out = vocabulary_letter_kinds(capital, kinds_out);
	return at > text && *len_out > 0 && strchr(")", at[*len_out]) != NULL ? at : NULL;
}

unsigned notation_readings_by(const struct variant *variant, const char *text, unsigned hand,
			      char out[NOTATION_READINGS][NOTATION_MAX])
{
	struct readings readings = {variant, 0, text, out, 0};
	char kinds[VOCABULARY_KINDS], english[NOTATION_MAX];
	size_t digits = strspn(text, "0123456789"), letter;
	const char *promotion = find_promotion(text, kinds, &letter);

	if (variant_has_boards(variant) && digits > 0 && text[digits] == ':')
		readings.board = digits + 1;
	/* "e8=P" is a knight in Dutch, since a pawn can't become a pawn. */
	if (promotion == NULL || toupper((unsigned char)*promotion) != 'P')
		add_first_letter_readings(&readings, hand);
	if (promotion == NULL || readings.count > 0)
		return readings.count;
	readings.text = english;
	for (const char *at = kinds; *at != '\0'; at++) {
		int len = snprintf(english, sizeof english, "%.*s%c%s", (int)(promotion - text),
				   text, *at, promotion + letter);

		if (len > 0 && len < NOTATION_MAX)
			add_first_letter_readings(&readings, hand);
	}
	return readings.count;
}

unsigned notation_readings(const struct variant *variant, const char *text,
			   char out[NOTATION_READINGS][NOTATION_MAX])
{
	return notation_readings_by(variant, text, 0, out);
}
