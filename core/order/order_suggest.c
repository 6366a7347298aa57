/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/order/order_suggest.h"
#include "core/util/utf8.h"

enum { PARTS = 12, DISTANCE_MAX = 24 };

/* The parts of a line that may make a move. */
struct meaning {
	const struct variant *variant;
	const struct order_judge *judge;
	struct utf8 plain;
	char parts[PARTS][NOTATION_MAX]; /* moves and squares, without spaces */
	unsigned count;
	char kind;		       /* the kind of piece named, or '\0' */
	const struct order_word *word; /* an order word other than MOVE, or NULL */
	bool negated;		       /* the line says no */
	char *out;
};

/* Tries "MOVE " and the text, if the text has the form of a move. */
static bool try_move(struct meaning *meaning, const char *text)
{
	if (!notation_is_move(meaning->variant, text) ||
	    strlen(text) + sizeof "MOVE " > ORDER_NEAREST_MAX)
		return false;
	snprintf(meaning->out, ORDER_NEAREST_MAX, "MOVE %s", text);
	return meaning->judge->would_do(meaning->judge->context, meaning->out);
}

/* Tries all that the text may mean, also with a small first letter as a capital. */
static bool try_readings(struct meaning *meaning, const char *text)
{
	char readings[NOTATION_READINGS][NOTATION_MAX], other[NOTATION_MAX];
	unsigned count;

	if (strlen(text) >= NOTATION_MAX)
		return false;
	count = notation_readings(meaning->variant, text, readings);
	for (unsigned i = 0; i < count; i++) {
		if (try_move(meaning, readings[i]))
			return true;
	}
	strcpy(other, text);
	other[0] = (char)toupper((unsigned char)*text);
	return try_move(meaning, other);
}

/*
 * Tries the text. If a word names the piece, its English letter precedes the text, although the
 * letter may mean another piece in another language.
 */
static bool try_text(struct meaning *meaning, const char *text)
{
	return meaning->kind != '\0' ? try_move(meaning, text) : try_readings(meaning, text);
}

static void add_part(struct meaning *meaning, const struct talk_word *word)
{
	char *part = meaning->parts[meaning->count];
	const char *at = word->at;
	size_t len = 0, number = strspn(at, "0123456789");

	if (word->len > 4 && strncasecmp(at, "move", 4) == 0)
		at += 4;
	/* Leaves out the move number. */
	if (number > 0 && at[number] == '.')
		at += number + strspn(at + number, ".");
	for (; at < word->at + word->len && len < NOTATION_MAX - 1; at++) {
		if (*at != ' ')
			part[len++] = *at;
	}
	part[len] = '\0';
	if (meaning->count + 1 < PARTS && len > 0)
		meaning->count++;
}

static void add_word(struct meaning *meaning, const struct talk_word *word, bool first)
{
	const struct order_word *order = vocabulary_find(word->at, word->len);

	meaning->negated |= vocabulary_talk_is_no(word->at, word->len);
	if (order == NULL && first && word->talk != TALK_MOVE)
		order = vocabulary_near(word->at, word->len);
	if (order != NULL && order->use != WORD_MOVE && order->use != WORD_PLAY &&
	    meaning->word == NULL)
		meaning->word = order;
	else if (word->talk == TALK_MOVE)
		add_part(meaning, word);
	else if (word->talk == TALK_PIECE && meaning->kind == '\0' && meaning->count < 2)
		meaning->kind = word->kind;
	else if (word->talk == TALK_LETTER && meaning->kind == '\0' && meaning->count == 0 &&
		 isupper((unsigned char)*word->at) &&
		 variant_type_of_letter(meaning->variant, *word->at) >= 0)
		meaning->kind = *word->at;
}

/*
 * Tries each of several moves ("e5 or c5") and writes all that would be accepted, one per line, as
 * far as there is room.
 */
static bool try_each(struct meaning *meaning)
{
	char all[ORDER_NEAREST_MAX] = "";

	for (unsigned i = 0; i < meaning->count; i++) {
		if (!try_readings(meaning, meaning->parts[i]) ||
		    strstr(all, meaning->out) != NULL ||
		    strlen(all) + 1 + strlen(meaning->out) >= sizeof all)
			continue;
		strcat(all, all[0] != '\0' ? "\n" : "");
		strcat(all, meaning->out);
	}
	snprintf(meaning->out, ORDER_NEAREST_MAX, "%s", all);
	return all[0] != '\0';
}

/* Tries the words joined, then each alone, with the piece before it. */
static bool try_moves(struct meaning *meaning)
{
	const char kind[2] = {meaning->kind, '\0'};
	char text[PARTS * NOTATION_MAX] = "";

	strcat(text, kind);
	for (unsigned i = 0; i < meaning->count; i++)
		strcat(text, meaning->parts[i]);
	if (meaning->count > 1 && try_text(meaning, text))
		return true;
	if (meaning->count > 1 && meaning->kind == '\0' && try_each(meaning))
		return true;
	for (unsigned i = meaning->count; i > 0; i--) {
		snprintf(text, sizeof text, "%s%s", kind, meaning->parts[i - 1]);
		if (try_text(meaning, text))
			return true;
	}
	for (unsigned i = 0; i < meaning->count; i++) {
		if (try_readings(meaning, meaning->parts[i]))
			return true;
	}
	return false;
}

/* Tries the order word alone, if it can be alone. If the line says no, only DRAW NO is possible. */
static bool try_word(struct meaning *meaning)
{
	if (meaning->negated && meaning->word->use != WORD_DRAW)
		return false;
	switch (meaning->word->use) {
	case WORD_DRAW:
		snprintf(meaning->out, ORDER_NEAREST_MAX, meaning->negated ? "DRAW NO" : "DRAW");
		break;
	case WORD_ALONE:
	case WORD_UNDO:
	case WORD_RESIGN:
	case WORD_BOARD:
	case WORD_HELP:
		snprintf(meaning->out, ORDER_NEAREST_MAX, "%s", meaning->word->word);
		break;
	case WORD_CLAIM:
		snprintf(meaning->out, ORDER_NEAREST_MAX, "CLAIM DRAW");
		break;
	default:
		return false;
	}
	return meaning->judge->would_do(meaning->judge->context, meaning->out);
}

bool order_nearest_is_move(const struct variant *variant, const char *line)
{
	struct utf8 plain;
	const char *text;
	const struct order_word *word;

	utf8_line(line, &plain);
	text = plain.text +
	       strcspn(plain.text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
	word = vocabulary_find(text, vocabulary_letters(text));
	if (word == NULL)
		return true;
	return word->use == WORD_MOVE || word->use == WORD_DRAW || word->use == WORD_RESIGN ||
	       word->use == WORD_CLAIM || word->use == WORD_TRY || word->use == WORD_ALONE ||
	       (word->use == WORD_PLAY && !variant_has_cards(variant));
}

bool order_nearest(const struct variant *variant, const char *line, const struct order_judge *judge,
		   char order_out[ORDER_NEAREST_MAX])
{
	struct meaning meaning = {.variant = variant, .judge = judge, .out = order_out};
	const char *cursor;
	bool first = true;

	utf8_line(line, &meaning.plain);
	cursor = meaning.plain.text;
	for (;;) {
		struct talk_word word = vocabulary_talk_next(variant, &cursor);

		if (word.len == 0)
			break;
		add_word(&meaning, &word, first);
		first = false;
	}
	return (order_nearest_is_move(variant, line) && !meaning.negated && try_moves(&meaning)) ||
	       (meaning.word != NULL && try_word(&meaning));
}

unsigned order_nearest_distance(const char *written, const char *move)
{
	unsigned row[DISTANCE_MAX + 1], columns = 0;
	char other[DISTANCE_MAX];

	for (; *move != '\0' && columns < DISTANCE_MAX; move++) {
		if (isalnum((unsigned char)*move))
			other[columns++] = (char)tolower((unsigned char)*move);
	}
	for (unsigned i = 0; i <= columns; i++)
		row[i] = i;
	for (; *written != '\0'; written++) {
		unsigned corner = row[0];

		if (!isalnum((unsigned char)*written))
			continue;
		row[0]++;
		for (unsigned i = 1; i <= columns; i++) {
			unsigned change =
				corner + (other[i - 1] != tolower((unsigned char)*written));
			unsigned least = row[i] < row[i - 1] ? row[i] + 1 : row[i - 1] + 1;

			corner = row[i];
			row[i] = change < least ? change : least;
		}
	}
	return row[columns];
}
