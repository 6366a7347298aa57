/* SPDX-License-Identifier: MIT */
/* Orders at a table with cards: what of them the table decides, what is said besides, who is asked. */
#include <assert.h>
#include <stdlib.h>

#include "core/cards/table.h"
#include "core/text.h"
#include "core/turn_parts.h"

/* A message being judged: the orders found in it, and a copy of the table to act on. */
struct judgement {
	const struct game *game;
	uint8_t seat;
	const struct order_list *orders;
	const struct order *draw, *draw_no, *claim, *resign;
	bool plays;                   /* it holds orders that the table decides */
	bool moves;                   /* ... a move or a card among them */
	struct table *table;
	struct history history;
	struct event_list facts;      /* of the table */
	struct event_list *events;
	struct reason *why;
};

static void
begin(struct judgement *judgement)
{
	judgement->table = base_alloc(sizeof *judgement->table);
	*judgement->table = *judgement->game->table;
	history_init(&judgement->history);
	history_copy(&judgement->history, &judgement->game->history);
	judgement->table->history = &judgement->history;
	event_list_init(&judgement->facts);
}

static void
end(struct judgement *judgement)
{
	event_list_done(&judgement->facts);
	history_done(&judgement->history);
	free(judgement->table);
}

/* Whether the facts have changed what others were asked about: more than somebody's passing, or a turn
 * that waits. */
static bool
changes_the_question(const struct event_list *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		switch (facts->events[i].kind) {
		case EVENT_STATE:
		case EVENT_HOLD:
		case EVENT_LET_GO:
		case EVENT_WILL_DISCARD:
		case EVENT_AHEAD:
			continue;
		default:
			return true;
		}
	}
	return false;
}

/* Asks who may act now; who was asked already keeps his question while it is the same. */
static void
ask(const struct judgement *judgement)
{
	uint16_t awaited = table_awaited(judgement->table);
	bool anew = changes_the_question(&judgement->facts);

	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (awaited >> seat & 1 && (anew || judgement->game->questions[seat].entry == 0))
			turn_add_seat(judgement->events, EVENT_ASK, seat, NULL);
}

static void
publish(struct judgement *judgement)
{
	for (size_t i = 0; i < judgement->facts.count; i++)
		event_add(judgement->events, judgement->facts.events[i]);
}

/* The piles are laid, and hands drawn, by the facts that say so. */
static void
deal(struct judgement *judgement, const struct piles *laid)
{
	table_deal(judgement->table->book, laid, &judgement->facts);
	for (size_t i = 0; i < judgement->facts.count; i++) {
		int result = table_apply(judgement->table, &judgement->facts.events[i], NULL);

		assert(result == 0);
		(void)result;
	}
}

void
turn_start_dealt(const struct game *game, const struct piles *laid, struct event_list *events)
{
	turn_cards_start(game, laid, events);
}

void
turn_cards_start(const struct game *game, const struct piles *laid, struct event_list *events)
{
	struct judgement judgement = {.game = game, .events = events};

	begin(&judgement);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	if (laid != NULL)
		deal(&judgement, laid);
	table_start(judgement.table, &judgement.facts);
	publish(&judgement);
	ask(&judgement);
	end(&judgement);
}

static void
sort_out(struct judgement *judgement)
{
	for (size_t i = 0; i < judgement->orders->count; i++) {
		const struct order *order = &judgement->orders->orders[i];

		switch (order->kind) {
		case ORDER_DRAW:
			judgement->draw = order;
			break;
		case ORDER_DRAW_NO:
			judgement->draw_no = order;
			break;
		case ORDER_CLAIM_DRAW:
			judgement->claim = order;
			break;
		case ORDER_RESIGN:
			judgement->resign = order;
			break;
		case ORDER_MOVE:
		case ORDER_PLAY:
			judgement->moves = true;
			judgement->plays = true;
			break;
		case ORDER_PASS:
		case ORDER_ANSWER:
		case ORDER_DISCARD:
		case ORDER_IF_FOGGED:
		case ORDER_IF_CHAOS:
			judgement->plays = true;
			break;
		default:
			break;
		}
	}
}

static bool
is_players_turn(const struct judgement *judgement)
{
	return judgement->table->phase == PHASE_MOVE &&
	       table_awaited(judgement->table) >> judgement->seat & 1;
}

static bool
standing_offer(const struct judgement *judgement)
{
	return judgement->game->offering != NO_SIDE && judgement->game->offering != judgement->seat;
}

/* Whether the seat's word is the last that was missing for a draw. */
static bool
completes_draw(const struct judgement *judgement)
{
	const struct game *game = judgement->game;

	return judgement->draw && standing_offer(judgement) &&
	       (game->position.in_play & ~(game->agreed | 1u << judgement->seat)) == 0;
}

static const char *
claim_of(const struct judgement *judgement)
{
	const struct game *game = judgement->game;

	return rules_draw_claim(game->variant, &game->position, &game->history);
}

static enum verdict
check_draw(const struct judgement *judgement)
{
	bool agreed = judgement->game->agreed >> judgement->seat & 1;

	if (judgement->draw && !judgement->moves && agreed)
		reason_set(judgement->why, "You have agreed to that draw already. It comes about when all "
		           "who are still in play agree.");
	else if (judgement->draw && judgement->moves && completes_draw(judgement))
		reason_set(judgement->why, "A draw is offered to you. Write DRAW alone to accept it, or "
		           "your turn alone to play on.");
	else if (judgement->draw && !judgement->moves && !standing_offer(judgement))
		reason_set(judgement->why, "No draw is offered to you. To offer one yourself write DRAW "
		           "below your move, in the same letter.");
	else if (judgement->draw_no && !standing_offer(judgement) && !agreed)
		reason_set(judgement->why, "No draw is offered to you, so there is none to decline.");
	else if (judgement->claim && !is_players_turn(judgement))
		reason_set(judgement->why, "A draw is claimed in one's own turn, before anything else is "
		           "done in it.");
	else if (judgement->claim && claim_of(judgement) == NULL)
		reason_set(judgement->why, "No draw can be claimed: this position has occurred %u time%s "
		           "(3 are needed), and %u full round%s without capture or pawn move are behind us "
		           "(50 are needed).",
		           history_occurrences(&judgement->game->history),
		           history_occurrences(&judgement->game->history) == 1 ? "" : "s",
		           (unsigned)judgement->game->position.quiet,
		           judgement->game->position.quiet == 1 ? "" : "s");
	else
		return ACCEPTED;
	return REFUSED;
}

/* Whether the turn was held until others have answered: then nobody may know it yet. */
static bool
is_held(const struct event_list *facts)
{
	for (size_t i = 0; i < facts->count; i++)
		if (facts->events[i].kind == EVENT_HOLD)
			return true;
	return false;
}

/* Whether an order names what others may not know: a card's secret target, a card to be discarded, a
 * move said ahead. */
static bool
is_secret(const struct judgement *judgement, const struct order *order)
{
	const struct card_set *set = judgement->table->book->set;
	uint8_t card = order->kind == ORDER_PLAY ? card_named(set, order->text, NULL) : NO_CARD;

	return order->kind == ORDER_DISCARD || order->kind == ORDER_IF_FOGGED ||
	       order->kind == ORDER_IF_CHAOS || (card != NO_CARD && set->cards[card].effect->secret);
}

/* The orders as they were read; what may not be known yet is sealed. */
static void
record_orders(const struct judgement *judgement)
{
	bool held = is_held(&judgement->facts);
	size_t first = judgement->events->count;
	size_t at = first;

	turn_record_orders(judgement->game, judgement->seat, judgement->orders, judgement->events);
	while (at < judgement->events->count && judgement->events->events[at].kind == EVENT_SAY)
		at++;
	for (size_t i = 0; i < judgement->orders->count; i++) {
		const struct order *order = &judgement->orders->orders[i];

		if (order->kind > ORDER_IF_CHAOS)
			continue;
		judgement->events->events[at++].sealed = held || is_secret(judgement, order);
	}
}

static void
end_drawn(const struct judgement *judgement, const char *how)
{
	struct outcome drawn = {.status = STATUS_DRAWN, .how = how};
	struct text text;

	text_init(&text, 0);
	rules_print_outcome(judgement->game->variant, &drawn, &text);
	turn_add_seat(judgement->events, EVENT_RESULT, NO_SIDE, text.bytes);
	text_done(&text);
	judgement->table->phase = PHASE_OVER;
}

/* Whether the seat has made a turn of its own, and not only answered another's. */
static bool
made_turn(const struct judgement *judgement)
{
	for (size_t i = 0; i < judgement->facts.count; i++) {
		const struct event *event = &judgement->facts.events[i];

		if (event->kind == EVENT_SCRIPT && event->seat == judgement->seat &&
		    (text_starts(event->text, "before ") || text_starts(event->text, "instead ") ||
		     text_starts(event->text, "after ")))
			return true;
	}
	return false;
}

/* What a turn means for the offer that stands, and whether it makes one. */
static void
answer_offer(const struct judgement *judgement)
{
	const struct game *game = judgement->game;
	bool agreed = game->agreed >> judgement->seat & 1;

	if (!judgement->moves)
		return;
	if (standing_offer(judgement) && judgement->draw && !agreed)
		turn_add_seat(judgement->events, EVENT_AGREE, judgement->seat, NULL);
	else if (game->offering != NO_SIDE && made_turn(judgement) &&
	         (!standing_offer(judgement) || !agreed))
		turn_add_seat(judgement->events, EVENT_NO_OFFER, game->offering, NULL);
}

static enum verdict
play(struct judgement *judgement)
{
	bool offers = judgement->draw && judgement->moves && !standing_offer(judgement);

	if (offers && !is_players_turn(judgement)) {
		reason_set(judgement->why, "A draw is offered with one's own turn.");
		return REFUSED;
	}
	if (table_decide(judgement->table, judgement->seat, judgement->orders, &judgement->facts,
	                 judgement->why) == REFUSED)
		return REFUSED;
	record_orders(judgement);
	answer_offer(judgement);
	publish(judgement);
	if (offers && judgement->table->phase != PHASE_OVER)
		turn_add_seat(judgement->events, EVENT_OFFER, judgement->seat, NULL);
	return ACCEPTED;
}

static void
leave(struct judgement *judgement, const char *how)
{
	table_leave(judgement->table, judgement->seat, how, &judgement->facts);
	if (judgement->orders != NULL)
		record_orders(judgement);
	publish(judgement);
}

static bool
acts(const struct judgement *judgement)
{
	return judgement->plays || judgement->draw || judgement->draw_no || judgement->claim ||
	       judgement->resign;
}

static enum verdict
decide(struct judgement *judgement)
{
	const struct game *game = judgement->game;
	bool said = !acts(judgement);

	if (!said && (turn_still_plays(game, judgement->seat, judgement->why) == REFUSED ||
	              check_draw(judgement) == REFUSED))
		return REFUSED;
	if (judgement->resign && !game_is_crowded(game) && game->questions[judgement->seat].entry == 0) {
		reason_set(judgement->why, "It isn't your turn. RESIGN is for when the game waits for you.");
		return REFUSED;
	}
	if (judgement->resign) {
		leave(judgement, "resigned");
		return ACCEPTED;
	}
	/* What is said alone may be heard by a Doomsayer. */
	if (judgement->plays || (said && game->outcome.status == STATUS_PLAYING))
		return play(judgement);
	record_orders(judgement);
	if (judgement->claim)
		end_drawn(judgement, claim_of(judgement));
	else if (completes_draw(judgement))
		end_drawn(judgement, "agreement");
	else if (judgement->draw)
		turn_add_seat(judgement->events, EVENT_AGREE, judgement->seat, NULL);
	else if (judgement->draw_no)
		turn_add_seat(judgement->events, EVENT_NO_OFFER, game->offering, NULL);
	return ACCEPTED;
}

enum verdict
turn_cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
                  struct event_list *events, struct reason *why)
{
	struct judgement judgement = {
		.game = game, .seat = seat, .orders = orders, .events = events, .why = why,
	};
	enum verdict verdict;

	if (!game->started) {
		reason_set(why, "The game hasn't begun yet.");
		return REFUSED;
	}
	begin(&judgement);
	sort_out(&judgement);
	verdict = decide(&judgement);
	if (verdict == ACCEPTED)
		ask(&judgement);
	end(&judgement);
	return verdict;
}

void
turn_cards_forfeit(const struct game *game, uint8_t seat, struct event_list *events)
{
	struct judgement judgement = {.game = game, .seat = seat, .events = events};

	begin(&judgement);
	leave(&judgement, "forfeited");
	ask(&judgement);
	end(&judgement);
}
