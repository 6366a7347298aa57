/* SPDX-License-Identifier: MIT */
#include "core/base/text.h"
#include "core/turn/turn_orders.h"

void turn_add_seat(struct event_list *events, enum event_kind kind, uint8_t seat, const char *text)
{
	event_add(events, event_about(kind, seat, 0, text));
}

void turn_sort_out(const struct order_list *orders, struct turn_orders *out)
{
	*out = (struct turn_orders){.move = NULL};
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		switch (order->kind) {
		case ORDER_MOVE:
			out->move = out->move ? out->move : order;
			break;
		case ORDER_REMOVE:
		case ORDER_TRADE:
			out->payment = out->payment ? out->payment : order;
			break;
		case ORDER_DRAW:
			out->draw = order;
			break;
		case ORDER_DRAW_NO:
			out->draw_no = order;
			break;
		case ORDER_CLAIM_DRAW:
			out->claim = order;
			break;
		case ORDER_RESIGN:
			out->resign = order;
			break;
		case ORDER_PASS:
			out->pass = order;
			break;
		case ORDER_PLAY:
			out->play = out->play ? out->play : order;
			break;
		case ORDER_ANSWER:
		case ORDER_DISCARD:
		case ORDER_AUTOPASS:
		case ORDER_IF_FOGGED:
		case ORDER_IF_CHAOS:
			out->answer = order;
			break;
		default:
			break;
		}
	}
}

void turn_record_orders(const struct game *game, uint8_t seat, const struct order_list *orders,
			struct event_list *events)
{
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == ORDER_SAY)
			turn_add_seat(events, EVENT_SAY, seat, order->text);
	}
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];
		struct text text;

		if (!order_is_deed(order))
			continue;
		text_init(&text, 0);
		order_print(game->variant, order, &text);
		turn_add_seat(events, EVENT_ORDER, seat, text.bytes);
		text_done(&text);
	}
}

enum verdict turn_still_plays(const struct game *game, uint8_t seat, struct reason *why)
{
	if (game->outcome.status != STATUS_PLAYING)
		reason_set(why, "The game is over; nothing can be played in it any more.");
	else if (!game_in_play(game, seat))
		reason_set(why,
			   "You are out of this game and have no move in it any more. SAY, STATUS, "
			   "BOARD, HISTORY and HELP work at any time; LEAVE ends the letters you "
			   "get.");
	else
		return ACCEPTED;
	return REFUSED;
}

bool turn_completes_draw(const struct game *game, uint8_t seat, const struct turn_orders *asked)
{
	return asked->draw && game->offering != NO_SIDE && game->offering != seat &&
	       (game->position.in_play & ~(game->agreed | 1u << seat)) == 0;
}

enum verdict turn_check_draw(const struct game *game, uint8_t seat, const struct turn_orders *asked,
			     struct reason *why)
{
	bool offered = game->offering != NO_SIDE && game->offering != seat;
	bool agreed = game->agreed >> seat & 1, moves = asked->move != NULL || asked->play != NULL;
	const char *from = offered ? variant_seat_title(game->variant, game->offering) : "";

	if (asked->draw && !moves && agreed)
		reason_set(why,
			   "You have agreed to that draw already. It comes about when all who are "
			   "still in play agree.");
	else if (asked->draw && moves && turn_completes_draw(game, seat, asked))
		reason_set(why,
			   "%s has offered you a draw. Write DRAW alone to accept it, or your move "
			   "alone to play on.",
			   from);
	else if (asked->draw && !moves && !offered)
		reason_set(why,
			   "No draw is offered to you. To offer one yourself write DRAW below your "
			   "move, in the same letter.");
	/* Among more than two one may take one's word back; an offer to one stands until he has
	 * answered. */
	else if (asked->draw_no && !offered && !(agreed && game_is_crowded(game)))
		reason_set(why, "No draw is offered to you, so there is none to decline.");
	else
		return ACCEPTED;
	return REFUSED;
}

void turn_end_drawn(const struct game *game, const char *how, struct event_list *events)
{
	struct outcome drawn = {.status = STATUS_DRAWN, .how = how};
	struct text text;

	text_init(&text, 0);
	rules_print_outcome(game->variant, &drawn, &text);
	turn_add_seat(events, EVENT_RESULT, NO_SIDE, text.bytes);
	text_done(&text);
}

void turn_answer_offer(const struct game *game, uint8_t seat, const struct turn_orders *asked,
		       bool moved, struct event_list *events)
{
	bool standing = game->offering != NO_SIDE && game->offering != seat;
	bool agreed = game->agreed >> seat & 1;

	if (standing && asked->draw && !agreed)
		turn_add_seat(events, EVENT_AGREE, seat, NULL);
	else if (game->offering != NO_SIDE && moved && (!standing || !agreed))
		turn_add_seat(events, EVENT_NO_OFFER, game->offering, NULL);
}

bool turn_answer_draw(const struct game *game, uint8_t seat, const struct turn_orders *asked,
		      struct event_list *events)
{
	if (turn_completes_draw(game, seat, asked)) {
		turn_end_drawn(game, "agreement", events);
		return true;
	}
	if (asked->draw)
		turn_add_seat(events, EVENT_AGREE, seat, NULL);
	else if (asked->draw_no)
		turn_add_seat(events, EVENT_NO_OFFER, game->offering, NULL);
	return false;
}
