/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_prose.h"
#include "core/order/order_prose.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"

/* Returns the letter of the kind that the word names ("pawn", "Knight"), or '\0'. */
static char kind_named(const struct variant *variant, const char *word)
{
	for (unsigned type = 0; type < MAX_TYPES; type++) {
		const char *name = variant_type_name(variant, type);

		if (name != NULL && strcasecmp(name, word) == 0)
			return variant_type_letter(variant, type);
	}
	return '\0';
}

/*
 * Reports whether a word after a square is a letter of a kind that a pawn can become, in English or
 * the player's language. Letters that a mail program made of smileys don't count.
 */
static bool is_promotion(const char *word)
{
	return strchr("QRBNqrbn", *word) != NULL || vocabulary_letter_is_own(word);
}

void order_free_join(const struct variant *variant, const char *text, char move_out[NOTATION_MAX])
{
	char copy[UTF8_MAX], *words[6];
	size_t count, len = 0;
	bool after_square = false;

	snprintf(copy, sizeof copy, "%s", text);
	count = strbuf_split(copy, words, ARRAY_LEN(words));
	move_out[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		char kind[2] = {i == 0 ? kind_named(variant, words[i]) : '\0', '\0'};
		const char *word = kind[0] ? kind : words[i];

		if (strcasecmp(word, "to") == 0 || strcasecmp(word, "from") == 0)
			continue;
		if (len + strlen(word) + 2 > NOTATION_MAX)
			break;
		if (after_square && isalpha((unsigned char)word[0]) && word[1] == '\0' &&
		    !is_promotion(word)) {
			move_out[0] = '\0';
			return;
		}
		if (after_square && isalpha((unsigned char)word[0]) &&
		    strpbrk(word, "0123456789") != NULL)
			move_out[len++] = '-';
		strcpy(move_out + len, word);
		len += strlen(word);
		after_square = len > 0 && isdigit((unsigned char)move_out[len - 1]);
	}
}

/* The parts of a move found in the line so far. */
struct sentence {
	const struct variant *variant;
	char board[4]; /* of a ring: "2:" */
	char kind;     /* a letter, or '\0' */
	char squares[2][SQUARE_NAME_MAX];
	unsigned count;		  /* of squares */
	char whole[NOTATION_MAX]; /* a move in one word, or "" */
	bool numbered;		  /* "1." precedes the move */
	bool takes, toward, mine; /* "takes"; "to"; "I move" */
};

static bool is_square(const struct sentence *sentence, const char *word,
		      char name_out[SQUARE_NAME_MAX])
{
	size_t len = strlen(word);

	if (len >= SQUARE_NAME_MAX)
		return false;
	for (size_t i = 0; i <= len; i++)
		name_out[i] = (char)tolower((unsigned char)word[i]);
	return board_square_named(variant_board(sentence->variant), name_out) != NO_SQUARE;
}

static bool add_move(struct sentence *sentence, const char *word)
{
	char name[SQUARE_NAME_MAX];

	if (sentence->whole[0] != '\0')
		return false;
	if (is_square(sentence, word, name)) {
		if (sentence->count == 2)
			return false;
		strcpy(sentence->squares[sentence->count++], name);
		return true;
	}
	return sentence->count == 0 && sentence->kind == '\0' && strlen(word) < NOTATION_MAX &&
	       notation_clean(word, sentence->whole);
}

/* Adds the single letter of a kind, which must be English and a capital. */
static bool add_letter(struct sentence *sentence, const char *word)
{
	if (sentence->kind != '\0' || sentence->count > 0 || word[1] != '\0' ||
	    !isupper((unsigned char)*word) ||
	    variant_type_of_letter(sentence->variant, *word) < 0 || strcmp(word, "I") == 0)
		return false;
	sentence->kind = *word;
	return true;
}

/* Adds a word. Returns false if the line with it can't be a move, or may have another meaning. */
static bool add_word(struct sentence *sentence, const struct talk_word *word, bool first)
{
	char copy[NOTATION_MAX];
	bool begun = sentence->kind != '\0' || sentence->count > 0 || sentence->whole[0] != '\0';

	if (word->len >= sizeof copy)
		return false;
	memcpy(copy, word->at, word->len);
	copy[word->len] = '\0';
	switch (word->talk) {
	case TALK_MOVE:
		return add_move(sentence, copy);
	case TALK_PIECE:
		if (begun || word->kind == '\0' ||
		    variant_type_of_letter(sentence->variant, word->kind) < 0)
			return false;
		sentence->kind = word->kind;
		return true;
	case TALK_LETTER:
		return add_letter(sentence, copy);
	case TALK_TO:
		sentence->toward = true;
		/* "a" means "to" in one language and "and" in another. */
		return begun && (sentence->count == 0 || strcasecmp(copy, "a") != 0);
	case TALK_TAKES:
		sentence->takes = true;
		return begun && sentence->whole[0] == '\0';
	case TALK_SELF:
		sentence->mine |= first;
		return !begun;
	case TALK_MOVES:
	case TALK_ORDER:
		if (word->talk == TALK_ORDER && strcasecmp(copy, "move") != 0 &&
		    (strcasecmp(copy, "play") != 0 || variant_has_cards(sentence->variant)))
			return false;
		sentence->mine = true;
		return !begun;
	case TALK_SIGN:
		return copy[0] == '-';
	default:
		return false;
	}
}

/*
 * Writes the move in the board's notation: "Nf3", "Ng1-f3", "g8xf6". Returns false if the text
 * leaves too much open.
 */
static bool build_move(const struct sentence *sentence, char move_out[NOTATION_MAX])
{
	bool pair = sentence->count == 2;
	char kind[2] = {sentence->kind, '\0'};

	if (sentence->whole[0] != '\0') {
		/* "to Nf3" is the end of another sentence. */
		if (sentence->toward || sentence->takes)
			return false;
		return (size_t)snprintf(move_out, NOTATION_MAX, "%s%s", sentence->board,
					sentence->whole) < NOTATION_MAX;
	}
	/* "1. e4 e5" are two moves; "to e4" doesn't say which piece. */
	if (sentence->count == 0 ||
	    (pair && sentence->numbered && !sentence->toward && !sentence->takes) ||
	    (!pair && kind[0] == '\0' && (!sentence->mine || sentence->toward || sentence->takes)))
		return false;
	snprintf(move_out, NOTATION_MAX, "%s%s%s%s%s", sentence->board, kind,
		 pair ? sentence->squares[0] : "",
		 sentence->takes ? "x"
		 : pair		 ? "-"
				 : "",
		 sentence->squares[pair ? 1 : 0]);
	return true;
}

bool order_free_move(const struct variant *variant, const char *text, char move_out[NOTATION_MAX])
{
	struct sentence sentence = {.variant = variant};
	size_t digits = strspn(text, "0123456789");
	const char *cursor = text;

	if (variant_has_boards(variant) && digits > 0 && digits < 3 && text[digits] == ':') {
		snprintf(sentence.board, sizeof sentence.board, "%.*s", (int)digits + 1, text);
		cursor += digits + 1;
	} else if (digits > 0 && text[digits] == '.') {
		sentence.numbered = true;
		cursor += digits + strspn(text + digits, ". ");
	}
	/* Such signs separate parts of text. */
	if (strpbrk(cursor, ",;/()|=!?") != NULL || strstr(cursor, "..") != NULL)
		return false;
	for (bool first = true;; first = false) {
		struct talk_word word = vocabulary_talk_next(variant, &cursor);

		if (word.len == 0)
			break;
		if (!add_word(&sentence, &word, first))
			return false;
	}
	return build_move(&sentence, move_out);
}

bool order_free_names_piece(const struct variant *variant, const char *text)
{
	for (;;) {
		struct talk_word word = vocabulary_talk_next(variant, &text);

		if (word.len == 0 || (word.talk == TALK_PIECE && word.kind != '\0'))
			return word.len > 0;
	}
}

/* ---- payments ---- */

enum { WORD_MAX = 16 };

/*
 * Finds the next word, between spaces and signs, in small letters. Returns false at the end. A word
 * that is too long is cut and has no meaning.
 */
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

/*
 * Returns the kind for a letter in English ("r") or another language; -1 if there is none, or more
 * than one.
 */
static int kind_of_letter(const struct variant *variant, const char *word)
{
	char capital[WORD_MAX], kinds[VOCABULARY_KINDS];

	strcpy(capital, word);
	capital[0] = (char)toupper((unsigned char)word[0]);
	if (capital[1] == '\0' && variant_type_of_letter(variant, capital[0]) >= 0)
		return variant_type_of_letter(variant, capital[0]);
	return vocabulary_letter_kinds(capital, kinds) == strlen(capital) && kinds[0] != '\0' &&
			       kinds[1] == '\0'
		       ? variant_type_of_letter(variant, kinds[0])
		       : -1;
}

/* Returns the kind for a word such as "pawn", "pawns", "Turm", "r", or -1. */
static int payment_kind(const struct variant *variant, const char *word)
{
	char folded[WORD_MAX], kind;

	for (unsigned type = 0; type < MAX_TYPES; type++) {
		const char *name = variant_type_name(variant, type);
		size_t len = name != NULL ? strlen(name) : 0;

		if (len > 0 && strncasecmp(name, word, len) == 0 &&
		    (word[len] == '\0' || strcmp(word + len, "s") == 0))
			return (int)type;
	}
	utf8_fold(word, strlen(word), folded, sizeof folded);
	if (vocabulary_talk(folded, &kind) == TALK_PIECE && kind != '\0')
		return variant_type_of_letter(variant, kind);
	return kind_of_letter(variant, word);
}

static void add_square(const struct variant *variant, square at, struct strbuf *out)
{
	strbuf_addf(out, "%s%s", out->len > 0 ? " " : "",
		    board_name(variant_board(variant), at).text);
}

bool order_payment_squares(const struct variant *variant, const char *written, struct strbuf *out)
{
	char word[WORD_MAX];

	while (next_word(&written, word)) {
		square at = board_square_named(variant_board(variant), word);

		if (at != NO_SQUARE)
			add_square(variant, at, out);
		else if (!vocabulary_has(VOCABULARY_FILLER, word, strlen(word)) &&
			 (word[1] == '\0' || payment_kind(variant, word) < 0))
			return false;
	}
	return out->len > 0;
}

/* Reads a trade in one word, "d1r". */
static square split_trade(const struct variant *variant, const char *word, int *type_out)
{
	size_t used = 0;
	square at = board_square_at(variant_board(variant), word, &used);

	if (at == NO_SQUARE || strlen(word) != used + 1)
		return NO_SQUARE;
	*type_out = payment_kind(variant, word + used);
	return *type_out >= 0 ? at : NO_SQUARE;
}

bool order_payment_trade(const struct variant *variant, const char *written, struct strbuf *out)
{
	square at = NO_SQUARE;
	int type = -1;
	char word[WORD_MAX];

	while (next_word(&written, word)) {
		square found = board_square_named(variant_board(variant), word);
		int kind = found == NO_SQUARE ? payment_kind(variant, word) : -1;

		if (found == NO_SQUARE && kind < 0 && at == NO_SQUARE)
			found = split_trade(variant, word, &type);
		if (found != NO_SQUARE && at == NO_SQUARE)
			at = found;
		else if (kind >= 0 && at != NO_SQUARE && type < 0)
			type = kind;
		/* "the queen on d1": the word for the piece on the square is ignored. */
		else if (!vocabulary_has(VOCABULARY_FILLER, word, strlen(word)) &&
			 (kind < 0 || at != NO_SQUARE))
			return false;
	}
	if (at == NO_SQUARE || type < 0)
		return false;
	add_square(variant, at, out);
	strbuf_addf(out, "=%c", variant_type_letter(variant, (unsigned)type));
	return true;
}
