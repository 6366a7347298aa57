/* SPDX-License-Identifier: MIT */
/* Orders at a table with cards: what of them the table decides, what is said besides, who is asked.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/kind/cards/cards_state.h"
#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/kind/cards/cards_turn.h"
#include "core/turn/turn_orders.h"

/* A message being judged: the orders found in it, and a copy of the table to act on. */
struct cards_judgement {
	const struct game *game;
	uint8_t seat;
	const struct order_list *orders;
	struct turn_orders asked;
	struct table *table;
	struct history history;
	struct event_list facts; /* of the table */
	struct event_list *events;
	struct reason *why;
};

static void begin(struct cards_judgement *judgement)
{
	judgement->table = base_alloc(sizeof *judgement->table);
	table_copy(judgement->table, cards_state(judgement->game));
	history_init(&judgement->history);
	history_copy(&judgement->history, &judgement->game->history);
	judgement->table->history = &judgement->history;
	event_list_init(&judgement->facts);
}

static void end(struct cards_judgement *judgement)
{
	event_list_done(&judgement->facts);
	history_done(&judgement->history);
	free(judgement->table);
}

/* Whether the facts have changed what others were asked about: more than somebody's passing, or a
 * turn that waits. */
static bool changes_the_question(const struct event_list *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		switch (facts->events[i].kind) {
		case EVENT_STATE:
		case EVENT_HOLD:
		case EVENT_LET_GO:
		case EVENT_WILL_DISCARD:
		case EVENT_AHEAD:
		case EVENT_AUTOPASS:
			continue;
		default:
			return true;
		}
	}
	return false;
}

/* Asks who may act now; who was asked already keeps his question while it is the same. */
static void ask(const struct cards_judgement *judgement)
{
	uint16_t awaited = table_awaited(judgement->table);
	bool anew = changes_the_question(&judgement->facts);

	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (awaited >> seat & 1 && (anew || judgement->game->questions[seat].entry == 0))
			turn_add_seat(judgement->events, EVENT_ASK, seat, NULL);
}

static void publish(struct cards_judgement *judgement)
{
	event_append(judgement->events, &judgement->facts);
}

/* The piles are laid, and hands drawn, by the facts that say so. */
static void deal(struct cards_judgement *judgement, const struct piles *laid)
{
	table_deal(judgement->table->book, laid, &judgement->facts);
	for (size_t i = 0; i < judgement->facts.count; i++) {
		int result = table_apply(judgement->table, &judgement->facts.events[i], NULL);

		assert(result == 0);
		(void)result;
	}
}

void cards_start(const struct game *game, struct event_list *events)
{
	cards_start_at(game, cards_state(game), NULL, events);
}

void cards_start_dealt(const struct game *game, const struct piles *laid, struct event_list *events)
{
	cards_start_at(game, cards_state(game), laid, events);
}

void cards_start_at(const struct game *game, const struct table *table, const struct piles *laid,
		    struct event_list *events)
{
	struct cards_judgement judgement = {.game = game, .events = events};

	begin(&judgement);
	judgement.table->lots = table->lots;
	memset(&judgement.table->gather, 0, sizeof judgement.table->gather);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	if (laid != NULL)
		deal(&judgement, laid);
	message_start(judgement.table, &judgement.facts);
	publish(&judgement);
	ask(&judgement);
	end(&judgement);
}

static bool is_players_turn(const struct cards_judgement *judgement)
{
	return judgement->table->now.phase == PHASE_MOVE &&
	       table_awaited(judgement->table) >> judgement->seat & 1;
}

/* Whether a move or a card stands among the orders. */
static bool moves(const struct cards_judgement *judgement)
{
	return judgement->asked.move || judgement->asked.play;
}

static bool standing_offer(const struct cards_judgement *judgement)
{
	return judgement->game->offering != NO_SIDE && judgement->game->offering != judgement->seat;
}

static const char *claim_of(const struct cards_judgement *judgement)
{
	const struct game *game = judgement->game;

	return rules_draw_claim(game->variant, &game->position, &game->history);
}

static enum verdict check_claim(const struct cards_judgement *judgement)
{
	const struct game *game = judgement->game;
	unsigned times = history_occurrences(&game->history), rounds = game->position.quiet;

	if (!is_players_turn(judgement))
		reason_set(judgement->why,
			   "A draw is claimed in one's own turn, before anything else is "
			   "done in it.");
	else if (claim_of(judgement) == NULL)
		reason_set(judgement->why,
			   "No draw can be claimed: this position has occurred %u time%s "
			   "(3 are needed), and %u full round%s without capture or pawn move are "
			   "behind us "
			   "(50 are needed).",
			   times, times == 1 ? "" : "s", rounds, rounds == 1 ? "" : "s");
	else
		return ACCEPTED;
	return REFUSED;
}

/* Whether the turn was held until others have answered: then nobody may know it yet. */
static bool is_held(const struct event_list *facts)
{
	for (size_t i = 0; i < facts->count; i++)
		if (facts->events[i].kind == EVENT_HOLD)
			return true;
	return false;
}

bool cards_is_secret(const struct game *game, const struct order *order)
{
	const struct card_set *set = cards_state(game)->book->set;
	uint8_t card = order->kind == ORDER_PLAY ? card_named(set, order->text, NULL) : NO_CARD;

	/* What Haunting Memories names may be as secret as what it copies. */
	return order->kind == ORDER_DISCARD || order->kind == ORDER_IF_FOGGED ||
	       order->kind == ORDER_IF_CHAOS || order->kind == ORDER_JOIN ||
	       order->kind == ORDER_DECK ||
	       (card != NO_CARD &&
		(set->cards[card].effect->secret || set->cards[card].effect->verb == VERB_ECHO));
}

/* The orders as they were read; what may not be known yet is sealed. When the game is over nothing
 * is. */
static void record_orders(const struct cards_judgement *judgement)
{
	bool held = is_held(&judgement->facts);
	bool over = judgement->game->outcome.status != STATUS_PLAYING;
	size_t first = judgement->events->count;
	size_t at = first;

	turn_record_orders(judgement->game, judgement->seat, judgement->orders, judgement->events);
	while (at < judgement->events->count && judgement->events->events[at].kind == EVENT_SAY)
		at++;
	for (size_t i = 0; i < judgement->orders->count; i++) {
		const struct order *order = &judgement->orders->orders[i];

		if (!order_is_deed(order))
			continue;
		judgement->events->events[at++].sealed =
			!over && (held || cards_is_secret(judgement->game, order));
	}
}

/* Whether the seat has made a turn of its own, and not only answered another's. */
static bool made_turn(const struct cards_judgement *judgement)
{
	for (size_t i = 0; i < judgement->facts.count; i++) {
		const struct event *event = &judgement->facts.events[i];

		if (event->kind == EVENT_SCRIPT && event->seat == judgement->seat &&
		    action_tells_own_turn(event->text))
			return true;
	}
	return false;
}

static enum verdict play(struct cards_judgement *judgement)
{
	bool offers = judgement->asked.draw && moves(judgement) && !standing_offer(judgement);

	if (offers && !is_players_turn(judgement)) {
		reason_set(judgement->why, "A draw is offered with one's own turn.");
		return REFUSED;
	}
	if (message_decide(judgement->table, judgement->seat, judgement->orders, &judgement->facts,
			   judgement->why) == REFUSED)
		return REFUSED;
	record_orders(judgement);
	if (moves(judgement))
		turn_answer_offer(judgement->game, judgement->seat, &judgement->asked,
				  made_turn(judgement), judgement->events);
	publish(judgement);
	if (offers && judgement->table->now.phase != PHASE_OVER)
		turn_add_seat(judgement->events, EVENT_OFFER, judgement->seat, NULL);
	return ACCEPTED;
}

static void leave(struct cards_judgement *judgement, const char *how)
{
	message_leave(judgement->table, judgement->seat, how, &judgement->facts);
	if (judgement->orders != NULL)
		record_orders(judgement);
	publish(judgement);
}

/* Whether there are orders that the table decides. */
static bool for_table(const struct cards_judgement *judgement)
{
	return moves(judgement) || judgement->asked.pass || judgement->asked.answer;
}

static bool acts(const struct cards_judgement *judgement)
{
	return for_table(judgement) || judgement->asked.draw || judgement->asked.draw_no ||
	       judgement->asked.claim || judgement->asked.resign;
}

static enum verdict decide(struct cards_judgement *judgement)
{
	const struct game *game = judgement->game;
	bool said = !acts(judgement);

	if (!said &&
	    (turn_still_plays(game, judgement->seat, judgement->why) == REFUSED ||
	     turn_check_draw(game, judgement->seat, &judgement->asked, judgement->why) == REFUSED))
		return REFUSED;
	if ((judgement->asked.draw || judgement->asked.draw_no) && for_table(judgement) &&
	    !moves(judgement)) {
		reason_set(judgement->why,
			   "DRAW and DRAW NO answer an offer alone; send what else you want "
			   "to do in a letter of its own.");
		return REFUSED;
	}
	if (judgement->asked.claim && check_claim(judgement) == REFUSED)
		return REFUSED;
	if (judgement->asked.resign) {
		leave(judgement, "resigned");
		return ACCEPTED;
	}
	/* What is said alone may be heard by a Doomsayer. */
	if (for_table(judgement) || (said && game->outcome.status == STATUS_PLAYING))
		return play(judgement);
	record_orders(judgement);
	if (judgement->asked.claim)
		turn_end_drawn(game, claim_of(judgement), judgement->events);
	if (judgement->asked.claim ||
	    turn_answer_draw(game, judgement->seat, &judgement->asked, judgement->events))
		judgement->table->now.phase = PHASE_OVER;
	return ACCEPTED;
}

enum verdict cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement = {
		.game = game,
		.seat = seat,
		.orders = orders,
		.events = events,
		.why = why,
	};
	enum verdict verdict;

	begin(&judgement);
	turn_sort_out(orders, &judgement.asked);
	verdict = decide(&judgement);
	if (verdict == ACCEPTED)
		ask(&judgement);
	end(&judgement);
	return verdict;
}

enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
			   struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement = {
		.game = game, .seat = seat, .events = events, .why = why};

	(void)board;
	begin(&judgement);
	leave(&judgement, "forfeited");
	ask(&judgement);
	end(&judgement);
	return ACCEPTED;
}

/* A turn may be lost only once the king is back from under the hill. */
static void answer_for(struct table *table, bool lost, struct event_list *record)
{
	uint8_t seat = table->now.demanded;

	message_answer_overdue(table, record);
	if (lost && table->now.phase == PHASE_MOVE && table_next(table) == seat)
		message_lose_turn(table, record);
}

void cards_lapse(const struct game *game, uint16_t seats, bool lost, struct event_list *events)
{
	struct cards_judgement judgement = {.game = game, .events = events};
	struct table *table;

	begin(&judgement);
	table = judgement.table;
	if (table->now.phase == PHASE_DEMAND) {
		answer_for(table, lost, &judgement.facts);
	} else if (table->now.phase == PHASE_MOVE) {
		message_lose_turn(table, &judgement.facts);
	} else {
		if (lost)
			message_lose_turn(table, &judgement.facts);
		message_close_window(table, seats, &judgement.facts);
	}
	publish(&judgement);
	ask(&judgement);
	end(&judgement);
}
