/* SPDX-License-Identifier: MIT */
/* Before a game with cards begins: words and decks come in, and then it does. */
#include <stdlib.h>

#include "core/kind/cards/cards_state.h"
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_kind.h"
#include "core/turn/turn_orders.h"
#include "core/variant/variant_data.h"

/* Everybody is asked for what is gathered now. */
static void ask_all(const struct game *game, struct event_list *events)
{
	for (uint8_t seat = 0; seat < game->variant->side_count; seat++)
		turn_add_seat(events, EVENT_ASK, seat, NULL);
}

/* What is gathered next, or the game begins. */
static void go_on(const struct game *game, struct table *table, struct event_list *events)
{
	struct piles *laid;

	if (gather_next(table->book, &table->gather, &table->lots, events)) {
		ask_all(game, events);
		return;
	}
	laid = base_alloc(sizeof *laid);
	gather_lay(table->book, &table->gather, &table->lots, laid);
	cards_start_at(game, table, laid, events);
	free(laid);
}

/* A copy to be changed; to be freed. */
static struct table *copy_of(const struct game *game)
{
	struct table *table = base_alloc(sizeof *table);

	table_copy(table, cards_state(game));
	return table;
}

void cards_gather_start(const struct game *game, struct event_list *events)
{
	struct table *table = copy_of(game);

	go_on(game, table, events);
	free(table);
}

bool cards_gather_close(const struct game *game, struct event_list *events)
{
	struct table *table;

	if (cards_state(game)->gather.stage == GATHER_NOTHING)
		return false;
	turn_add_seat(events, EVENT_GATHER, NO_SIDE, "close");
	table = copy_of(game);
	go_on(game, table, events);
	free(table);
	return true;
}

/* The JOIN or DECK of the message; NULL, and *other_out, when another order stands in it. */
static const struct order *find_order(const struct order_list *orders,
				      const struct order **other_out)
{
	const struct order *found = NULL;

	*other_out = NULL;
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == ORDER_JOIN || order->kind == ORDER_DECK)
			found = order;
		else if (!order_is_query(order) && order->kind != ORDER_SAY &&
			 order->kind != ORDER_SAY_TO)
			*other_out = order;
	}
	return *other_out == NULL ? found : NULL;
}

static enum verdict refuse_other(const struct game *game, struct reason *why)
{
	if (cards_state(game)->gather.stage == GATHER_WORDS)
		reason_set(why, "The game hasn't begun yet: first everybody is asked for words for "
				"the shuffles. Write JOIN WORDS and yours, or JOIN alone.");
	else if (cards_state(game)->gather.stage == GATHER_DECKS)
		reason_set(why, "The game hasn't begun yet: it waits for the decks. Write DECK and "
				"the names of your cards, with commas between them.");
	else
		reason_set(why, "The game hasn't begun yet.");
	return REFUSED;
}

/* What was said is public; words and decks are sealed. */
static void record_orders(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events)
{
	size_t first = events->count;
	const struct turn_message in = turn_message_of(game, seat, orders, events, NULL);

	turn_record_orders(&in);
	for (size_t i = first; i < events->count; i++)
		events->events[i].sealed = events->events[i].kind == EVENT_ORDER;
}

enum verdict cards_gather_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why)
{
	const struct order *other, *order = find_order(orders, &other);
	struct event_list facts;
	struct table *table;
	enum verdict verdict = ACCEPTED;

	if (other != NULL || cards_state(game)->gather.stage == GATHER_NOTHING)
		return refuse_other(game, why);
	table = copy_of(game);
	event_list_init(&facts);
	if (order != NULL)
		verdict = gather_take(table->book, &table->gather, &table->lots, seat, order,
				      &facts, why);
	if (verdict == ACCEPTED) {
		record_orders(game, seat, orders, events);
		event_append(events, &facts);
		/* A dry run doesn't know what would be dealt. */
		if (order != NULL && gather_missing(table->book, &table->gather) == 0 &&
		    table->lots.secret[0] != '\0')
			go_on(game, table, events);
	}
	event_list_done(&facts);
	free(table);
	return verdict;
}
