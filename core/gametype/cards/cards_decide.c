/* SPDX-License-Identifier: MIT */
/* Orders at a table with cards: those that the table decides, the text of SAY, and who is asked. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/state/card_state.h"
#include "core/cards/submit/submit.h"
#include "core/game/turn_orders.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/rules/draws.h"
#include "core/util/strbuf.h"

/* A message that is judged, and a copy of the table to act on. */
struct cards_judgement {
	struct turn_message in;
	struct card_state *table;
	struct history history;
	struct event_list events; /* of the table */
};

static void judgement_begin(struct cards_judgement *judgement, struct turn_message in)
{
	judgement->in = in;
	judgement->table = base_alloc(sizeof *judgement->table);
	card_state_copy(judgement->table, cards_state(judgement->in.game));
	repetition_init(&judgement->history);
	repetition_copy(&judgement->history, &judgement->in.game->history);
	judgement->table->history = &judgement->history;
	event_list_init(&judgement->events);
}

/* Reports whether the events change the question to other seats. Passing, and holding a turn,
 * don't. */
static bool changes_question(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++) {
		switch (events->events[i].kind) {
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

/* Asks the seats that may act now. A seat that was asked before keeps its question if that is still
 * the same. */
static void request_from_awaited_seats(const struct cards_judgement *judgement)
{
	uint16_t awaited = card_state_awaited(judgement->table);
	bool anew = changes_question(&judgement->events);

	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (awaited >> seat & 1 && (anew || judgement->in.game->questions[seat].entry == 0))
			turn_add_seat(judgement->in.events, EVENT_ASK, seat, NULL);
}

/* Asks the seats that may act now, if the message was accepted, and frees the copy. */
static void judgement_end(struct cards_judgement *judgement, enum verdict verdict)
{
	if (verdict == ACCEPTED)
		request_from_awaited_seats(judgement);
	event_list_done(&judgement->events);
	repetition_done(&judgement->history);
	free(judgement->table);
}

static void judgement_publish(struct cards_judgement *judgement)
{
	event_append(judgement->in.events, &judgement->events);
}

/* Lays the piles and draws the hands, by events, and applies these. */
static void deal_and_apply(struct cards_judgement *judgement, const struct piles *laid)
{
	card_state_deal(judgement->table->book, laid, &judgement->events);
	for (size_t i = 0; i < judgement->events.count; i++) {
		int result = card_state_apply(judgement->table, &judgement->events.events[i], NULL);

		assert(result == 0);
		(void)result;
	}
}

void cards_start(const struct game *game, struct event_list *events)
{
	cards_start_at(game, cards_state(game), NULL, events);
}

void cards_start_at(const struct game *game, const struct card_state *table,
		    const struct piles *laid, struct event_list *events)
{
	struct cards_judgement judgement;

	judgement_begin(&judgement, turn_message_of(game, NO_SIDE, NULL, events, NULL));
	judgement.table->lots = table->lots;
	memset(&judgement.table->gather, 0, sizeof judgement.table->gather);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	if (laid != NULL)
		deal_and_apply(&judgement, laid);
	submit_start(judgement.table, &judgement.events);
	judgement_publish(&judgement);
	judgement_end(&judgement, ACCEPTED);
}

static bool is_players_turn(const struct cards_judgement *judgement)
{
	return judgement->table->now.phase == PHASE_MOVE &&
	       card_state_awaited(judgement->table) >> judgement->in.seat & 1;
}

/* Reports whether a move or a card is among the orders. */
static bool has_move_or_play(const struct cards_judgement *judgement)
{
	return judgement->in.asked.move || judgement->in.asked.play;
}

/* No position is dead, because cards may bring pieces back [no-dead-position-with-cards]. */
static struct draws make_draws(const struct game *game)
{
	return (struct draws){
		.variant = game->variant,
		.position = &game->position,
		.history = &game->history,
		.refills = true,
	};
}

static const char *find_draw_claim(const struct cards_judgement *judgement)
{
	const struct draws draws = make_draws(judgement->in.game);

	return draws_claim(&draws);
}

static enum verdict check_claim(const struct cards_judgement *judgement)
{
	const struct draws draws = make_draws(judgement->in.game);

	if (!is_players_turn(judgement))
		return reason_refuse(
			judgement->in.why,
			"You can claim a draw only at the beginning of your own turn.");
	if (draws_claim(&draws) == NULL)
		return draws_deny(&draws, judgement->in.why);
	return ACCEPTED;
}

/* Reports whether the turn was held until others have answered. Nobody else may know it yet. */
static bool is_held(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_HOLD)
			return true;
	return false;
}

bool cards_is_secret(const struct game *game, const struct order *order)
{
	const struct card_set *set = cards_state(game)->book->set;
	uint8_t card = order->kind == ORDER_PLAY ? card_named(set, order->text, NULL) : NO_CARD;

	/* The card that Haunting Memories copies may be a secret one. */
	return order->kind == ORDER_DISCARD || order->kind == ORDER_IF_FOGGED ||
	       order->kind == ORDER_IF_CHAOS || order->kind == ORDER_JOIN ||
	       order->kind == ORDER_DECK ||
	       (card != NO_CARD &&
		(set->cards[card].effect->secret || set->cards[card].effect->verb == VERB_ECHO));
}

/* Reports whether a Doomsayer has heard the text of SAY: the record then decides it again. */
static bool doomsayer_has_heard(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_SCRIPT &&
		    action_text_is_said(events->events[i].text))
			return true;
	return false;
}

/* Records the orders as they were read. Orders that may not be known yet are sealed, unless the
 * game is over. */
static void record_orders(struct cards_judgement *judgement)
{
	bool held = is_held(&judgement->events);
	bool over = judgement->in.game->outcome.status != STATUS_PLAYING;
	size_t first = judgement->in.events->count;
	size_t at = first;

	judgement->in.heard = doomsayer_has_heard(&judgement->events);
	turn_record_orders(&judgement->in);
	while (at < judgement->in.events->count &&
	       judgement->in.events->events[at].kind == EVENT_SAY)
		at++;
	for (size_t i = 0; i < judgement->in.orders->count; i++) {
		const struct order *order = &judgement->in.orders->orders[i];

		if (!order_is_recorded(order))
			continue;
		judgement->in.events->events[at++].sealed =
			!over && (held || cards_is_secret(judgement->in.game, order));
	}
}

/* Reports whether the seat has made a turn of its own, and hasn't only answered another's. */
static bool has_made_own_turn(const struct cards_judgement *judgement, uint8_t seat)
{
	for (size_t i = 0; i < judgement->events.count; i++) {
		const struct event *event = &judgement->events.events[i];

		if (event->kind == EVENT_SCRIPT && event->seat == seat &&
		    action_text_is_own_turn(event->text))
			return true;
	}
	return false;
}

/* Reports whether DRAW is among the orders of a held turn. */
static bool has_draw(const char *text)
{
	while (*text != '\0') {
		size_t len = strcspn(text, ";");

		if (len == strlen("DRAW") && memcmp(text, "DRAW", len) == 0)
			return true;
		text += len + strspn(text + len, "; ");
	}
	return false;
}

/* Lets held turns that another's message or the clock has played answer an open offer of a draw,
 * and make the offer that they contain [draw-with-next-turn]. */
static void apply_offers_of_held_turns(struct cards_judgement *judgement)
{
	const struct card_state *before = cards_state(judgement->in.game);
	const struct order draw = {.kind = ORDER_DRAW};

	for (uint8_t seat = 0; seat < MAX_SIDES && card_ruleset_is_third(before->book); seat++) {
		struct turn_message kept = judgement->in;

		if (!before->held[seat].there || seat == judgement->in.seat ||
		    !has_made_own_turn(judgement, seat) ||
		    judgement->table->now.phase == PHASE_OVER)
			continue;
		kept.seat = seat;
		kept.asked = (struct turn_orders){.draw = has_draw(before->held[seat].text) ? &draw
											    : NULL};
		turn_answer_offer(&kept, true);
		if (kept.asked.draw != NULL && !turn_is_offered(&kept))
			turn_add_seat(kept.events, EVENT_OFFER, seat, NULL);
	}
}

/* Checks that an offer comes with the seat's own turn, which may also be held
 * [draw-with-next-turn]. */
static enum verdict check_offer(const struct cards_judgement *judgement, bool offers)
{
	if (!offers || has_made_own_turn(judgement, judgement->in.seat) ||
	    is_held(&judgement->events))
		return ACCEPTED;
	return reason_refuse(judgement->in.why, "You can offer a draw only together with your own "
						"turn.");
}

static enum verdict decide_at_table(struct cards_judgement *judgement)
{
	bool offers = judgement->in.asked.draw && has_move_or_play(judgement) &&
		      !turn_is_offered(&judgement->in);
	bool made;

	if (submit_decide(judgement->table, judgement->in.seat, judgement->in.orders,
			  &judgement->events, judgement->in.why) == REFUSED ||
	    check_offer(judgement, offers) == REFUSED)
		return REFUSED;
	made = has_made_own_turn(judgement, judgement->in.seat);
	record_orders(judgement);
	if (has_move_or_play(judgement))
		turn_answer_offer(&judgement->in, made);
	judgement_publish(judgement);
	if (offers && made && judgement->table->now.phase != PHASE_OVER)
		turn_add_seat(judgement->in.events, EVENT_OFFER, judgement->in.seat, NULL);
	apply_offers_of_held_turns(judgement);
	return ACCEPTED;
}

static void leave_game(struct cards_judgement *judgement, const char *how)
{
	submit_leave(judgement->table, judgement->in.seat, how, &judgement->events);
	if (judgement->in.orders != NULL)
		record_orders(judgement);
	judgement_publish(judgement);
	apply_offers_of_held_turns(judgement);
}

/* Reports whether there are orders that the table decides. */
static bool has_table_orders(const struct cards_judgement *judgement)
{
	return has_move_or_play(judgement) || judgement->in.asked.pass ||
	       judgement->in.asked.answer;
}

static enum verdict decide_orders(struct cards_judgement *judgement)
{
	bool said = !turn_acts(&judgement->in);

	if (turn_admit(&judgement->in) == REFUSED ||
	    (!said && turn_check_draw(&judgement->in) == REFUSED))
		return REFUSED;
	if ((judgement->in.asked.draw || judgement->in.asked.draw_no) &&
	    has_table_orders(judgement) && !has_move_or_play(judgement))
		return reason_refuse(judgement->in.why,
				     "DRAW and DRAW NO answer an offer and stand alone in a "
				     "message. Please send your other orders in a second one.");
	if (judgement->in.asked.claim && check_claim(judgement) == REFUSED)
		return REFUSED;
	if (judgement->in.asked.resign) {
		leave_game(judgement, "resigned");
		return ACCEPTED;
	}
	/* A Doomsayer may hear a text of SAY without other orders. */
	if (has_table_orders(judgement) ||
	    (said && judgement->in.game->outcome.status == STATUS_PLAYING))
		return decide_at_table(judgement);
	record_orders(judgement);
	if (judgement->in.asked.claim)
		turn_end_drawn(&judgement->in, find_draw_claim(judgement));
	if (judgement->in.asked.claim || turn_answer_draw(&judgement->in))
		judgement->table->now.phase = PHASE_OVER;
	return ACCEPTED;
}

enum verdict cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement;
	enum verdict verdict;

	judgement_begin(&judgement, turn_message_of(game, seat, orders, events, why));
	verdict = decide_orders(&judgement);
	judgement_end(&judgement, verdict);
	return verdict;
}

enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
			   struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement;

	(void)board;
	judgement_begin(&judgement, turn_message_of(game, seat, NULL, events, why));
	leave_game(&judgement, "forfeited");
	judgement_end(&judgement, ACCEPTED);
	return ACCEPTED;
}

bool cards_standing_turn(const struct game *game, struct game_pending_turn *standing_out)
{
	const struct card_state *table = cards_state(game);
	struct strbuf text;

	if (table->now.phase != PHASE_WINDOW)
		return false;
	*standing_out = (struct game_pending_turn){
		.seat = table->start.position.turn,
		.next = card_state_next(table),
		.asked = card_state_awaited(table),
	};
	strbuf_init(&text, TURN_TEXT_MAX - 1);
	card_state_describe_turn(table, &text);
	snprintf(standing_out->text, sizeof standing_out->text, "%s", text.bytes);
	strbuf_done(&text);
	return true;
}

/* Gives the overdue answer. A turn may be lost only after the king has returned from Under Elf
 * Hill. */
static void answer_overdue_demand(struct card_state *table, bool lost, struct event_list *record)
{
	uint8_t seat = table->now.demanded;

	submit_answer_overdue(table, record);
	if (lost && table->now.phase == PHASE_MOVE && card_state_next(table) == seat)
		submit_lose_turn(table, record);
}

void cards_lapse(const struct game *game, uint16_t seats, bool lost, struct event_list *events)
{
	struct cards_judgement judgement;
	struct card_state *table;

	judgement_begin(&judgement, turn_message_of(game, NO_SIDE, NULL, events, NULL));
	table = judgement.table;
	if (table->now.phase == PHASE_DEMAND) {
		answer_overdue_demand(table, lost, &judgement.events);
	} else if (table->now.phase == PHASE_MOVE) {
		submit_lose_turn(table, &judgement.events);
	} else {
		if (lost)
			submit_lose_turn(table, &judgement.events);
		submit_close_window(table, seats, &judgement.events);
	}
	judgement_publish(&judgement);
	apply_offers_of_held_turns(&judgement);
	judgement_end(&judgement, ACCEPTED);
}
