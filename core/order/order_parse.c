/* SPDX-License-Identifier: MIT */
/* Reads a line as an order. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_trim.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_internal.h"
#include "core/order/order_parse.h"
#include "core/order/order_prose.h"
#include "core/util/strbuf.h"

/* Reads a line that is only a move, in one word or in words that can't mean anything else. */
static bool read_bare_move(struct reading *reading)
{
	char move[NOTATION_MAX];

	if (notation_clean(reading->text, move) && strchr(move, ' ') == NULL &&
	    strchr(reading->text, '?') == NULL &&
	    order_accept_move(reading, ORDER_MOVE, move, reading->text))
		return true;
	return order_free_move(reading->variant, reading->text, move) &&
	       order_accept_move(reading, ORDER_MOVE, move, reading->text);
}

/* Reports whether no later message can undo the order. A whole game may wait for JOIN. */
static bool is_irrevocable(const struct order_word *word)
{
	return word->use == WORD_RESIGN || word->use == WORD_CLAIM || word->use == WORD_JOIN ||
	       word->kind == ORDER_PASS;
}

/*
 * Replaces a full stop after a number by a colon. In a ring moves have no numbers, so "3. e5" names
 * a board like "3: e5".
 */
static void convert_number_to_board(const struct reading *reading, char *text)
{
	size_t digits = strspn(text, "0123456789");

	if (variant_has_boards(reading->variant) && reading->list->in_message && digits > 0 &&
	    text[digits] == '.') {
		text[digits++] = ':';
		for (; text[digits] == '.'; digits++)
			text[digits] = ' ';
	}
}

static enum verdict read_line(struct reading *reading);

/* Reads TRY, alone or before an order. */
static enum verdict read_try(struct reading *reading, char *rest)
{
	reading->text = rest;
	if (*rest != '\0' && read_line(reading) == REFUSED)
		return REFUSED;
	reading->list->dry_run = true;
	return ACCEPTED;
}

/* Reports whether a word is TRY, or begins with it: "Testing". */
static bool is_word_try(const char *word, size_t len)
{
	const struct order_word *found = NULL;

	for (; len > 0 && (found == NULL || found->use != WORD_TRY); len--)
		found = vocabulary_find(word, len);
	return found != NULL && found->use == WORD_TRY;
}

/* Reports whether the first word of the line is TRY, or any word if a colon ends the line. */
static bool line_asks_to_try(const char *line)
{
	const char *end = line + strlen(line);
	bool heading;

	while (end > line && strchr(" \t\r\"'*_`", end[-1]) != NULL)
		end--;
	heading = end > line && end[-1] == ':';
	for (;;) {
		const size_t len = vocabulary_letters(line);

		if (len > 0 && (is_word_try(line, len) || !heading))
			return is_word_try(line, len);
		if (line[len] == '\0')
			return false;
		line += len + 1;
	}
}

bool order_asks_to_try(const char *text)
{
	const char *end = text + strlen(text), *start;
	bool asks = false;
	size_t len;

	while (!asks && strbuf_next_line(&text, end, &start, &len)) {
		char *line = base_strndup(start, len);
		struct utf8 plain;

		utf8_line(line, &plain);
		asks = line_asks_to_try(plain.text);
		free(line);
	}
	return asks;
}

/* Reads a card and its targets without PLAY. */
static bool read_card(const struct reading *reading)
{
	const struct order_list *list = reading->list;
	struct strbuf words;
	bool read;

	if (list->is_play == NULL || reading->doubtful || reading->plain.cut)
		return false;
	strbuf_init(&words, UTF8_MAX);
	order_cards_english(reading->text, &words);
	read = list->is_play(list->game, words.bytes);
	if (read)
		order_list_add(reading->list, ORDER_PLAY, reading->line, NO_SIDE, words.bytes);
	strbuf_done(&words);
	return read;
}

static enum verdict read_line(struct reading *reading)
{
	size_t letters = vocabulary_letters(reading->text);
	const struct order_word *word = vocabulary_find(reading->text, letters);
	char *rest = reading->text + letters;

	if (word != NULL && !isdigit((unsigned char)*rest)) {
		if (reading->plain.cut && word->use != WORD_SAY && word->use != WORD_DECK)
			return reason_refuse(reading->why, "the line is too long for an order");
		if (reading->doubtful && is_irrevocable(word))
			return reason_refuse(reading->why,
					     "so that nobody does this by accident, nothing may "
					     "follow %s except a full stop or \"!\"",
					     word->word);
		if (word->use != WORD_SAY)
			rest += strspn(rest, ": ");
		if (word->use == WORD_MOVE)
			convert_number_to_board(reading, rest);
		return word->use == WORD_TRY ? read_try(reading, rest)
					     : order_read_arguments(reading, word, rest);
	}
	convert_number_to_board(reading, reading->text);
	if (!reading->plain.cut && read_bare_move(reading))
		return ACCEPTED;
	if (read_card(reading))
		return ACCEPTED;
	return reason_refuse(reading->why, "\"%.60s\" is neither an order nor a move",
			     reading->text);
}

/*
 * Reads "MOVE e2e4" quickly, the form of nearly all moves in game files. Not for messages, which
 * may mean something else by it, nor for rings, where moves name boards.
 */
static bool read_squares(const struct variant *variant, const char *line, unsigned line_number,
			 struct order_list *list)
{
	const struct board *board = variant_board(variant);
	const struct order_word *word;
	size_t from = 0, to = 0;

	if (list->in_message || variant_has_boards(variant) || strncmp(line, "MOVE ", 5) != 0 ||
	    board_square_at(board, line + 5, &from) == NO_SQUARE ||
	    board_square_at(board, line + 5 + from, &to) == NO_SQUARE ||
	    line[5 + from + to] != '\0')
		return false;
	word = vocabulary_find("MOVE", 4);
	if (word == NULL || word->use != WORD_MOVE || word->kind != ORDER_MOVE)
		return false;
	order_list_add(list, ORDER_MOVE, line_number, NO_SIDE, line + 5);
	return true;
}

/* Reads any other line. */
static enum verdict read_whole(const struct variant *variant, const char *line,
			       unsigned line_number, struct order_list *list, struct reason *why)
{
	struct reading reading = {
		.variant = variant,
		.raw = line,
		.line = line_number,
		.list = list,
		.why = why,
	};

	utf8_line(line, &reading.plain);
	reading.text = vocabulary_strip(reading.plain.text, &reading.doubtful);
	reading.start = reading.text;
	return read_line(&reading);
}

enum verdict order_read(const struct variant *variant, const char *line, unsigned line_number,
			struct order_list *list, struct reason *why)
{
	if (read_squares(variant, line, line_number, list))
		return ACCEPTED;
	return read_whole(variant, line, line_number, list, why);
}
