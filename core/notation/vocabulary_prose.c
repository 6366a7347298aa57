/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"

enum { WORD_MAX = 24, MOVE_MAX = 12, FACE_MAX = 32 };

/* Characters around a word, and characters between words without a space. */
static const char around[] = " \t\"'`*_,;()[]{}<>|\\=@$%^";
static const char ends[] = ".:!?+#-~&/";

/* Reports whether the word begins with a face in brackets, "(^_^)". */
static bool is_face(const char *word, size_t len)
{
	bool drawn = false;

	if (len < 3 || len > FACE_MAX || word[0] != '(' || memchr(word, ')', len) == NULL)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (isdigit((unsigned char)word[i]))
			return false;
		drawn |= strchr("^_-;*", word[i]) != NULL || (unsigned char)word[i] >= 0x80;
	}
	return drawn && vocabulary_letters(word + 1) < 3;
}

static bool is_emoticon(const char *word, size_t len)
{
	return vocabulary_has(VOCABULARY_PICTURE, word, len) || is_face(word, len);
}

size_t vocabulary_talk_picture_at(const char *text, size_t len)
{
	size_t at = len, word;

	while (at > 0 && text[at - 1] == ' ')
		at--;
	word = at;
	while (word > 0 && text[word - 1] != ' ')
		word--;
	if (word > 0 && is_emoticon(text + word, at - word)) {
		at = word;
	} else {
		size_t last = at;

		while (last > 0 && ((unsigned char)text[last - 1] & 0xc0) == 0x80)
			last--;
		if (last == 0 || last == at || utf8_picture(text + last - 1) != at - (last - 1))
			return len;
		at = last - 1;
	}
	while (at > 0 && text[at - 1] == ' ')
		at--;
	return at;
}

/* ---- moves ---- */

/*
 * Reports whether the letter may be at the beginning of a move: a kind of piece, a file of this
 * board, an x.
 */
static bool fits_in_move(const struct variant *variant, char letter)
{
	int file = tolower((unsigned char)letter) - 'a';

	return letter == 'x' || file < variant_board(variant)->width ||
	       variant_type_of_letter(variant, (char)toupper((unsigned char)letter)) >= 0;
}

/* Skips the board before a move in a ring, "2:". */
static const char *skip_board(const struct variant *variant, const char *token)
{
	size_t digits = strspn(token, "0123456789");

	return variant_has_boards(variant) && digits > 0 && token[digits] == ':'
		       ? token + digits + 1
		       : token;
}

/*
 * Reports whether a move may contain the letters and digits that `at` begins with, and counts them.
 */
static bool part_fits(const struct variant *variant, const char *token, const char *at,
		      size_t *letters_out, size_t *digits_out)
{
	size_t letters = vocabulary_letters(at), digits = strspn(at + letters, "0123456789");

	*letters_out = letters;
	*digits_out = digits;
	for (size_t i = 0; i + 1 < letters; i++) {
		if (!fits_in_move(variant, at[i]))
			return false;
	}
	if (letters > 4 || digits > 2)
		return false;
	if (letters == 0 && digits > 0)
		return variant_has_boards(variant) && at > token && at[-1] == '/' &&
		       at[digits] == '@';
	return digits > 0 || letters == 0 || fits_in_move(variant, at[letters - 1]);
}

bool vocabulary_talk_looks_like_move(const struct variant *variant, const char *token)
{
	size_t squares = 0, letters, digits;

	token = skip_board(variant, token);
	if (strcasecmp(token, "o-o") == 0 || strcasecmp(token, "o-o-o") == 0 ||
	    strcmp(token, "0-0") == 0 || strcmp(token, "0-0-0") == 0)
		return true;
	if (strlen(token) > MOVE_MAX || !isalpha((unsigned char)token[0]))
		return false;
	for (const char *at = token; *at != '\0';) {
		if (!part_fits(variant, token, at, &letters, &digits))
			return false;
		squares += digits > 0;
		at += letters + digits;
		at += strspn(at, "-x:=+#@()/");
		if (letters + digits == 0 && *at != '\0' && !isalnum((unsigned char)*at))
			return false;
	}
	return squares > 0;
}

/*
 * Reports whether the word looks like a move, perhaps with a letter of any language before it:
 * "Sf3", "Кf3".
 */
static bool is_move_of_any_language(const struct variant *variant, const char *word)
{
	size_t first = utf8_character(word);

	return vocabulary_talk_looks_like_move(variant, word) ||
	       ((first > 1 || isalpha((unsigned char)*word)) &&
		vocabulary_talk_looks_like_move(variant, word + first));
}

/*
 * Reports whether a letter of another alphabet is used for a file. "д4", "γ4" and "é4" are moves
 * that can't be read.
 */
static bool is_foreign_square(const char *word)
{
	size_t squares = 0;

	while (*word != '\0') {
		size_t letter = utf8_character(word), digits;

		if (letter == 1 && !isalpha((unsigned char)*word))
			return false;
		digits = strspn(word + letter, "0123456789");
		if (digits == 0 || digits > 2)
			return false;
		squares += letter > 1;
		word += letter + digits;
	}
	return squares > 0;
}

/* ---- words ---- */

/* Reports whether the word is a single letter of Latin or Cyrillic script. */
static bool is_letter(const char *word, const char *folded)
{
	return isalpha((unsigned char)*word)
		       ? word[1] == '\0'
		       : strlen(folded) == 2 && ((unsigned char)*folded & 0xfc) == 0xd0;
}

/* Skips "1." or "12..." before a move. */
static const char *skip_number(const char *word)
{
	const char *at = word + strspn(word, "0123456789");

	return at > word && *at == '.' ? at + strspn(at, ".") : word;
}

static enum talk classify_plain_word(const struct variant *variant, const char *word,
				     char *kind_out)
{
	const char *move = skip_number(word);
	char folded[WORD_MAX];
	enum talk talk;

	*kind_out = '\0';
	if (*move == '\0' || word[strspn(word, "0123456789")] == '\0')
		return TALK_NUMBER;
	if (is_move_of_any_language(variant, move) || is_foreign_square(move))
		return TALK_MOVE;
	if (vocabulary_find(word, vocabulary_letters(word)) != NULL &&
	    word[vocabulary_letters(word)] == '\0')
		return TALK_ORDER;
	utf8_fold(word, strlen(word), folded, sizeof folded);
	talk = vocabulary_talk(folded, kind_out);
	if (talk != TALK_NONE)
		return talk;
	if (word[1] != '\0' && variant_seat_named(variant, word) >= 0)
		return TALK_ASIDE;
	return is_letter(word, folded) ? TALK_LETTER : TALK_NONE;
}

/*
 * Returns the kind of a word whose parts are separated by signs: "knight-f3", "e4/e5". The first
 * unknown part decides.
 */
static enum talk classify_parts(const struct variant *variant, char *word, char *kind_out)
{
	enum talk all = TALK_NONE;
	char *rest = word;

	while (rest != NULL) {
		char *part = strsep(&rest, "-/.:&~+#!?");
		enum talk talk;

		if (*part == '\0')
			continue;
		talk = classify_plain_word(variant, part, kind_out);
		if (talk == TALK_NONE)
			return TALK_NONE;
		if (all == TALK_NONE || talk == TALK_MOVE || talk == TALK_ORDER)
			all = talk;
	}
	*kind_out = '\0';
	return all;
}

/*
 * Reports whether the word was split wrongly: "e-5" is one square, "MOVEe5" an order word and a
 * move.
 */
static bool is_ill_cut(const struct variant *variant, const char *word)
{
	char whole[WORD_MAX];
	size_t dash = strcspn(word, "-");

	for (size_t len = strlen(word); len > 2; len--) {
		if (vocabulary_find(word, len) != NULL &&
		    vocabulary_talk_looks_like_move(variant, word + len))
			return true;
	}
	if (word[dash] == '\0' || dash > 2)
		return false;
	snprintf(whole, sizeof whole, "%.*s%s", (int)dash, word, word + dash + 1);
	return vocabulary_talk_looks_like_move(variant, whole);
}

static void classify_word(const struct variant *variant, struct talk_word *word)
{
	char copy[WORD_MAX];
	const char *at = word->at;
	size_t len = word->len;

	while (len > 0 && strchr(ends, *at) != NULL) {
		at++;
		len--;
	}
	while (len > 0 && strchr(ends, at[len - 1]) != NULL)
		len--;
	word->talk = len == 0 ? TALK_SIGN : TALK_NONE;
	if (len == 0 || len >= sizeof copy)
		return;
	word->at = at;
	word->len = len;
	memcpy(copy, at, len);
	copy[len] = '\0';
	word->talk = classify_plain_word(variant, copy, &word->kind);
	if (word->talk == TALK_NONE)
		word->talk = classify_parts(variant, copy, &word->kind);
	if (word->talk != TALK_MOVE && word->talk != TALK_ORDER && word->talk != TALK_NUMBER) {
		memcpy(copy, at, len);
		word->talk = is_ill_cut(variant, copy) ? TALK_MOVE : word->talk;
	}
}

/* Joins a square that was split into two words: "Nf 6", "e 2", "e_2". */
static void join_number(const struct variant *variant, const char **cursor, struct talk_word *word)
{
	const char *behind = *cursor + strspn(*cursor, " _");
	size_t digits = strspn(behind, "0123456789");

	if (digits == 0 || digits > 2 || behind != *cursor + 1 || word->len == 0 || word->len > 3 ||
	    word->talk == TALK_MOVE || vocabulary_letters(word->at) < word->len ||
	    (behind[digits] != '\0' && isalnum((unsigned char)behind[digits])))
		return;
	for (size_t i = 0; i < word->len; i++) {
		if (!fits_in_move(variant, word->at[i]))
			return;
	}
	if (tolower((unsigned char)word->at[word->len - 1]) - 'a' >= variant_board(variant)->width)
		return;
	word->talk = TALK_MOVE;
	word->len = (size_t)(behind + digits - word->at);
	*cursor = behind + digits;
}

struct talk_word vocabulary_talk_next(const struct variant *variant, const char **cursor)
{
	struct talk_word word = {*cursor, 0, TALK_NONE, '\0'};
	const char *blank;

	word.at += strspn(word.at, " \t");
	blank = word.at + strcspn(word.at, " \t");
	if (blank > word.at && is_emoticon(word.at, (size_t)(blank - word.at))) {
		word.len = (size_t)(blank - word.at);
		word.talk = TALK_SIGN;
		*cursor = blank;
		return word;
	}
	word.at += strspn(word.at, around);
	if (*word.at == '\0') {
		*cursor = word.at;
		return word;
	}
	word.len = utf8_picture(word.at);
	if (word.len > 0) {
		word.talk = TALK_SIGN;
		*cursor = word.at + word.len;
		return word;
	}
	while (word.at[word.len] != '\0' && strchr(around, word.at[word.len]) == NULL &&
	       utf8_picture(word.at + word.len) == 0)
		word.len += utf8_character(word.at + word.len);
	*cursor = word.at + word.len;
	classify_word(variant, &word);
	join_number(variant, cursor, &word);
	return word;
}

/* Reports whether the line has no meaning for the game: "Play on!", "I say". */
static bool is_idle(const char *plain)
{
	size_t len = strlen(plain);

	while (len > 0 && strchr(" .,:;!?", plain[len - 1]) != NULL)
		len--;
	return vocabulary_has(VOCABULARY_IDLE, plain, len);
}

/* A summary of the words of a line. */
struct gist {
	bool moves, orders;  /* a square; an order word */
	bool shouts, small;  /* an order word in capitals; a small letter elsewhere */
	bool asides, polite; /* articles and the like; "please", "or" */
	bool toward;	     /* the word before this one is "to" */
	bool piece, goes;    /* a piece is named; "to" or "takes" follows */
	bool arrives; /* then a place or piece follows: "pawn to king 4", "rook takes knight" */
};

static bool is_shouted(const struct talk_word *word)
{
	for (size_t i = 0; i < word->len; i++) {
		if (!isupper((unsigned char)word->at[i]))
			return false;
	}
	return true;
}

static void update_gist(struct gist *gist, const struct talk_word *word)
{
	bool article = word->len == 1 && (*word->at == 'a' || *word->at == 'A');

	if (word->talk == TALK_MOVE) {
		gist->moves = true;
	} else if (word->talk == TALK_ORDER) {
		/* "White is to move" is not an order. */
		gist->orders |= !gist->toward;
		gist->shouts |= is_shouted(word);
	} else {
		gist->asides |= word->talk == TALK_ASIDE || article;
		gist->polite |= word->talk == TALK_POLITE;
		for (size_t i = 0; i < word->len; i++)
			gist->small |= islower((unsigned char)word->at[i]) != 0;
	}
	gist->arrives |= gist->goes && (word->talk == TALK_PIECE || word->talk == TALK_NUMBER);
	gist->goes |=
		gist->piece && !article && (word->talk == TALK_TO || word->talk == TALK_TAKES);
	gist->piece |= word->talk == TALK_PIECE;
	gist->toward = word->talk == TALK_TO && !article;
}

/*
 * Reports whether the line isn't the player's: quoted, or a row of a table from a letter, "  to
 * answer          ANSWER b2".
 */
static bool is_quoted_line(const char *plain)
{
	size_t indent = strspn(plain, " ");

	return plain[indent] == '|' || (indent > 1 && strstr(plain + indent, "   ") != NULL);
}

bool vocabulary_talk_is_of_moves(const struct variant *variant, const char *plain)
{
	struct gist gist = {.moves = false};
	const char *cursor = plain;

	if (is_quoted_line(plain))
		return false;
	for (;;) {
		struct talk_word word = vocabulary_talk_next(variant, &cursor);

		if (word.len == 0)
			break;
		if (word.talk == TALK_NONE)
			return false;
		update_gist(&gist, &word);
	}
	return !is_idle(plain) &&
	       (gist.moves || gist.arrives ||
		(gist.orders && !gist.polite && (!gist.asides || (gist.shouts && gist.small))));
}

bool vocabulary_talk_is_no(const char *word, size_t len)
{
	char folded[WORD_MAX];

	if (len == 0 || len >= sizeof folded)
		return false;
	utf8_fold(word, len, folded, sizeof folded);
	return vocabulary_has(VOCABULARY_NO, folded, strlen(folded));
}

bool vocabulary_talk_is_refusal(const struct variant *variant, const char *plain)
{
	const char *cursor = plain;
	bool says_no = false;

	for (unsigned count = 0; count < 5; count++) {
		struct talk_word word = vocabulary_talk_next(variant, &cursor);
		char folded[WORD_MAX];

		if (word.len == 0)
			return says_no;
		utf8_fold(word.at, word.len, folded, sizeof folded);
		if (vocabulary_talk_is_no(word.at, word.len))
			says_no = true;
		else if (word.talk != TALK_SIGN &&
			 !vocabulary_has(VOCABULARY_THANKS, folded, strlen(folded)))
			return false;
	}
	return false;
}
