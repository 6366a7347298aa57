/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/turn_orders.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

void turn_add_seat(struct event_list *events, enum event_kind kind, uint8_t seat, const char *text)
{
	event_add(events, event_about(kind, seat, 0, text));
}

/* Returns the first order whose kind is between two kinds, both included. */
static const struct order *find_first_order(const struct order_list *orders, enum order_kind from,
					    enum order_kind to)
{
	for (size_t i = 0; orders != NULL && i < orders->count; i++)
		if (orders->orders[i].kind >= from && orders->orders[i].kind <= to)
			return &orders->orders[i];
	return NULL;
}

static struct turn_orders sort_orders(const struct order_list *orders)
{
	return (struct turn_orders){
		.move = find_first_order(orders, ORDER_MOVE, ORDER_MOVE),
		.payment = find_first_order(orders, ORDER_REMOVE, ORDER_TRADE),
		.draw = find_first_order(orders, ORDER_DRAW, ORDER_DRAW),
		.draw_no = find_first_order(orders, ORDER_DRAW_NO, ORDER_DRAW_NO),
		.claim = find_first_order(orders, ORDER_CLAIM_DRAW, ORDER_CLAIM_DRAW),
		.resign = find_first_order(orders, ORDER_RESIGN, ORDER_RESIGN),
		.pass = find_first_order(orders, ORDER_PASS, ORDER_PASS),
		.undo = find_first_order(orders, ORDER_UNDO, ORDER_UNDO_NO),
		.play = find_first_order(orders, ORDER_PLAY, ORDER_PLAY),
		.answer = find_first_order(orders, ORDER_ANSWER, ORDER_IF_CHAOS),
	};
}

struct turn_message turn_message_of(const struct game *game, uint8_t seat,
				    const struct order_list *orders, struct event_list *events,
				    struct reason *why)
{
	return (struct turn_message){
		.game = game,
		.seat = seat,
		.orders = orders,
		.asked = sort_orders(orders),
		.events = events,
		.why = why,
	};
}

bool turn_acts(const struct turn_message *message)
{
	const struct turn_orders *asked = &message->asked;

	return asked->move || asked->payment || asked->draw || asked->draw_no || asked->claim ||
	       asked->resign || asked->pass || asked->undo || asked->play || asked->answer;
}

void turn_record_orders(const struct turn_message *message)
{
	const struct order_list *orders = message->orders;
	struct event_list *events = message->events;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == ORDER_SAY && (message->heard || message->game->terms.press_kept))
			turn_add_seat(events, EVENT_SAY, message->seat, order->text);
	}
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];
		struct strbuf text;

		if (!order_is_recorded(order))
			continue;
		strbuf_init(&text, 0);
		order_print(message->game->variant, order, &text);
		turn_add_seat(events, EVENT_ORDER, message->seat, text.bytes);
		strbuf_done(&text);
	}
}

static bool has_recorded_order(const struct turn_message *message)
{
	for (size_t i = 0; message->orders != NULL && i < message->orders->count; i++)
		if (order_is_recorded(&message->orders->orders[i]))
			return true;
	return false;
}

enum verdict turn_admit(const struct turn_message *message)
{
	const struct game *game = message->game;
	const bool over = game->outcome.status != STATUS_PLAYING;

	if (!game->started)
		reason_set(message->why, "The game hasn't begun yet.");
	else if (!turn_acts(message) && !(over && has_recorded_order(message)))
		return ACCEPTED;
	else if (over)
		reason_set(message->why, "The game is over, so you can't play in it any more.");
	else if (!game_in_play(game, message->seat))
		reason_set(message->why,
			   "You are out of this game, so you can't move in it any more. You can "
			   "still send messages (SAY), ask for STATUS, BOARD, HISTORY and HELP, or "
			   "stop these letters with LEAVE.");
	else
		return ACCEPTED;
	return REFUSED;
}

bool turn_is_offered(const struct turn_message *message)
{
	return message->game->offering != NO_SIDE && message->game->offering != message->seat;
}

static bool has_agreed(const struct turn_message *message)
{
	return message->game->agreed >> message->seat & 1;
}

static bool completes_draw(const struct turn_message *message)
{
	const struct game *game = message->game;

	return message->asked.draw && turn_is_offered(message) &&
	       (game->position.in_play & ~(game->agreed | 1u << message->seat)) == 0;
}

enum verdict turn_check_draw(const struct turn_message *message)
{
	const struct game *game = message->game;
	const struct turn_orders *asked = &message->asked;
	bool offered = turn_is_offered(message), agreed = has_agreed(message);
	bool moves = asked->move != NULL || asked->play != NULL;

	if (asked->draw && !moves && agreed)
		reason_set(message->why,
			   "You have agreed to that draw already. The game is drawn when everyone "
			   "still playing has agreed.");
	else if (moves && completes_draw(message))
		reason_set(message->why,
			   "%s has offered you a draw. Write DRAW alone to accept it, or your move "
			   "alone to play on.",
			   translate(variant_seat_title(game->variant, game->offering)));
	else if (asked->draw && !moves && !offered)
		reason_set(message->why,
			   "Nobody has offered you a draw. To offer one yourself, write DRAW below "
			   "your move, in the same message.");
	/*
	 * With more than two players one may withdraw one's consent. An offer to a single opponent
	 * stays open until it is answered.
	 */
	else if (asked->draw_no && !offered && !(agreed && game_has_many_seats(game)))
		reason_set(message->why, "Nobody has offered you a draw, so there is nothing to "
					 "decline.");
	else
		return ACCEPTED;
	return REFUSED;
}

void turn_end_drawn(const struct turn_message *message, const char *how)
{
	char *result = base_printf("draw %s", how);

	turn_add_seat(message->events, EVENT_RESULT, NO_SIDE, result);
	free(result);
}

void turn_answer_offer(const struct turn_message *message, bool moved)
{
	bool standing = turn_is_offered(message), agreed = has_agreed(message);

	if (standing && message->asked.draw && !agreed)
		turn_add_seat(message->events, EVENT_AGREE, message->seat, NULL);
	else if (message->game->offering != NO_SIDE && moved && (!standing || !agreed))
		turn_add_seat(message->events, EVENT_NO_OFFER, message->game->offering, NULL);
}

bool turn_answer_draw(const struct turn_message *message)
{
	if (completes_draw(message)) {
		turn_end_drawn(message, "agreement");
		return true;
	}
	if (message->asked.draw)
		turn_add_seat(message->events, EVENT_AGREE, message->seat, NULL);
	else if (message->asked.draw_no)
		turn_add_seat(message->events, EVENT_NO_OFFER, message->game->offering, NULL);
	return false;
}
