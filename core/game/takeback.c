/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/game/game_time_limits.h"
#include "core/game/takeback.h"
#include "core/game/turn_orders.h"
#include "core/order/order_parse.h"
#include "core/util/base.h"
#include "core/variant/variant_data.h"

/* ---- the undo ---- */

static bool has_absence(const struct seat_away *away, uint32_t from, uint32_t to)
{
	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		if (away->from[i] == from && away->to[i] == to)
			return true;
	return false;
}

static void add_absence(uint8_t seat, uint32_t from, uint32_t to, struct event_list *events)
{
	char first[GAME_LIMITS_DAY], last[GAME_LIMITS_DAY], *text;

	game_limits_print_day(from, first);
	game_limits_print_day(to, last);
	text = base_printf("%s %s", first, last);
	turn_add_seat(events, EVENT_VACATION, seat, text);
	free(text);
}

/* Adds the events that keep a seat's present absences. */
static void preserve_absences(uint8_t seat, const struct seat_away *now,
			      const struct seat_away *then, struct event_list *events)
{
	const struct seat_away none = {{0}, {0}};
	char never[GAME_LIMITS_DAY];
	bool withdrawn = false;

	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		withdrawn |= then->to[i] != 0 && !has_absence(now, then->from[i], then->to[i]);
	game_limits_print_day(0, never);
	if (withdrawn)
		turn_add_seat(events, EVENT_BACK, seat, never);
	for (unsigned i = GAME_ABSENCES; i-- > 0;)
		if (now->to[i] != 0 &&
		    !has_absence(withdrawn ? &none : then, now->from[i], now->to[i]))
			add_absence(seat, now->from[i], now->to[i], events);
}

void takeback_add_events(const struct game *now, const struct game *then,
			 const struct undone *undone, bool seen, struct event_list *events)
{
	const struct gametype *kind = then->variant->kind;

	event_add(events, event_about(EVENT_UNDO, NO_SIDE, undone->to, NULL));
	/* Keeps what doesn't belong to turns: a pause, and absences. */
	if ((now->paused != 0) != (then->paused != 0))
		turn_add_seat(events, now->paused != 0 ? EVENT_PAUSE : EVENT_RESUME, NO_SIDE, NULL);
	for (uint8_t seat = 0; seat < MAX_SEATS; seat++)
		preserve_absences(seat, &now->away[seat], &then->away[seat], events);
	if (seen && kind->reshuffle != NULL)
		kind->reshuffle(then, undone->by, events);
	for (uint8_t seat = 0; seat < MAX_SEATS; seat++)
		if (then->questions[seat].entry != 0)
			turn_add_seat(events, EVENT_ASK, seat, NULL);
}

bool takeback_shows(const struct variant *variant, const struct event_list *events)
{
	const struct gametype *kind = variant->kind;

	for (size_t i = 0; kind->shows != NULL && i < events->count; i++)
		if (!events->events[i].sealed && kind->shows(&events->events[i]))
			return true;
	return false;
}

/* ---- by consent ---- */

static bool is_undo(const struct order *order)
{
	return order->kind == ORDER_UNDO || order->kind == ORDER_UNDO_NO;
}

bool takeback_is_asked(const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++)
		if (is_undo(&orders->orders[i]))
			return true;
	return false;
}

/*
 * Reports whether the message has no order except UNDO and queries. SAY is allowed too, except in
 * games with cards, where it may affect the game.
 */
static bool has_no_other_orders(const struct game *game, const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];
		bool said = order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO;

		if (!is_undo(order) && !order_is_query(order) &&
		    (!said || game->variant->kind->cards))
			return false;
	}
	return true;
}

uint16_t takeback_awaited(const struct game *game)
{
	uint16_t seats = 0;

	if (game->undo_request.seat == NO_SIDE)
		return 0;
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		if (game_in_play(game, seat) && !(game->undo_request.agreed >> seat & 1))
			seats |= (uint16_t)(1u << seat);
	return seats;
}

bool takeback_is_agreed(const struct game *game, unsigned *to_out)
{
	if (game->outcome.status != STATUS_PLAYING || game->undo_request.seat == NO_SIDE ||
	    takeback_awaited(game) != 0)
		return false;
	*to_out = game->undo_request.to;
	return true;
}

static enum verdict request_or_agree(const struct game *game, uint8_t seat,
				     struct event_list *events, struct reason *why)
{
	const struct undo_request *request = &game->undo_request;

	if (request->seat == NO_SIDE && game->sent[seat] == 0)
		return reason_refuse(why, "You have made no turn yet that could be taken back.");
	if (request->seat != NO_SIDE && request->agreed >> seat & 1)
		return reason_refuse(
			why,
			"You have agreed to that already. The game is taken back when "
			"everyone still playing has agreed; UNDO NO withdraws your agreement.");
	if (request->seat != NO_SIDE)
		turn_add_seat(events, EVENT_UNDO_AGREED, seat, NULL);
	else
		event_add(events, event_about(EVENT_UNDO_ASKED, seat, game->sent[seat] - 1, NULL));
	return ACCEPTED;
}

enum verdict takeback_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			     struct event_list *events, struct reason *why)
{
	const struct turn_message message = turn_message_of(game, seat, orders, events, why);
	const bool declines = message.asked.undo->kind == ORDER_UNDO_NO;

	if (turn_admit(&message) == REFUSED)
		return REFUSED;
	if (!has_no_other_orders(game, orders))
		return reason_refuse(why, "UNDO and UNDO NO stand alone in a message. Please send "
					  "your other orders in a second one.");
	if (declines && game->undo_request.seat == NO_SIDE)
		return reason_refuse(why, "Nobody asks to take a turn back, so there is nothing to "
					  "decline.");
	turn_record_orders(&message);
	if (!declines)
		return request_or_agree(game, seat, events, why);
	turn_add_seat(events, EVENT_UNDO_REFUSED, seat, NULL);
	return ACCEPTED;
}
