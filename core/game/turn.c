/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/takeback.h"
#include "core/game/turn.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

static const struct gametype *gametype_of(const struct game *game)
{
	return game->variant->kind;
}

void turn_start(const struct game *game, struct event_list *events)
{
	gametype_of(game)->start(game, events);
}

void turn_start_lots(const struct game *game, struct event_list *events)
{
	if (gametype_of(game)->start_lots != NULL)
		gametype_of(game)->start_lots(game, events);
	else
		gametype_of(game)->start(game, events);
}

enum verdict turn_start_now(const struct game *game, struct event_list *events, struct reason *why)
{
	const bool over = game->outcome.status != STATUS_PLAYING;

	if (!over && gametype_of(game)->start_now != NULL &&
	    gametype_of(game)->start_now(game, events))
		return ACCEPTED;
	return reason_refuse(why, "%s",
			     game->started ? "the game has begun"
			     : over	   ? "the game is over"
					   : "the game doesn't wait for words or decks");
}

/*
 * Reports whether the orders include a conditional move. Kinds of games don't judge those
 * (core/game).
 */
static bool has_conditional_move(const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) == PART_CONDITIONAL)
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
		if (order_part(orders->orders[i].kind) != PART_CONDITIONAL)
			present.orders[present.count++] = orders->orders[i];
	verdict = gametype_of(game)->decide(game, seat, &present, events, why);
	free(present.orders);
	return verdict;
}

enum verdict turn_decide(const struct game *game, unsigned seat, const struct order_list *orders,
			 struct event_list *events, struct reason *why)
{
	struct reason unasked;

	if (why == NULL)
		why = &unasked;
	if (takeback_is_asked(orders))
		return takeback_decide(game, (uint8_t)seat, orders, events, why);
	return (has_conditional_move(orders) ? decide_present : gametype_of(game)->decide)(
		game, (uint8_t)seat, orders, events, why);
}

static bool is_play(const void *game, const char *words)
{
	const struct game *heard = game;

	return gametype_of(heard)->is_play(heard, words);
}

void turn_allow_bare_plays(const struct game *game, struct order_list *list)
{
	if (!game->started || gametype_of(game)->is_play == NULL)
		return;
	list->is_play = is_play;
	list->game = game;
}

bool turn_order_is_secret(const struct game *game, const struct order *order)
{
	return gametype_of(game)->is_secret != NULL && gametype_of(game)->is_secret(game, order);
}

enum verdict turn_forfeit(const struct game *game, unsigned seat, unsigned board,
			  struct event_list *events, struct reason *why)
{
	if (game->outcome.status != STATUS_PLAYING || !game->started)
		reason_set(why, "the game is not being played");
	else if (!game_in_play(game, seat))
		reason_set(why, "%s is out of the game already",
			   translate(variant_seat_title(game->variant, seat)));
	else if (board != 0 && !gametype_of(game)->boards)
		reason_set(why, "this game has one board, so none is named");
	else
		return gametype_of(game)->forfeit(game, (uint8_t)seat, board, events, why);
	return REFUSED;
}

enum verdict turn_adjudicate(const struct game *game, const struct outcome *outcome,
			     struct event_list *events, struct reason *why)
{
	struct strbuf result;

	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "the game is over already");
	if (!game->started && outcome->status != STATUS_VOID)
		return reason_refuse(why, "the game hasn't begun; it can be cancelled");
	strbuf_init(&result, 0);
	rules_print_outcome(game->variant, outcome, &result);
	event_add(events, event_about(EVENT_RESULT, NO_SIDE, 0, result.bytes));
	strbuf_done(&result);
	return ACCEPTED;
}

bool turn_end_run(const struct game *game, struct event_list *events)
{
	return gametype_of(game)->end_run != NULL && game->outcome.status == STATUS_PLAYING &&
	       gametype_of(game)->end_run(game, events);
}
