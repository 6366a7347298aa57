/* SPDX-License-Identifier: MIT */
/*
 * pbem with a fourth kind of game, which nothing but this file knows: chess in which no knight ever
 * moves, and the player to move may pass. Everything else is as in a standard game. It is linked in
 * place of the library's list of kinds.
 */
#include "core/game/turn_orders.h"
#include "core/gametype/gametypes.h"
#include "core/gametype/standard/standard_gametype.h"
#include "core/rules/movegen.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/view/choices.h"

static bool claims(const struct variant *variant)
{
	return strbuf_same(variant_name(variant), "chess");
}

static int apply(struct game *game, const struct entry_head *head, const struct event *event,
		 struct reason *reason)
{
	return standard_gametype.apply(game, head, event, reason);
}

static bool is_knight(const struct variant *variant, unsigned type)
{
	return (int)type == variant_type_of_letter(variant, 'N');
}

/* In check, too: it is the clock that passes nobody over then. */
static enum verdict pass(const struct game *game, uint8_t seat, struct event_list *events)
{
	turn_add_seat(events, EVENT_ORDER, seat, "PASS");
	turn_add_seat(events, EVENT_PASS, seat, NULL);
	turn_add_seat(events, EVENT_TURN, 1 - seat, NULL);
	turn_add_seat(events, EVENT_ASK, 1 - seat, NULL);
	(void)game;
	return ACCEPTED;
}

static enum verdict decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	if (orders->count == 1 && orders->orders[0].kind == ORDER_PASS &&
	    game->outcome.status == STATUS_PLAYING && game_player(game) == seat)
		return pass(game, seat, events);
	if (standard_decide(game, seat, orders, events, why) == REFUSED)
		return REFUSED;
	for (size_t i = 0; i < events->count; i++) {
		if (events->events[i].kind == EVENT_MOVE &&
		    is_knight(game->variant, events->events[i].type)) {
			reason_set(why, "in this kind of game no knight ever moves");
			return REFUSED;
		}
	}
	return ACCEPTED;
}

static void choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		    struct choice_list *out)
{
	const struct position *position = &game->position;
	struct move_list all, list = {.count = 0};

	(void)most;
	if (which != CHOICE_MOVES || game_player(game) != seat ||
	    game->outcome.status != STATUS_PLAYING)
		return;
	movegen_generate(game->variant, position, &all);
	for (unsigned i = 0; i < all.count; i++)
		if (!is_knight(game->variant,
			       position->pieces[position->piece_at[all.moves[i].from]].type))
			list.moves[list.count++] = all.moves[i];
	choices_add_moves(game->variant, position, &list, out);
}

static const struct gametype fourth = {
	.name = "fourth",
	.claims = claims,
	.apply = apply,
	.start = standard_start,
	.decide = decide,
	.forfeit = standard_forfeit,
	.choices = choices,
};

const struct gametype *const gametypes_all[] = {&fourth, &standard_gametype, NULL};
