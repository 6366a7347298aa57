/* SPDX-License-Identifier: MIT */
/* Before a game with cards begins: gathers words and decks, then begins it. */
#include <stdlib.h>

#include "core/cards/state/card_state.h"
#include "core/game/turn_orders.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/variant/variant_data.h"

/* Asks every seat for what is gathered now. */
static void request_from_all_seats(const struct game *game, struct event_list *events)
{
	for (uint8_t seat = 0; seat < game->variant->side_count; seat++)
		turn_add_seat(events, EVENT_ASK, seat, NULL);
}

/* Begins the next stage of gathering, or the game. */
static void begin_next_stage(const struct game *game, struct card_state *table,
			     struct event_list *events)
{
	struct piles *laid;

	if (setup_phase_next(table->book, &table->gather, &table->lots, events)) {
		request_from_all_seats(game, events);
		return;
	}
	laid = base_alloc(sizeof *laid);
	setup_phase_lay(table->book, &table->gather, &table->lots, laid);
	cards_start_at(game, table, laid, events);
	free(laid);
}

/* Returns a copy of the table to change. The caller frees it. */
static struct card_state *copy_table(const struct game *game)
{
	struct card_state *table = base_alloc(sizeof *table);

	card_state_copy(table, cards_state(game));
	return table;
}

void cards_gather_start(const struct game *game, struct event_list *events)
{
	struct card_state *table = copy_table(game);

	begin_next_stage(game, table, events);
	free(table);
}

bool cards_gather_close(const struct game *game, struct event_list *events)
{
	struct card_state *table;

	if (cards_state(game)->gather.stage == SETUP_PHASE_NOTHING)
		return false;
	turn_add_seat(events, EVENT_GATHER, NO_SIDE, "close");
	table = copy_table(game);
	begin_next_stage(game, table, events);
	free(table);
	return true;
}

/* Returns the JOIN or DECK of the message. Returns NULL if there is none, or if there is another
 * order, which goes to *other_out. */
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

static enum verdict refuse_other_orders(const struct game *game, struct reason *why)
{
	if (cards_state(game)->gather.stage == SETUP_PHASE_WORDS)
		reason_set(why,
			   "The game hasn't begun yet: first we ask every player for a few "
			   "words for the shuffle. Write JOIN WORDS and yours, or JOIN alone.");
	else if (cards_state(game)->gather.stage == SETUP_PHASE_DECKS)
		reason_set(why, "The game hasn't begun yet: it waits for the decks. Write DECK and "
				"the names of your cards, with commas between them.");
	else
		reason_set(why, "The game hasn't begun yet.");
	return REFUSED;
}

/* Records the orders: the text of SAY is public; words and decks are sealed. */
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
	struct event_list event_list;
	struct card_state *table;
	enum verdict verdict = ACCEPTED;

	/* The game's secrets are published, so no words and no deck can be sealed any more. */
	if ((order != NULL || other != NULL) && game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "The game is over, so you can't play in it any more.");
	if (other != NULL || cards_state(game)->gather.stage == SETUP_PHASE_NOTHING)
		return refuse_other_orders(game, why);
	table = copy_table(game);
	event_list_init(&event_list);
	if (order != NULL)
		verdict = setup_phase_take(table->book, &table->gather, &table->lots, seat, order,
					   &event_list, why);
	if (verdict == ACCEPTED) {
		record_orders(game, seat, orders, events);
		event_append(events, &event_list);
		/* A dry run has no secret, and so can't deal. */
		if (order != NULL && setup_phase_missing(table->book, &table->gather) == 0 &&
		    table->lots.secret[0] != '\0')
			begin_next_stage(game, table, events);
	}
	event_list_done(&event_list);
	free(table);
	return verdict;
}
