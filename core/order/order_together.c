/* SPDX-License-Identifier: MIT */
/* How many orders one message may hold, and which go together. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/order/order.h"
#include "core/base/text.h"

enum { DECK_END_MAX = 40 }; /* bytes of a deck's end that are shown */

/* Questions and things said go with everything. */
static bool stands_alone(const struct order *order)
{
	return !order_is_query(order) && order->kind != ORDER_SAY && order->kind != ORDER_SAY_TO;
}

static bool is_draw(const struct order *order)
{
	return order->kind == ORDER_DRAW || order->kind == ORDER_DRAW_NO;
}

static bool pays(const struct order *order)
{
	return order->kind == ORDER_REMOVE || order->kind == ORDER_TRADE;
}

static bool is_of_a_move(const struct order *order)
{
	return order->kind == ORDER_MOVE || pays(order);
}

static bool is_of_cards(const struct order *order)
{
	return order_part(order->kind) == PART_CARDS;
}

static bool is_ahead(const struct order *order)
{
	return order->kind == ORDER_AHEAD;
}

/* What belongs to a turn with cards; whether it makes one is asked of the table. */
static bool makes_turn(const struct order *order)
{
	return is_of_cards(order) || order->kind == ORDER_MOVE || order->kind == ORDER_PASS ||
	       is_draw(order);
}

/* Turns to come are told of below whatever one does now. */
static bool goes_ahead(const struct order *order)
{
	return is_ahead(order) || is_of_a_move(order) || makes_turn(order);
}

/* A word on a draw, moves as many as a turn may hold, and what is paid before them. */
static bool go_together(const struct variant *variant, const struct order *a, const struct order *b)
{
	if (is_ahead(a) || is_ahead(b))
		return goes_ahead(a) && goes_ahead(b);
	if (is_of_cards(a) || is_of_cards(b))
		return makes_turn(a) && makes_turn(b);
	/* Another's turn is passed, then the own one made. */
	if (a->kind == ORDER_PASS && b->kind == ORDER_MOVE)
		return variant_has_cards(variant);
	if (a->kind == ORDER_MOVE && b->kind == ORDER_MOVE)
		return variant_turn_moves(variant) > 1;
	return (is_of_a_move(a) && is_of_a_move(b)) || (is_of_a_move(a) && is_draw(b)) ||
	       (is_draw(a) && is_of_a_move(b));
}

/* Whether a move of a ring names its board. */
static bool names_board(const struct variant *variant, const struct order *move)
{
	struct ring_wish wish;

	return notation_parse_ring(variant, move->text, &wish) && wish.board >= 0;
}

/* Two boards in one letter: each move goes by itself, and both may answer the letter that asked. */
static void refuse_boards(const struct variant *variant, const struct order *a,
			  const struct order *b, struct reason *why)
{
	bool named = names_board(variant, a) && names_board(variant, b);

	reason_set(why,
		   "a letter holds one move, on one board, and yours has two (lines %u and %u). "
		   "Send each in a reply of its own: MOVE %s in one, MOVE %s in another%s. Both "
		   "can answer the same letter",
		   a->line, b->line, a->text, b->text,
		   named ? "" : phrase(", with the board's number and a colon in front of each"));
}

static void refuse_pair(const struct variant *variant, const struct order *a, const struct order *b,
			struct reason *why)
{
	bool moves = a->kind == ORDER_MOVE && b->kind == ORDER_MOVE;
	struct text pair;

	if (moves && variant_has_boards(variant)) {
		refuse_boards(variant, a, b, why);
		return;
	}
	text_init(&pair, 200);
	order_print(variant, a, &pair);
	text_add(&pair, "\" and \"");
	order_print(variant, b, &pair);
	reason_set(why, "\"%s\" (lines %u and %u) can't both be done%s; send only one of them",
		   pair.bytes, a->line, b->line,
		   moves ? phrase(": in this game a turn is one move") : "");
	text_done(&pair);
}

static void refuse_late(const struct variant *variant, const struct order *move,
			const struct order *payment, struct reason *why)
{
	struct text late;

	text_init(&late, 200);
	order_print(variant, payment, &late);
	reason_set(why,
		   "\"%s\" (line %u) stands below a move (line %u); what is owed is paid before "
		   "the turn's first move, so write all REMOVE and TRADE lines above MOVE",
		   late.bytes, payment->line, move->line);
	text_done(&late);
}

/* A deck that ends with a comma was cut where its letter has an empty line or another order. */
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
		   "behind it; write all its cards without an empty line between them, and no "
		   "comma behind the last",
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

			if (!stands_alone(a) || !stands_alone(b))
				continue;
			if (a->kind == ORDER_MOVE && pays(b))
				refuse_late(variant, a, b, why);
			else if (!go_together(variant, a, b))
				refuse_pair(variant, a, b, why);
			else
				continue;
			return REFUSED;
		}
	}
	return ACCEPTED;
}

/* ---- how many ---- */

/* Whether the very same line can be meant a second time: two copies of one card, a piece that goes
 * there, back and there again in one turn. */
static bool may_repeat(const struct variant *variant, const struct order *order)
{
	if (order->kind == ORDER_MOVE)
		return variant_turn_moves(variant) > 1;
	if (is_ahead(order))
		return true;
	return is_of_cards(order) || (order->kind == ORDER_PASS && variant_has_cards(variant));
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
