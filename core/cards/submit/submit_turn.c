/* SPDX-License-Identifier: MIT */
/* A seat's own turn: cards before the move, the move or a card instead of it, cards after it
 * [turn-in-one-letter].
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/script/own.h"
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/judge.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/table/action.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/cards/lists/why.h"
#include "core/cards/field/ways.h"
#include "core/notation/notation.h"
#include "core/variant/variant_data.h"

/* What the turn holds so far. */
struct own {
	struct message *message;
	uint8_t first;	/* its first action */
	unsigned cards; /* Plots with its two is one */
	bool moved, instead, passed;
	uint16_t discard;
	bool redrawn; /* cards have gone under the pile first */
};

static enum verdict may_play(const struct own *own)
{
	const struct table *table = own->message->table;

	if (table->field.position.turn != own->message->seat)
		return message_refuse(
			own->message,
			"This is a beaten seat's turn, in which no cards are played.");
	if (own->cards > 0)
		return message_refuse(
			own->message,
			"Only one card may be played in a turn; leave out all PLAY lines but one.");
	if (table->now.played >> own->message->seat & 1 || table->now.no_card)
		return message_refuse(own->message, "You have played your card of this turn; the "
						    "rest of it is a move without a card.");
	return ACCEPTED;
}

static const char *moments_of(uint8_t when)
{
	if (when & WHEN_INSTEAD)
		return "is played instead of a move; leave out either the move or the card";
	if ((when & (WHEN_BEFORE | WHEN_AFTER)) == (WHEN_BEFORE | WHEN_AFTER))
		return "is played before or after your move, on a line above or below it in the "
		       "same letter";
	if (when & WHEN_BEFORE)
		return "is played before your move, on a line above it";
	return when & WHEN_AFTER ? "is played after your move: write the move on a line above it, "
				   "in the same letter"
				 : "answers the turn of another; it can't be played in your own";
}

/* At which moment the card stands; 0 when it fits none. In Plots Within Plots a card before the
 * move and one instead of it fit the same moment. A card that may stand before a move does, if one
 * is still to come in the message. */
static uint8_t moment_of(const struct own *own, uint8_t when)
{
	const struct table *table = own->message->table;
	bool after = own->moved || own_is_moveless(table, own->message->seat);

	if (own->moved || (after && !(when & (WHEN_BEFORE | WHEN_INSTEAD))))
		return when & WHEN_AFTER;
	/* Where there is no move to make, and none follows, its moment is past. */
	if (after && when & WHEN_AFTER && !(when & WHEN_INSTEAD) && !own->instead &&
	    !message_has_move(own->message, own->message->at))
		return WHEN_AFTER;
	if (own->instead)
		return when & WHEN_INSTEAD;
	if (when & WHEN_BEFORE &&
	    (!(when & WHEN_INSTEAD) || message_has_move(own->message, own->message->at)))
		return WHEN_BEFORE;
	return when & WHEN_INSTEAD;
}

static enum verdict add_card(struct own *own, const struct order *order, uint8_t plots,
			     uint8_t *number_out)
{
	struct message *message = own->message;
	struct table *table = message->table;
	const struct card *card;
	struct action action;
	struct action_words words = {.said = ""};

	if (!table_has_room(table))
		return message_refuse(message, "That is more than one turn can hold.");
	if (message_read_card(message, order, NULL, &action, &words.play) == REFUSED)
		return REFUSED;
	card = script_card(table, &action);
	if (card->effect->verb == VERB_PLOTS)
		action.when = own->moved ? WHEN_AFTER : WHEN_BEFORE;
	else
		action.when = moment_of(own, card->when);
	if (action.when == 0)
		return message_refuse(message, "%s %s.", card->name, moments_of(card->when));
	action.plots = plots;
	own->instead |= action.when == WHEN_INSTEAD;
	*number_out = facts_add_action(table, &action, &words, message->record);
	return ACCEPTED;
}

static bool is_plots(const struct table *table, uint8_t number)
{
	return script_verb(table, number) == VERB_PLOTS;
}

/* "PLAY Plots Within Plots; PLAY ...; PLAY ...": the cards drawn on the way may be among them. */
static enum verdict add_plots(struct own *own, uint8_t plots)
{
	struct message *message = own->message;
	struct table *real = message->table;

	for (unsigned i = 0; i < 2; i++) {
		const struct order *order = message_next(message);
		struct table hand;
		struct action_words words;
		uint8_t number;
		enum verdict verdict;

		if (order == NULL || order->kind != ORDER_PLAY)
			return message_refuse(
				message,
				"Plots Within Plots needs two more PLAY lines right below it.");
		message_take(message);
		own_run_ahead(real, &hand);
		message->table = &hand;
		verdict = add_card(own, order, plots, &number);
		message->table = real;
		if (verdict == REFUSED)
			return REFUSED;
		if (is_plots(&hand, number))
			return message_refuse(
				message, "Plots Within Plots can't be one of its own two cards.");
		table_words(&hand, number, &words);
		facts_add_action(real, &hand.actions[number], &words, NULL);
	}
	return ACCEPTED;
}

static enum verdict take_play(struct own *own, const struct order *order)
{
	struct message *message = own->message;
	uint8_t number;

	if (may_play(own) == REFUSED)
		return REFUSED;
	message_take(message);
	if (add_card(own, order, NO_ACTION, &number) == REFUSED)
		return REFUSED;
	own->cards++;
	return is_plots(message->table, number) ? add_plots(own, number) : ACCEPTED;
}

/* The move of a list that the text names: one whose canonical text it is, hyphens apart, before all
 * else ("d8c8" is the king's step, and castling's two squares too). */
static enum verdict read_move(const struct table *ahead, const struct move_list *list,
			      const char *text, struct move *move_out, struct reason *why)
{
	const struct variant *variant = ahead->book->variant;
	const struct move *exact;
	char plain[NOTATION_MAX + 1];
	size_t len = 0;

	for (const char *c = text; *c != '\0' && len < NOTATION_MAX; c++)
		if (*c != '-')
			plain[len++] = *c;
	plain[len] = '\0';
	exact = move_list_find(variant, list, plain);
	if (exact == NULL)
		return notation_read(variant, &ahead->field.position, list, text, move_out, why);
	*move_out = *exact;
	return ACCEPTED;
}

/* The move meant among those safe; if it isn't, and a card may still make it so, among all. */
static enum verdict find_move(struct own *own, const struct table *ahead, const char *text,
			      struct move *move_out)
{
	const struct message *message = own->message;
	uint8_t seat = ahead->field.position.turn;
	struct move_list list;
	bool has_cards = own->cards > 0 || message_next(message) != NULL;

	ways_moves(ahead->book, &ahead->field, seat, true, &list);
	if (read_move(ahead, &list, text, move_out, message->why) == ACCEPTED)
		return ACCEPTED;
	why_not_legal(ahead->book, &ahead->field, seat, text, message->why);
	if (!has_cards)
		return REFUSED;
	ways_moves(ahead->book, &ahead->field, seat, false, &list);
	return read_move(ahead, &list, text, move_out, NULL);
}

static const char *one_too_many(const struct own *own)
{
	if (own->passed)
		return "A turn that is passed has no move; leave out either PASS or the move.";
	return own->instead ? "That card is played instead of a move; leave out either the card or "
			      "the move."
			    : "A turn has only one move; leave out the other.";
}

static enum verdict take_move(struct own *own, const struct order *order)
{
	struct message *message = own->message;
	struct action action = action_new(ACTION_MOVE, message->seat, WHEN_INSTEAD, NO_ACTION);
	struct table ahead;

	if (own->moved || own->instead || own->passed)
		return message_refuse(message, "%s", one_too_many(own));
	if (!table_has_room(message->table))
		return message_refuse(message, "That is more than one turn can hold.");
	message_take(message);
	own_run_ahead(message->table, &ahead);
	if (find_move(own, &ahead, order->text, &action.move) == REFUSED)
		return REFUSED;
	facts_add_action(message->table, &action, NULL, message->record);
	own->moved = true;
	return ACCEPTED;
}

/* [without-bishops], bishops = redraw: before anything else in the turn a card that needs a bishop
 * may be changed. */
static bool is_redraw(const struct own *own, uint8_t card)
{
	const struct table *table = own->message->table;

	return table->book->bishopless && table->book->bishops == BISHOPS_REDRAW &&
	       table->book->set->cards[card].needs_bishop && table->action_count == 0 &&
	       !own->passed && own->discard == NO_COPY;
}

static enum verdict take_discard(struct own *own, const struct order *order)
{
	struct message *message = own->message;
	const struct table *table = message->table;
	uint8_t card = card_named(table->book->set, order->text, NULL);
	uint16_t copy;

	message_take(message);
	if (card == NO_CARD)
		return message_refuse(message, "There is no card '%.40s'.", order->text);
	copy = piles_find(&table->piles, ZONE_HAND, message->seat, card);
	if (copy == NO_COPY)
		return message_refuse(message, "You don't hold %s.",
				      table->book->set->cards[card].name);
	if (is_redraw(own, card)) {
		if (piles_top(&table->piles, message->seat) == NO_COPY)
			facts_reshuffle(message->table, message->record);
		facts_redraw(message->table, message->seat, copy, message->record);
		own->redrawn = true;
		return ACCEPTED;
	}
	if (!table->book->discards)
		return message_refuse(message, "Cards aren't discarded in this game.");
	if (own->discard != NO_COPY)
		return message_refuse(message, "Only one card is discarded in a turn.");
	own->discard = copy;
	return ACCEPTED;
}

static enum verdict take_pass(struct own *own)
{
	struct message *message = own->message;
	const struct table *table = message->table;

	message_take(message);
	if (own->moved || own->instead || own->cards > 0)
		return message_refuse(message,
				      "A turn with a move, or a card instead of it, isn't passed.");
	if (field_challenge(table->book, &table->field, message->seat) == NULL &&
	    ways_any_move(table->book, &table->field, message->seat))
		return message_refuse(message, "You can't pass: you have a move to make.");
	if (field_challenge(table->book, &table->field, message->seat) == NULL &&
	    ways_in_check(table->book, &table->field, message->seat))
		return message_refuse(message, "You can't pass: your king is in check, and a card "
					       "of yours can still save him.");
	own->passed = true;
	return ACCEPTED;
}

static enum verdict take_orders(struct own *own)
{
	const struct order *order;
	enum verdict verdict = ACCEPTED;

	while (verdict == ACCEPTED && (order = message_next(own->message)) != NULL) {
		switch (order->kind) {
		case ORDER_PLAY:
			verdict = take_play(own, order);
			break;
		case ORDER_MOVE:
			verdict = take_move(own, order);
			break;
		case ORDER_DISCARD:
			verdict = take_discard(own, order);
			break;
		case ORDER_PASS:
			verdict = take_pass(own);
			break;
		default:
			return message_refuse(own->message, "Nothing asks you for an ANSWER now.");
		}
	}
	return verdict;
}

/* What is discarded fits the rest of the turn [final-discard]. */
static enum verdict check_discard(const struct own *own)
{
	const struct table *table = own->message->table;

	if (own->discard != NO_COPY &&
	    (own->cards > 0 || table->now.played >> own->message->seat & 1))
		return message_refuse(own->message, "Who plays a card discards none in that turn.");
	if (own->discard != NO_COPY && own->passed)
		return message_refuse(own->message,
				      "A turn that is passed is lost: no card is discarded in it.");
	return ACCEPTED;
}

/* [spent-then-move]: a card spent instead of the move; a move without a card follows. If there is
 * none, the seat is mated or stalemated. */
static void go_on_without(struct own *own)
{
	struct message *message = own->message;
	struct table *table = message->table;

	for (uint8_t i = own->first; i < table->action_count; i++)
		if (table->actions[i].when == WHEN_INSTEAD &&
		    table->actions[i].fate == ACTION_SPENT)
			facts_set_fate(table, i, ACTION_SPENT, true, message->record);
	table->now.no_card = table->now.begun_again = true;
	table->now.chaos = false;
	if (!ways_any_move(table->book, &table->field, message->seat))
		turns_stuck(table, message->record);
}

/* IF lines of the message [said-ahead]. */
static void take_ahead(const struct message *message)
{
	struct ahead ahead = {"", ""};

	for (size_t i = 0; i < message->orders->count; i++) {
		const struct order *order = &message->orders->orders[i];
		char *to = order->kind == ORDER_IF_FOGGED  ? ahead.fogged
			   : order->kind == ORDER_IF_CHAOS ? ahead.chaos
							   : NULL;

		if (to != NULL && strlen(order->text) < sizeof ahead.fogged)
			strcpy(to, order->text);
	}
	facts_say_ahead(message->table, &ahead, message->record);
}

static enum verdict finish(struct own *own)
{
	struct message *message = own->message;
	struct table *table = message->table;

	if (own_judge(table, message->seat, own->first, message->record, message->why) == REFUSED)
		return REFUSED;
	facts_will_discard(table, message->seat, own->discard, message->record);
	if (table->now.state == TURN_OPEN && table->now.demanded == NO_SIDE)
		go_on_without(own);
	if (table->outcome.status == STATUS_PLAYING && table->now.state == TURN_IN)
		window_open(table, message->seat);
	if (table->now.phase != PHASE_OVER)
		window_advance(table, message->record);
	return ACCEPTED;
}

enum verdict message_turn(struct message *message)
{
	struct own own = {
		.message = message,
		.first = message->table->action_count,
		.discard = NO_COPY,
	};

	if (take_orders(&own) == REFUSED)
		return REFUSED;
	if (own.redrawn && message->table->action_count == 0 && !own.passed &&
	    own.discard == NO_COPY)
		return ACCEPTED;
	message->table->now.begun_again = false;
	if (check_discard(&own) == REFUSED)
		return REFUSED;
	message->has_turn = true;
	take_ahead(message);
	if (own.passed) {
		facts_will_discard(message->table, message->seat, NO_COPY, message->record);
		turns_without_move(message->table, message->record);
		return ACCEPTED;
	}
	return finish(&own);
}

bool message_ahead(struct table *table, struct event_list *record)
{
	char *text = table->now.chaos ? table->ahead.chaos : table->ahead.fogged;
	struct order order = {.kind = ORDER_MOVE, .text = text};
	struct order_list orders = {.orders = &order, .count = 1, .size = 1};
	struct event_list events;
	struct table next;
	struct message message = {
		.table = &next,
		.seat = table->field.position.turn,
		.orders = &orders,
		.record = &events,
		.why = &(struct reason){""},
	};
	bool done;

	if (table->now.phase != PHASE_MOVE || !table->now.begun_again || *text == '\0')
		return false;
	table_copy(&next, table);
	event_list_init(&events);
	done = message_turn(&message) == ACCEPTED;
	if (done) {
		table_copy(table, &next);
		event_append(record, &events);
	}
	event_list_done(&events);
	return done;
}
