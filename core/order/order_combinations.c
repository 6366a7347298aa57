/* SPDX-License-Identifier: MIT */
/*
 * Checks which orders of one message go together, and limits their number. Also joins lines of
 * links that were broken.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary_orders.h"
#include "core/order/order_internal.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

enum { DECK_END_MAX = 40 }; /* bytes shown of a deck's end */

/* Reports whether the order can conflict with others. Queries and SAY can't. */
static bool is_exclusive(const struct order *order)
{
	return !order_is_query(order) && order->kind != ORDER_SAY && order->kind != ORDER_SAY_TO;
}

static bool is_draw(const struct order *order)
{
	return order->kind == ORDER_DRAW || order->kind == ORDER_DRAW_NO;
}

static bool is_payment(const struct order *order)
{
	return order->kind == ORDER_REMOVE || order->kind == ORDER_TRADE;
}

static bool is_move_or_payment(const struct order *order)
{
	return order->kind == ORDER_MOVE || is_payment(order);
}

static bool is_card_order(const struct order *order)
{
	return order_part(order->kind) == PART_CARDS;
}

static bool is_conditional(const struct order *order)
{
	return order->kind == ORDER_CONDITIONAL;
}

/*
 * Reports whether an order may be part of a turn with cards. The kind of game decides whether the
 * orders make a turn.
 */
static bool is_part_of_turn(const struct order *order)
{
	return is_card_order(order) || order->kind == ORDER_MOVE || order->kind == ORDER_PASS ||
	       is_draw(order);
}

/* Reports whether conditional moves may accompany the order. */
static bool fits_conditional(const struct order *order)
{
	return is_conditional(order) || is_move_or_payment(order) || is_part_of_turn(order);
}

/*
 * Reports whether two orders go together: DRAW or DRAW NO with a move, as many moves as a turn may
 * have, payments before moves.
 */
static bool may_combine(const struct variant *variant, const struct order *a, const struct order *b)
{
	if (is_conditional(a) || is_conditional(b))
		return fits_conditional(a) && fits_conditional(b);
	if (is_card_order(a) || is_card_order(b))
		return is_part_of_turn(a) && is_part_of_turn(b);
	/* The other seat's turn is passed, and then the own turn made. */
	if (a->kind == ORDER_PASS && b->kind == ORDER_MOVE)
		return variant_has_cards(variant);
	if (a->kind == ORDER_MOVE && b->kind == ORDER_MOVE)
		return variant_turn_moves(variant) > 1;
	return (is_move_or_payment(a) && is_move_or_payment(b)) ||
	       (is_move_or_payment(a) && is_draw(b)) || (is_draw(a) && is_move_or_payment(b));
}

static bool names_board(const struct variant *variant, const struct order *move)
{
	struct ring_written_move parsed;

	return notation_parse_ring(variant, move->text, &parsed) && parsed.board >= 0;
}

/*
 * Refuses moves on two boards in one message. Each needs its own message, and both may reply to the
 * same letter.
 */
static void refuse_boards(const struct variant *variant, const struct order *a,
			  const struct order *b, struct reason *why)
{
	bool named = names_board(variant, a) && names_board(variant, b);

	reason_set(why,
		   "one reply can have one move, on one board, and yours has two (lines %u and "
		   "%u). Send two replies to the same letter: MOVE %s in one, MOVE %s in the "
		   "other%s",
		   a->line, b->line, a->text, b->text,
		   named ? ""
			 : translate(", each with its board's number and a colon before the move"));
}

static void refuse_pair(const struct variant *variant, const struct order *a, const struct order *b,
			struct reason *why)
{
	bool moves = a->kind == ORDER_MOVE && b->kind == ORDER_MOVE;
	struct strbuf pair;

	if (moves && variant_has_boards(variant)) {
		refuse_boards(variant, a, b, why);
		return;
	}
	strbuf_init(&pair, 200);
	order_print(variant, a, &pair);
	strbuf_add(&pair, "\" and \"");
	order_print(variant, b, &pair);
	reason_set(why, "\"%s\" (lines %u and %u) can't both be done%s; send only one of them",
		   pair.bytes, a->line, b->line,
		   moves ? translate(": in this game a turn is one move") : "");
	strbuf_done(&pair);
}

static void refuse_late_payment(const struct variant *variant, const struct order *move,
				const struct order *payment, struct reason *why)
{
	struct strbuf late;

	strbuf_init(&late, 200);
	order_print(variant, payment, &late);
	reason_set(why,
		   "\"%s\" (line %u) is below a move (line %u). You pay before you move, so write "
		   "all REMOVE and TRADE lines above the first MOVE",
		   late.bytes, payment->line, move->line);
	strbuf_done(&late);
}

/* Reports whether a deck ends with a comma, because an empty line or another order follows. */
static bool is_cut_deck(const struct order *order)
{
	size_t len = strlen(order->text);

	return order->kind == ORDER_DECK && len > 0 && order->text[len - 1] == ',';
}

static void refuse_cut_deck(const struct order *deck, struct reason *why)
{
	size_t len = strlen(deck->text), shown = len < DECK_END_MAX ? len : DECK_END_MAX;

	reason_set(why,
		   "the deck (line %u) ends with a comma, \"%s%s\", so a card seems to be missing "
		   "after it; write all its cards without an empty line between them, and no "
		   "comma after the last",
		   deck->line, shown < len ? "..." : "", deck->text + len - shown);
}

enum verdict order_check_together(const struct variant *variant, const struct order_list *list,
				  struct reason *why)
{
	for (size_t i = 0; i < list->count; i++) {
		if (is_cut_deck(&list->orders[i])) {
			refuse_cut_deck(&list->orders[i], why);
			return REFUSED;
		}
	}
	for (size_t later = 1; later < list->count; later++) {
		for (size_t first = 0; first < later; first++) {
			const struct order *a = &list->orders[first], *b = &list->orders[later];

			if (!is_exclusive(a) || !is_exclusive(b))
				continue;
			if (a->kind == ORDER_MOVE && is_payment(b))
				refuse_late_payment(variant, a, b, why);
			else if (!may_combine(variant, a, b))
				refuse_pair(variant, a, b, why);
			else
				continue;
			return REFUSED;
		}
	}
	return ACCEPTED;
}

/* ---- number of orders ---- */

/*
 * Reports whether a repeated line can have a meaning: two copies of a card, or a piece that moves
 * to a square, back and there again in one turn.
 */
static bool may_repeat(const struct variant *variant, const struct order *order)
{
	if (order->kind == ORDER_MOVE)
		return variant_turn_moves(variant) > 1;
	if (is_conditional(order))
		return true;
	return is_card_order(order) || (order->kind == ORDER_PASS && variant_has_cards(variant));
}

static bool is_among(const struct order *orders, size_t count, const struct order *order)
{
	for (size_t i = 0; i < count; i++)
		if (orders[i].kind == order->kind && orders[i].seat == order->seat &&
		    strcmp(orders[i].text, order->text) == 0)
			return true;
	return false;
}

enum verdict order_check_number(const struct variant *variant, struct order_list *list,
				struct reason *why)
{
	size_t kept = 0, i;

	for (i = 0; i < list->count && kept <= MAX_ORDERS; i++) {
		struct order *order = &list->orders[i];

		if (!may_repeat(variant, order) && is_among(list->orders, kept, order))
			free(order->text);
		else
			list->orders[kept++] = *order;
	}
	for (; i < list->count; i++)
		free(list->orders[i].text);
	list->count = kept;
	if (kept <= MAX_ORDERS)
		return ACCEPTED;
	return reason_refuse(
		why,
		"there are more than %d orders and questions in one letter, and so many are never "
		"read; send those that matter most, and the others in a second letter",
		MAX_ORDERS);
}

/* ---- lines of links ---- */

enum {
	KEY_LETTERS = 42,
	BROKEN_MAX = 8, /* lines into which one line was broken */
};

static const char base32[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/* Returns the word "KEY" that precedes a token at the end of the line, or NULL. */
static char *find_key(char *line)
{
	size_t len = strlen(line), start;

	while (len > 0 && strchr(" \t\r.*_>", line[len - 1]) != NULL)
		len--;
	start = len;
	while (start > 0 && strchr(base32, line[start - 1]) != NULL)
		start--;
	if (len - start != KEY_LETTERS)
		return NULL;
	while (start > 0 && strchr(" \t:*_<", line[start - 1]) != NULL)
		start--;
	if (start < 3 || strncasecmp(line + start - 3, "key", 3) != 0 ||
	    (start > 3 && isalnum((unsigned char)line[start - 4])))
		return NULL;
	return line + start - 3;
}

bool order_cut_key(char *line)
{
	char *key = find_key(line);

	if (key != NULL)
		*key = '\0';
	return key != NULL;
}

/* The lines of a text. */
struct lines {
	char **line;
	size_t count, size;
};

static void store_line(struct lines *lines, const char *start, size_t len)
{
	lines->line = base_grow(lines->line, lines->count, &lines->size, sizeof *lines->line);
	lines->line[lines->count++] = base_strndup(start, len);
}

/* Splits a text at its line ends, and at every "<BR>". */
static void split_lines(const char *text, struct lines *lines)
{
	const char *start = text, *at = text;

	while (*at != '\0') {
		size_t skip = *at == '\n' ? 1 : 0;

		if (strncasecmp(at, "<br", 3) == 0) {
			skip = 3 + strspn(at + 3, " /");
			skip = at[skip] == '>' ? skip + 1 : 0;
		}
		if (skip == 0) {
			at++;
			continue;
		}
		store_line(lines, start, (size_t)(at - start));
		at += skip;
		start = at;
	}
	store_line(lines, start, (size_t)(at - start));
}

static char *join_lines(const struct lines *lines, size_t from, size_t to)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	for (size_t i = from; i <= to; i++) {
		const char *line = lines->line[i];
		size_t blanks = strspn(line, " \t"), len = strlen(line);

		while (len > blanks && strchr(" \t\r", line[len - 1]) != NULL)
			len--;
		strbuf_add(&text, i > from ? " " : "");
		strbuf_add_bytes(&text, line + blanks, len - blanks);
	}
	return strbuf_take(&text);
}

static bool begins_order(const char *line)
{
	const char *text = line + strspn(line, " \t");

	return vocabulary_find(text, vocabulary_letters(text)) != NULL;
}

static bool is_readable_order(const struct variant *variant, const char *line)
{
	struct order_list orders;
	struct reason why;
	bool read;

	order_list_init(&orders);
	orders.in_message = true;
	read = order_read(variant, line, 1, &orders, &why) == ACCEPTED;
	order_list_done(&orders);
	return read;
}

/* The words with which links begin orders of a turn. */
static const char *const of_turn[] = {"MOVE", "PLAY", "REMOVE", "TRADE"};

static bool begins_with_turn_word(const char *line)
{
	const char *text = line + strspn(line, " \t");
	size_t len = vocabulary_letters(text);

	for (size_t i = 0; i < ARRAY_LEN(of_turn); i++)
		if (strlen(of_turn[i]) == len && strncmp(text, of_turn[i], len) == 0)
			return true;
	return false;
}

/*
 * Returns the space before the next order in a line that a link wrote: payments, a card and a move.
 * Returns NULL if there is none.
 */
static char *find_next_order(char *line)
{
	char *at = begins_with_turn_word(line) ? strchr(line, ' ') : NULL;

	while (at != NULL && !begins_with_turn_word(at))
		at = strchr(at + strspn(at, " "), ' ');
	return at;
}

/*
 * Reports whether a link wrote the line: orders, then KEY in capitals with its token. If so, puts
 * each order on its own line.
 */
static bool is_written_by_link(const struct variant *variant, char *joined)
{
	char *copy = base_strdup(joined), *key = find_key(copy);
	bool tapped = key != NULL && strncmp(key, "KEY", 3) == 0;

	if (tapped)
		*key = '\0';
	for (char *order = copy, *next; tapped && order != NULL; order = next) {
		next = find_next_order(order);
		if (next != NULL)
			*next = '\0';
		tapped = is_readable_order(variant, order);
		if (next != NULL)
			joined[next++ - copy] = '\n';
	}
	free(copy);
	return tapped;
}

/* Joins the lines from `from` on if a link wrote them as one line that was broken. */
static void join_broken_lines(const struct variant *variant, struct lines *lines, size_t from)
{
	for (size_t to = from; to < lines->count && to < from + BROKEN_MAX; to++) {
		char *joined;

		if (order_is_blank(lines->line[to]) ||
		    (to > from && begins_order(lines->line[to]) &&
		     !begins_with_turn_word(lines->line[to])))
			return;
		joined = join_lines(lines, from, to);
		if (is_written_by_link(variant, joined)) {
			free(lines->line[from]);
			lines->line[from] = joined;
			for (size_t i = from + 1; i <= to; i++)
				lines->line[i][0] = '\0';
			return;
		}
		free(joined);
	}
}

char *order_join_broken_lines(const struct variant *variant, const char *text)
{
	struct lines lines = {NULL, 0, 0};
	struct strbuf whole;

	if (strstr(text, "KEY") == NULL)
		return base_strdup(text);
	split_lines(text, &lines);
	strbuf_init(&whole, 0);
	for (size_t i = 0; i < lines.count; i++)
		if (begins_order(lines.line[i]))
			join_broken_lines(variant, &lines, i);
	for (size_t i = 0; i < lines.count; i++) {
		strbuf_addf(&whole, "%s%s", i > 0 ? "\n" : "", lines.line[i]);
		free(lines.line[i]);
	}
	free(lines.line);
	return strbuf_take(&whole);
}
