/* SPDX-License-Identifier: MIT */
/* Orders at a table with cards: what of them the table decides, what is said besides, who is asked.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kind/cards/cards_state.h"
#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/kind/cards/cards_kind.h"
#include "core/rules/draws.h"
#include "core/turn/turn_orders.h"

/* A message being judged, and a copy of the table to act on. */
struct cards_judgement {
	struct turn_message in;
	struct table *table;
	struct history history;
	struct event_list facts; /* of the table */
};

static void begin(struct cards_judgement *judgement, struct turn_message in)
{
	judgement->in = in;
	judgement->table = base_alloc(sizeof *judgement->table);
	table_copy(judgement->table, cards_state(judgement->in.game));
	history_init(&judgement->history);
	history_copy(&judgement->history, &judgement->in.game->history);
	judgement->table->history = &judgement->history;
	event_list_init(&judgement->facts);
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
		if (awaited >> seat & 1 && (anew || judgement->in.game->questions[seat].entry == 0))
			turn_add_seat(judgement->in.events, EVENT_ASK, seat, NULL);
}

/* What has been decided is done, and who may act now is asked. */
static void end(struct cards_judgement *judgement, enum verdict verdict)
{
	if (verdict == ACCEPTED)
		ask(judgement);
	event_list_done(&judgement->facts);
	history_done(&judgement->history);
	free(judgement->table);
}

static void publish(struct cards_judgement *judgement)
{
	event_append(judgement->in.events, &judgement->facts);
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

void cards_start_at(const struct game *game, const struct table *table, const struct piles *laid,
		    struct event_list *events)
{
	struct cards_judgement judgement;

	begin(&judgement, turn_message_of(game, NO_SIDE, NULL, events, NULL));
	judgement.table->lots = table->lots;
	memset(&judgement.table->gather, 0, sizeof judgement.table->gather);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	if (laid != NULL)
		deal(&judgement, laid);
	message_start(judgement.table, &judgement.facts);
	publish(&judgement);
	end(&judgement, ACCEPTED);
}

static bool is_players_turn(const struct cards_judgement *judgement)
{
	return judgement->table->now.phase == PHASE_MOVE &&
	       table_awaited(judgement->table) >> judgement->in.seat & 1;
}

/* Whether a move or a card stands among the orders. */
static bool moves(const struct cards_judgement *judgement)
{
	return judgement->in.asked.move || judgement->in.asked.play;
}

/* [no-dead-position-with-cards]: cards may bring men back. */
static struct draws draws_of(const struct game *game)
{
	return (struct draws){
		.variant = game->variant,
		.position = &game->position,
		.history = &game->history,
		.refills = true,
	};
}

static const char *claim_of(const struct cards_judgement *judgement)
{
	const struct draws draws = draws_of(judgement->in.game);

	return draws_claim(&draws);
}

static enum verdict check_claim(const struct cards_judgement *judgement)
{
	const struct draws draws = draws_of(judgement->in.game);

	if (!is_players_turn(judgement))
		return reason_refuse(
			judgement->in.why,
			"A draw is claimed in one's own turn, before anything else is done in it.");
	if (draws_claim(&draws) == NULL)
		return draws_deny(&draws, judgement->in.why);
	return ACCEPTED;
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

/* Whether a Doomsayer has heard what was said: then it is decided again from the record. */
static bool is_heard(const struct event_list *facts)
{
	for (size_t i = 0; i < facts->count; i++)
		if (facts->events[i].kind == EVENT_SCRIPT &&
		    action_tells_said(facts->events[i].text))
			return true;
	return false;
}

/* The orders as they were read; what may not be known yet is sealed. When the game is over nothing
 * is. */
static void record_orders(struct cards_judgement *judgement)
{
	bool held = is_held(&judgement->facts);
	bool over = judgement->in.game->outcome.status != STATUS_PLAYING;
	size_t first = judgement->in.events->count;
	size_t at = first;

	judgement->in.heard = is_heard(&judgement->facts);
	turn_record_orders(&judgement->in);
	while (at < judgement->in.events->count &&
	       judgement->in.events->events[at].kind == EVENT_SAY)
		at++;
	for (size_t i = 0; i < judgement->in.orders->count; i++) {
		const struct order *order = &judgement->in.orders->orders[i];

		if (!order_is_deed(order))
			continue;
		judgement->in.events->events[at++].sealed =
			!over && (held || cards_is_secret(judgement->in.game, order));
	}
}

/* Whether the seat has made a turn of its own, and not only answered another's. */
static bool made_turn(const struct cards_judgement *judgement)
{
	for (size_t i = 0; i < judgement->facts.count; i++) {
		const struct event *event = &judgement->facts.events[i];

		if (event->kind == EVENT_SCRIPT && event->seat == judgement->in.seat &&
		    action_tells_own_turn(event->text))
			return true;
	}
	return false;
}

static enum verdict play(struct cards_judgement *judgement)
{
	bool offers =
		judgement->in.asked.draw && moves(judgement) && !turn_is_offered(&judgement->in);

	if (offers && !is_players_turn(judgement))
		return reason_refuse(judgement->in.why, "A draw is offered with one's own turn.");
	if (message_decide(judgement->table, judgement->in.seat, judgement->in.orders,
			   &judgement->facts, judgement->in.why) == REFUSED)
		return REFUSED;
	record_orders(judgement);
	if (moves(judgement))
		turn_answer_offer(&judgement->in, made_turn(judgement));
	publish(judgement);
	if (offers && judgement->table->now.phase != PHASE_OVER)
		turn_add_seat(judgement->in.events, EVENT_OFFER, judgement->in.seat, NULL);
	return ACCEPTED;
}

static void leave(struct cards_judgement *judgement, const char *how)
{
	message_leave(judgement->table, judgement->in.seat, how, &judgement->facts);
	if (judgement->in.orders != NULL)
		record_orders(judgement);
	publish(judgement);
}

/* Whether there are orders that the table decides. */
static bool for_table(const struct cards_judgement *judgement)
{
	return moves(judgement) || judgement->in.asked.pass || judgement->in.asked.answer;
}

static enum verdict decide(struct cards_judgement *judgement)
{
	bool said = !turn_acts(&judgement->in);

	if (turn_admit(&judgement->in) == REFUSED ||
	    (!said && turn_check_draw(&judgement->in) == REFUSED))
		return REFUSED;
	if ((judgement->in.asked.draw || judgement->in.asked.draw_no) && for_table(judgement) &&
	    !moves(judgement))
		return reason_refuse(judgement->in.why,
				     "DRAW and DRAW NO answer an offer alone; send what else you "
				     "want to do in a letter of its own.");
	if (judgement->in.asked.claim && check_claim(judgement) == REFUSED)
		return REFUSED;
	if (judgement->in.asked.resign) {
		leave(judgement, "resigned");
		return ACCEPTED;
	}
	/* What is said alone may be heard by a Doomsayer. */
	if (for_table(judgement) || (said && judgement->in.game->outcome.status == STATUS_PLAYING))
		return play(judgement);
	record_orders(judgement);
	if (judgement->in.asked.claim)
		turn_end_drawn(&judgement->in, claim_of(judgement));
	if (judgement->in.asked.claim || turn_answer_draw(&judgement->in))
		judgement->table->now.phase = PHASE_OVER;
	return ACCEPTED;
}

enum verdict cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement;
	enum verdict verdict;

	begin(&judgement, turn_message_of(game, seat, orders, events, why));
	verdict = decide(&judgement);
	end(&judgement, verdict);
	return verdict;
}

enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
			   struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement;

	(void)board;
	begin(&judgement, turn_message_of(game, seat, NULL, events, why));
	leave(&judgement, "forfeited");
	end(&judgement, ACCEPTED);
	return ACCEPTED;
}

bool cards_standing_turn(const struct game *game, struct game_standing *standing_out)
{
	const struct table *table = cards_state(game);
	struct text text;

	if (table->now.phase != PHASE_WINDOW)
		return false;
	*standing_out = (struct game_standing){
		.seat = table->start.position.turn,
		.next = table_next(table),
		.asked = table_awaited(table),
	};
	text_init(&text, TURN_TEXT_MAX - 1);
	table_tell(table, &text);
	snprintf(standing_out->text, sizeof standing_out->text, "%s", text.bytes);
	text_done(&text);
	return true;
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
	struct cards_judgement judgement;
	struct table *table;

	begin(&judgement, turn_message_of(game, NO_SIDE, NULL, events, NULL));
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
	end(&judgement, ACCEPTED);
}
