/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/order/order_free.h"
#include "core/words/words_talk.h"
#include "core/base/plain.h"
#include "core/base/text.h"

/* "pawn", "Knight": the letter of the kind, or '\0'. */
static char kind_named(const struct variant *variant, const char *word)
{
	for (unsigned type = 0; type < MAX_TYPES; type++) {
		const char *name = variant_type_name(variant, type);

		if (name != NULL && strcasecmp(name, word) == 0)
			return variant_type_letter(variant, type);
	}
	return '\0';
}

void order_free_join(const struct variant *variant, const char *text, char move_out[NOTATION_MAX])
{
	char copy[PLAIN_MAX], *words[6];
	size_t count, len = 0;
	bool after_square = false;

	snprintf(copy, sizeof copy, "%s", text);
	count = text_split(copy, words, ARRAY_LEN(words));
	move_out[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		char kind[2] = {i == 0 ? kind_named(variant, words[i]) : '\0', '\0'};
		const char *word = kind[0] ? kind : words[i];

		if (strcasecmp(word, "to") == 0 || strcasecmp(word, "from") == 0)
			continue;
		if (len + strlen(word) + 2 > NOTATION_MAX)
			break;
		if (after_square && isalpha((unsigned char)word[0]) &&
		    strpbrk(word, "0123456789") != NULL)
			move_out[len++] = '-';
		strcpy(move_out + len, word);
		len += strlen(word);
		after_square = len > 0 && isdigit((unsigned char)move_out[len - 1]);
	}
}

/* What has been found on the line so far. */
struct sentence {
	const struct variant *variant;
	char board[4]; /* of a ring: "2:" */
	char kind;     /* a letter, or '\0' */
	char squares[2][SQUARE_NAME_MAX];
	unsigned count;		  /* of them */
	char whole[NOTATION_MAX]; /* a move in one word, or "" */
	bool numbered;		  /* "1." stood in front */
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

/* The letter of a kind by itself: always English, and a capital. */
static bool add_letter(struct sentence *sentence, const char *word)
{
	if (sentence->kind != '\0' || sentence->count > 0 || word[1] != '\0' ||
	    !isupper((unsigned char)*word) ||
	    variant_type_of_letter(sentence->variant, *word) < 0 || strcmp(word, "I") == 0)
		return false;
	sentence->kind = *word;
	return true;
}

/* Takes one more word in; false when the line can't be a move with it, or could be something else.
 */
static bool take_word(struct sentence *sentence, const struct talk_word *word, bool first)
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
		/* "a" is "to" in one language and "and" in another. */
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

/* "Nf3", "Ng1-f3", "g8xf6", in the board's own way. False when too much is open. */
static bool put_together(const struct sentence *sentence, char move_out[NOTATION_MAX])
{
	bool pair = sentence->count == 2;
	char kind[2] = {sentence->kind, '\0'};

	if (sentence->whole[0] != '\0') {
		/* "to Nf3" is the end of something. */
		if (sentence->toward || sentence->takes)
			return false;
		return (size_t)snprintf(move_out, NOTATION_MAX, "%s%s", sentence->board,
					sentence->whole) < NOTATION_MAX;
	}
	/* "1. e4 e5" are two moves; "to e4" says not of what. */
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
	/* Such signs part what is said. */
	if (strpbrk(cursor, ",;/()|=!?") != NULL || strstr(cursor, "..") != NULL)
		return false;
	for (bool first = true;; first = false) {
		struct talk_word word = words_talk_next(variant, &cursor);

		if (word.len == 0)
			break;
		if (!take_word(&sentence, &word, first))
			return false;
	}
	return put_together(&sentence, move_out);
}

bool order_free_names_piece(const struct variant *variant, const char *text)
{
	for (;;) {
		struct talk_word word = words_talk_next(variant, &text);

		if (word.len == 0 || (word.talk == TALK_PIECE && word.kind != '\0'))
			return word.len > 0;
	}
}
