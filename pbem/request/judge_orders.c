/* SPDX-License-Identifier: MIT */
#include "core/game/clock.h"
#include "core/game/turn.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "pbem/request/request_internal.h"

enum verdict request_judge_seen(const struct incoming *incoming, const struct order_list *orders,
				struct event_list *events, struct reason *why)
{
	const struct game *game = incoming_game(incoming);
	const struct gametype *kind = game->variant->kind;
	enum verdict verdict;
	struct game seen;

	if (kind->conceal == NULL)
		return turn_decide(game, incoming->seat, orders, events, why);
	game_copy(&seen, game);
	kind->conceal(&seen, (uint8_t)incoming->seat);
	verdict = turn_decide(&seen, incoming->seat, orders, events, why);
	game_done(&seen);
	return verdict;
}

enum verdict request_judge_ahead(const struct incoming *incoming, const struct order_list *orders,
				 struct conditional_list *given_out, struct reason *why)
{
	const struct game *game = incoming_game(incoming);
	const struct gametype *kind = game->variant->kind;
	struct event_list events;
	enum verdict verdict;
	struct game seen;

	event_list_init(&events);
	game_copy(&seen, game);
	if (kind->conceal != NULL)
		kind->conceal(&seen, (uint8_t)incoming->seat);
	verdict = turn_decide(&seen, incoming->seat, orders, &events, why);
	if (verdict == ACCEPTED)
		verdict = conditional_judge(&seen, (uint8_t)incoming->seat, orders, &events,
					    given_out, why);
	game_done(&seen);
	event_list_done(&events);
	return verdict;
}

enum verdict request_judge(const struct incoming *incoming, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	const struct game *game = incoming_game(incoming);
	struct event_list trial;
	enum verdict verdict = ACCEPTED;

	if (clock_admit(game, incoming->seat, orders, incoming->waiting->received, why) == REFUSED)
		return REFUSED;
	if (orders->dry_run)
		return request_judge_seen(incoming, orders, events, why);
	if (game->variant->kind->conceal != NULL) {
		event_list_init(&trial);
		verdict = request_judge_seen(incoming, orders, &trial, why);
		event_list_done(&trial);
	}
	if (verdict == ACCEPTED)
		verdict = turn_decide(game, incoming->seat, orders, events, why);
	if (verdict == ACCEPTED)
		workspace_note_wait(incoming->workspace, incoming->game,
				    incoming->waiting->received, events);
	return verdict;
}
