/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "core/turn/turn.h"
#include "pbem/mailing/press.h"
#include "pbem/request/requests_cards.h"
#include "pbem/request/requests_orders.h"
#include "pbem/request/requests_readings.h"

/* Every order on a line of its own. */
static void list_orders(const struct hand *hand, const struct order_list *orders, struct text *out)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (order_is_query(&orders->orders[i]))
			continue;
		order_print(hand_game(hand)->variant, &orders->orders[i], out);
		text_add_char(out, '\n');
	}
}

/* Whether log and ledger mustn't name an order: of a game with cards they know what its record
 * tells, and no more of a hand by what was only asked or tried, or waits. */
static bool is_hidden(const struct hand *hand, const char *verdict, const struct order *order)
{
	const struct game *game = hand_game(hand);

	return game->table != NULL &&
	       (strcmp(verdict, "accepted") != 0 || game->table->held[hand->seat].there ||
		order_is_query(order) || turn_order_is_secret(game, order));
}

void requests_note(struct hand *hand, const char *verdict, const struct order_list *orders)
{
	struct text what;

	text_init(&what, sizeof hand->deed.what - 1);
	text_addf(&what, "%s:", verdict);
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		text_add(&what, i > 0 ? "; " : " ");
		if (order->kind == ORDER_SAY)
			text_add(&what, "SAY");
		else if (order->kind == ORDER_SAY_TO)
			text_add(&what, "SAY TO");
		else if (is_hidden(hand, verdict, order))
			text_add(&what, "(secret)");
		else
			order_print(hand_game(hand)->variant, order, &what);
	}
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s", what.bytes);
	text_done(&what);
}

/* A dry run: the facts happen to a copy, and the answer shows it. `why`: they would be refused. */
static int answer_try(struct hand *hand, const struct order_list *orders,
		      const struct event_list *events, const char *why, struct reason *reason)
{
	const struct entry_head head = {
		.number = hand->game->file->head + 1,
		.when = hand->waiting->received,
		.cause = "try",
	};
	struct game trial;
	struct text asked;
	const unsigned before = hand_game(hand)->turns;
	struct mail mail = {.template = "try", .show = &trial, .why = why, .before = &before};
	int result = 0;

	text_init(&asked, 0);
	list_orders(hand, orders, &asked);
	mail.orders = asked.bytes;
	game_copy(&trial, hand_game(hand));
	if (trial.table != NULL)
		table_conceal(trial.table, (uint8_t)hand->seat);
	for (size_t i = 0; result == 0 && i < events->count; i++)
		result = game_apply(&trial, &head, &events->events[i], reason);
	requests_note(hand, "tried", orders);
	if (result == 0)
		result = hand_send(hand, &mail, reason);
	game_done(&trial);
	text_done(&asked);
	return result;
}

static int enter(struct hand *hand, const struct order_list *orders,
		 const struct event_list *events, struct reason *reason)
{
	char *cause = base_printf("sha256:%s", hand->deed.digest);
	const unsigned before = hand_game(hand)->turns;
	struct text asked;
	struct mail mail = {.template = "accepted", .before = &before};
	int result = 0;

	text_init(&asked, 0);
	list_orders(hand, orders, &asked);
	mail.orders = asked.bytes;
	if (events->count > 0)
		result = desk_enter(hand->game, hand->waiting->received, cause, events, reason);
	if (result == 0) {
		hand->accepted = true;
		requests_note(hand, "accepted", orders);
		result = hand_send(hand, &mail, reason);
	}
	for (size_t i = 0; result == 0 && i < orders->count; i++)
		press_say(hand, &orders->orders[i]);
	text_done(&asked);
	free(cause);
	return result;
}

/* The letter lists all legal moves by itself; of one that isn't it names the nearest that is. */
static int refuse_orders(struct hand *hand, const struct order_list *orders, struct reason *why,
			 struct reason *reason)
{
	char *list = strstr(why->text, NOTATION_ALL_LEGAL);

	for (size_t i = 0; i < orders->count; i++)
		if (orders->orders[i].kind == ORDER_MOVE &&
		    strstr(why->text, NOTATION_ILLEGAL) != NULL &&
		    strstr(why->text, orders->orders[i].text) != NULL)
			requests_nearest(hand, orders->orders[i].text, false);
	if (list != NULL)
		*list = '\0';
	return hand_refuse(hand, "refused", why->text, reason);
}

int requests_decide(struct hand *hand, const struct order_list *orders, struct reason *reason)
{
	struct event_list events;
	enum verdict verdict;
	struct reason why;
	int result;

	event_list_init(&events);
	verdict = hand_game(hand)->table != NULL
			  ? requests_decide_cards(hand, orders, &events, &why)
			  : turn_decide(hand_game(hand), hand->seat, orders, &events, &why);
	if (orders->dry_run)
		result = answer_try(hand, orders, &events, verdict == REFUSED ? why.text : NULL,
				    reason);
	else if (verdict == REFUSED)
		result = refuse_orders(hand, orders, &why, reason);
	else
		result = enter(hand, orders, &events, reason);
	event_list_done(&events);
	return result;
}
