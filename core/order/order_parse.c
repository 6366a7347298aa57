/* SPDX-License-Identifier: MIT */
/* A line as an order. */
#include <ctype.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/order/order.h"
#include "core/order/order_free.h"
#include "core/order/order_inner.h"
#include "core/order/order_strip.h"
#include "core/words/words_order.h"

/* A move and nothing else: in one word, or in such as can't mean anything but a move. */
static bool read_bare(struct reading *reading)
{
	char move[NOTATION_MAX];

	if (notation_clean(reading->text, move) && strchr(move, ' ') == NULL &&
	    strchr(reading->text, '?') == NULL &&
	    order_accept_move(reading, ORDER_MOVE, move, reading->text))
		return true;
	return order_free_move(reading->variant, reading->text, move) &&
	       order_accept_move(reading, ORDER_MOVE, move, reading->text);
}

/* What can't be taken back by another letter; JOIN may be what a whole game waits for. */
static bool is_grave(const struct order_word *word)
{
	return word->use == WORD_RESIGN || word->use == WORD_CLAIM || word->use == WORD_JOIN ||
	       word->kind == ORDER_PASS;
}

/* In a ring no moves are numbered: "3. e5" names a board as "3: e5" does. */
static void number_is_board(const struct reading *reading, char *text)
{
	size_t digits = strspn(text, "0123456789");

	if (variant_has_boards(reading->variant) && reading->list->in_letter && digits > 0 &&
	    text[digits] == '.') {
		text[digits++] = ':';
		for (; text[digits] == '.'; digits++)
			text[digits] = ' ';
	}
}

static enum verdict read_line(struct reading *reading);

/* TRY alone, or in front of an order. */
static enum verdict read_try(struct reading *reading, char *rest)
{
	reading->text = rest;
	if (*rest != '\0' && read_line(reading) == REFUSED)
		return REFUSED;
	reading->list->dry_run = true;
	return ACCEPTED;
}

static enum verdict read_line(struct reading *reading)
{
	size_t letters = words_letters(reading->text);
	const struct order_word *word = words_find(reading->text, letters);
	char *rest = reading->text + letters;

	if (word != NULL && !isdigit((unsigned char)*rest)) {
		if (reading->plain.cut && word->use != WORD_SAY && word->use != WORD_DECK)
			return reason_refuse(reading->why, "the line is too long for an order");
		if (reading->doubtful && is_grave(word))
			return reason_refuse(reading->why,
					     "to make sure that it is meant, nothing may stand "
					     "behind %s but a full stop or \"!\"",
					     word->word);
		if (word->use != WORD_SAY)
			rest += strspn(rest, ": ");
		if (word->use == WORD_MOVE)
			number_is_board(reading, rest);
		return word->use == WORD_TRY ? read_try(reading, rest)
					     : order_behind(reading, word, rest);
	}
	number_is_board(reading, reading->text);
	if (!reading->plain.cut && read_bare(reading))
		return ACCEPTED;
	return reason_refuse(reading->why, "\"%.60s\" is neither an order nor a move",
			     reading->text);
}

/* "MOVE e2e4", as game files have nearly all, is read at once; only where no letter is read, in
 * which it might be meant otherwise, and no ring's boards are named. */
static bool read_squares(const struct variant *variant, const char *line, unsigned line_number,
			 struct order_list *list)
{
	const struct board *board = variant_board(variant);
	const struct order_word *word;
	size_t from = 0, to = 0;

	if (list->in_letter || variant_has_boards(variant) || strncmp(line, "MOVE ", 5) != 0 ||
	    board_square_at(board, line + 5, &from) == NO_SQUARE ||
	    board_square_at(board, line + 5 + from, &to) == NO_SQUARE ||
	    line[5 + from + to] != '\0')
		return false;
	word = words_find("MOVE", 4);
	if (word == NULL || word->use != WORD_MOVE || word->kind != ORDER_MOVE)
		return false;
	order_list_add(list, ORDER_MOVE, line_number, NO_SIDE, line + 5);
	return true;
}

/* Any other. */
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

	plain_line(line, &reading.plain);
	reading.text = order_strip(reading.plain.text, &reading.doubtful);
	return read_line(&reading);
}

enum verdict order_read(const struct variant *variant, const char *line, unsigned line_number,
			struct order_list *list, struct reason *why)
{
	if (read_squares(variant, line, line_number, list))
		return ACCEPTED;
	return read_whole(variant, line, line_number, list, why);
}
