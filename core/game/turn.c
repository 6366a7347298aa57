/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/turn.h"
#include "core/turn/undo.h"
#include "core/variant/variant_data.h"

static const struct kind *kind_of(const struct game *game)
{
	return game->variant->kind;
}

void turn_start(const struct game *game, struct event_list *events)
{
	kind_of(game)->start(game, events);
}

void turn_start_lots(const struct game *game, struct event_list *events)
{
	if (kind_of(game)->start_lots != NULL)
		kind_of(game)->start_lots(game, events);
	else
		kind_of(game)->start(game, events);
}

enum verdict turn_start_now(const struct game *game, struct event_list *events, struct reason *why)
{
	if (kind_of(game)->start_now != NULL && kind_of(game)->start_now(game, events))
		return ACCEPTED;
	return reason_refuse(why, "%s",
			     game->started ? "the game has begun"
					   : "the game doesn't wait for words or decks");
}

/* Whether there is a move for turns to come: they are no kind's business (core/intent). */
static bool looks_ahead(const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) == PART_AHEAD)
			return true;
	return false;
}

static enum verdict decide_present(const struct game *game, uint8_t seat,
				   const struct order_list *orders, struct event_list *events,
				   struct reason *why)
{
	struct order_list present = *orders;
	enum verdict verdict;

	present.orders = base_alloc(orders->count * sizeof *present.orders);
	present.count = 0;
	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) != PART_AHEAD)
			present.orders[present.count++] = orders->orders[i];
	verdict = kind_of(game)->decide(game, seat, &present, events, why);
	free(present.orders);
	return verdict;
}

enum verdict turn_decide(const struct game *game, unsigned seat, const struct order_list *orders,
			 struct event_list *events, struct reason *why)
{
	struct reason unasked;

	if (why == NULL)
		why = &unasked;
	if (undo_is_asked(orders))
		return undo_decide(game, (uint8_t)seat, orders, events, why);
	return (looks_ahead(orders) ? decide_present : kind_of(game)->decide)(game, (uint8_t)seat,
									      orders, events, why);
}

bool turn_order_is_secret(const struct game *game, const struct order *order)
{
	return kind_of(game)->is_secret != NULL && kind_of(game)->is_secret(game, order);
}

enum verdict turn_forfeit(const struct game *game, unsigned seat, unsigned board,
			  struct event_list *events, struct reason *why)
{
	if (game->outcome.status != STATUS_PLAYING || !game->started)
		reason_set(why, "the game is not being played");
	else if (!game_in_play(game, seat))
		reason_set(why, "%s is out of the game already",
			   phrase(variant_seat_title(game->variant, seat)));
	else if (board != 0 && !kind_of(game)->boards)
		reason_set(why, "this game has one board, so none is named");
	else
		return kind_of(game)->forfeit(game, (uint8_t)seat, board, events, why);
	return REFUSED;
}

enum verdict turn_adjudicate(const struct game *game, const struct outcome *outcome,
			     struct event_list *events, struct reason *why)
{
	struct text result;

	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "the game is over already");
	if (!game->started && outcome->status != STATUS_VOID)
		return reason_refuse(why, "the game hasn't begun; it can be cancelled");
	text_init(&result, 0);
	rules_print_outcome(game->variant, outcome, &result);
	event_add(events, event_about(EVENT_RESULT, NO_SIDE, 0, result.bytes));
	text_done(&result);
	return ACCEPTED;
}

bool turn_end_run(const struct game *game, struct event_list *events)
{
	return kind_of(game)->end_run != NULL && game->outcome.status == STATUS_PLAYING &&
	       kind_of(game)->end_run(game, events);
}
