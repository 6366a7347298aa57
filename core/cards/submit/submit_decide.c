/* SPDX-License-Identifier: MIT */
/* Decides one message of a seat: an answer, a reaction, a turn, or several of them
 * [own-turn-with-answer] [first-an-answer]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/order/order_args_cards.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static const char *seat_title(const struct submit *message, uint8_t seat)
{
	return variant_seat_title(message->table->book->variant, seat);
}

static uint8_t player_in_turn(const struct card_state *table)
{
	const struct position *position = &table->field.position;

	return position->turn == NO_SIDE ? NO_SIDE : position->controller[position->turn];
}

/* Prints the orders from message->at on as one line. */
static void print_rest(const struct submit *message, struct strbuf *out)
{
	for (size_t i = message->at; i < message->orders->count; i++) {
		const struct order *order = &message->orders->orders[i];

		if (order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO ||
		    order->kind == ORDER_AUTOPASS || order_is_query(order))
			continue;
		strbuf_add(out, out->len > 0 ? "; " : "");
		order_print(message->table->book->variant, order, out);
	}
}

/* Holds the seat's turn, which is legal on the present board, because other windows are open
 * [turn-kept]. */
static enum verdict hold_turn(struct submit *message, struct card_state *then)
{
	struct submit trial = *message;
	struct strbuf text;
	enum verdict verdict = ACCEPTED;

	trial.table = then;
	trial.record = NULL;
	verdict = then->now.phase == PHASE_DEMAND ? submit_answer(&trial) : ACCEPTED;
	if (verdict == ACCEPTED && submit_next(&trial) != NULL)
		verdict = submit_turn(&trial);
	if (verdict == REFUSED)
		return REFUSED;
	message->has_turn = trial.has_turn;
	strbuf_init(&text, 0);
	print_rest(message, &text);
	if (text.len >= HELD_MAX)
		verdict = submit_refuse(message, "Your turn is too long for us to keep until the "
						 "others have responded. Please send it when they "
						 "have.");
	else
		state_events_hold(message->table, message->seat, text.bytes,
				  state_events_board_key(&message->table->field), message->record);
	strbuf_done(&text);
	while (verdict == ACCEPTED && submit_next(message) != NULL)
		submit_advance(message);
	return verdict;
}

/* Refuses a turn of a seat that isn't next. */
static enum verdict refuse_turn(const struct submit *message)
{
	const struct card_state *table = message->table;
	uint8_t turn = table->start.position.turn;
	bool own = turn != NO_SIDE && table->start.position.controller[turn] == message->seat;

	if (table->now.window >> message->seat & 1)
		return submit_refuse(message, own ? "You have sent your turn. Now you can only "
						    "respond to what others play on it, with a "
						    "card or PASS."
						  : "It isn't your turn yet; you can only answer "
						    "this one, by a card or by PASS.");
	return submit_refuse(message, own ? "You have sent your turn, and nothing can be added to "
					    "it. The game waits for the others' responses."
					  : "It isn't your turn yet; the game waits for others.");
}

/* Takes the turn of the seat that is next. It is also the seat's PASS; if no other seat is waited
 * for, the open turn is decided. */
static enum verdict next_turn(struct submit *message, bool reacted)
{
	struct card_state *table = message->table, *then = base_alloc(sizeof *then);
	uint16_t bit = (uint16_t)(1u << message->seat);
	enum verdict verdict = ACCEPTED;

	if (!submit_is_next(table, message->seat, then)) {
		verdict = refuse_turn(message);
	} else if (table->now.window & ~bit) {
		verdict = reacted ? submit_refuse(message, "Others may still respond to your "
							   "card. Send your own turn when they "
							   "have.")
				  : hold_turn(message, then);
		if (verdict == ACCEPTED) {
			table->now.window &= (uint16_t)~bit;
			state_events_note_state(table, message->record);
		}
	} else {
		table->now.window = 0;
		reaction_window_advance(table, message->record);
	}
	free(then);
	return verdict;
}

/* Discards on another's turn, which a common deck allows. */
static enum verdict discard_in_other_turn(struct submit *message)
{
	struct card_state *table = message->table;
	const struct order *order = submit_next(message);
	uint8_t card = card_named(table->book->set, order->text, NULL);
	uint16_t copy = card == NO_CARD ? NO_COPY
					: piles_find(&table->piles, ZONE_HAND, message->seat, card);

	if (!table->piles.common || !table->book->discards)
		return submit_refuse(message, "You can discard a card only in your own turn.");
	if (table->now.played >> message->seat & 1)
		return submit_refuse(message, "You can't discard a card in a turn in which you "
					      "play one.");
	if (copy == NO_COPY)
		return submit_refuse(message, "You don't hold '%.40s'.", order->text);
	if (message->discarded && card_ruleset_is_third(table->book))
		return submit_refuse(message, "Only one card is discarded in a turn.");
	message->discarded = true;
	submit_advance(message);
	state_events_will_discard(table, message->seat, copy, message->record);
	return ACCEPTED;
}

/* Reports whether a MOVE or PLAY follows from message->at on, so that a DISCARD belongs to an own
 * turn. */
static bool is_own_turn(const struct submit *message)
{
	for (size_t i = message->at; i < message->orders->count; i++) {
		enum order_kind kind = message->orders->orders[i].kind;

		if (kind == ORDER_MOVE || kind == ORDER_PLAY || kind == ORDER_PASS)
			return kind != ORDER_PASS;
	}
	return false;
}

/* Reports whether a card is discarded now, on another's turn, and not later in the own turn. */
static bool is_discard(const struct submit *message)
{
	const struct order *order = submit_next(message);

	return order != NULL && order->kind == ORDER_DISCARD && !is_own_turn(message);
}

static enum verdict pass_window(struct submit *message)
{
	struct card_state *table = message->table;

	if (!(table->now.window >> message->seat & 1))
		return submit_refuse(message, "There is nothing for you to pass on now.");
	submit_advance(message);
	/* The last PASS ends the turn, and then it is too late to discard. */
	if (is_discard(message) && discard_in_other_turn(message) == REFUSED)
		return REFUSED;
	table->now.window &= (uint16_t) ~(1u << message->seat);
	reaction_window_advance(table, message->record);
	return ACCEPTED;
}

/* Reports whether the card can answer another's turn; otherwise it is meant for the own turn. */
static bool ever_answers(const struct card_state *table, const struct order *order)
{
	uint8_t card = card_named(table->book->set, order->text, NULL);
	uint8_t when = card == NO_CARD ? 0 : table->book->set->cards[card].when;

	return when == 0 || (when & ~WHEN_OWN) != 0;
}

/* Reports whether the card can't be played in one's own turn. */
static bool only_answers(const struct card_state *table, const struct order *order)
{
	uint8_t card = card_named(table->book->set, order->text, NULL);

	return card != NO_CARD && (table->book->set->cards[card].when & WHEN_OWN) == 0;
}

/* Reports whether the PLAY, or one of the two after Plots Within Plots, can't be meant for the own
 * turn. The player must then read why it is no reaction. */
static bool is_meant_as_reaction(const struct submit *message, size_t at)
{
	const struct order *order = &message->orders->orders[at];
	const struct card_set *set = message->table->book->set;
	uint8_t card = card_named(set, order->text, NULL);
	size_t lines = card != NO_CARD && set->cards[card].effect->verb == VERB_PLOTS ? 3 : 1;

	for (size_t i = at; i < message->orders->count && i < at + lines; i++)
		if (order[i - at].kind == ORDER_PLAY &&
		    only_answers(message->table, &order[i - at]))
			return true;
	return ever_answers(message->table, order) && !submit_has_move(message, at);
}

static enum verdict take_step(struct submit *message, bool *reacted);

/* Plays a card as a reaction if it can be one; otherwise it begins the seat's own turn
 * [first-an-answer]. */
static enum verdict answer_turn(struct submit *message, bool *reacted)
{
	const struct order *order = submit_next(message);
	struct card_state *table = message->table;
	enum verdict verdict;

	if (order->kind == ORDER_PASS && *reacted && !(table->now.window >> message->seat & 1))
		return submit_refuse(message,
				     "Your card is your response to this turn; leave out PASS.");
	if (order->kind == ORDER_PASS)
		return pass_window(message);
	if (is_discard(message))
		return discard_in_other_turn(message);
	if (order->kind == ORDER_PLAY && table->now.window >> message->seat & 1 && !*reacted) {
		size_t at = message->at;
		struct reason why = {.text = ""};
		struct card_state *then = base_alloc(sizeof *then);
		bool next = submit_is_next(table, message->seat, then);

		free(then);
		verdict = submit_react(message);
		*reacted = verdict == ACCEPTED;
		if (verdict == ACCEPTED || !next)
			return verdict;
		why = *message->why;
		message->at = at;
		verdict = next_turn(message, false);
		if (verdict == ACCEPTED && submit_next(message) != NULL)
			verdict = take_step(message, reacted);
		if (verdict == REFUSED && is_meant_as_reaction(message, at))
			*message->why = why;
		return verdict;
	}
	return next_turn(message, *reacted);
}

/* Reports whether a second card can only be meant for the turn that has been answered already. */
static bool answers_twice(const struct submit *message, bool reacted)
{
	const struct order *order = submit_next(message);

	return reacted && order != NULL && order->kind == ORDER_PLAY &&
	       only_answers(message->table, order);
}

/* Takes the step that the phase requires. `reacted`: the message has answered the turn already. */
static enum verdict take_step(struct submit *message, bool *reacted)
{
	const struct card_state *table = message->table;

	if (answers_twice(message, *reacted))
		return submit_refuse(message, "You may respond with only one card; leave out all "
					      "PLAY lines except one.");
	switch (table->now.phase) {
	case PHASE_DEMAND:
		return submit_answer(message);
	case PHASE_WINDOW:
		return answer_turn(message, reacted);
	case PHASE_MOVE:
		if (player_in_turn(table) != message->seat)
			return submit_refuse(message, "It is %s's turn, not yours.",
					     seat_title(message, table->field.position.turn));
		return submit_turn(message);
	default:
		return submit_refuse(message,
				     "The game is over, so you can't play in it any more.");
	}
}

/* Lets a Doomsayer hear what the seat has said. */
static void add_said_action(struct card_state *table, uint8_t seat, const char *said,
			    struct event_list *record)
{
	struct action action = action_new(ACTION_SAID, seat, WHEN_BEFORE, NO_ACTION);
	struct action_words words = {.said = ""};
	struct card_board field = table->field;
	struct reason why = {.text = ""};

	if (table->now.phase == PHASE_OVER || table->now.phase == PHASE_DEMAND ||
	    !card_state_has_room(table) || strlen(said) >= sizeof words.said ||
	    !effects_trigger_doomsayer(table->book, &field, seat, said, NULL))
		return;
	strcpy(words.said, said);
	state_events_add_action(table, &action, &words, record);
	resolve_script(table, (uint8_t)(table->action_count - 1), NO_ACTION, record, &why);
	reaction_window_advance(table, record);
}

/* Applies the text of SAY after the rest of the message (Doomsayer). */
static void process_said_orders(struct submit *message)
{
	for (size_t i = 0; i < message->orders->count; i++) {
		const struct order *order = &message->orders->orders[i];

		if (order->kind == ORDER_SAY)
			add_said_action(message->table, message->seat, order->text,
					message->record);
	}
}

/* Reads the orders of a held turn. */
static bool read_held(const struct card_state *table, const char *text, struct order_list *orders)
{
	struct reason why = {.text = ""};
	char line[HELD_MAX];
	unsigned number = 0;

	while (*text != '\0') {
		size_t len = strcspn(text, ";");

		memcpy(line, text, len);
		line[len] = '\0';
		if (order_read(table->book->variant, line, ++number, orders, &why) == REFUSED)
			return false;
		text += len + strspn(text + len, "; ");
	}
	return true;
}

static bool apply_held(struct card_state *table, struct event_list *record)
{
	struct card_state *next;
	struct order_list orders;
	struct reason why = {.text = ""};
	struct event_list events;
	char text[HELD_MAX];
	struct submit message;
	bool reacted = false, done;

	if (!reaction_window_held(table, record, text))
		return false;
	next = base_alloc(sizeof *next);
	card_state_copy(next, table);
	order_list_init(&orders);
	event_list_init(&events);
	message = (struct submit){
		.table = next,
		.orders = &orders,
		.record = &events,
		.why = &why,
		.seat = table->now.phase == PHASE_DEMAND ? table->now.demanded
							 : player_in_turn(table),
	};
	done = read_held(table, text, &orders);
	while (done && submit_next(&message) != NULL)
		done = take_step(&message, &reacted) == ACCEPTED;
	if (done) {
		card_state_copy(table, next);
		event_append(record, &events);
	} else {
		state_events_release_turn(table, message.seat, true, record);
	}
	event_list_done(&events);
	order_list_done(&orders);
	free(next);
	return done;
}

void submit_apply_deferred(struct card_state *table, struct event_list *record)
{
	while (submit_apply_ahead(table, record) || apply_held(table, record))
		continue;
}

/* Sets when the seat passes automatically. If the seat is asked now, this is also a PASS at once
 * [standing-pass]. */
static void set_autopass(struct submit *message, const char *text)
{
	struct card_state *table = message->table;
	uint16_t bit = (uint16_t)(1u << message->seat);
	int rules = order_cards_autopass(text);

	state_events_autopass(table, message->seat, rules < 0 ? 0 : (unsigned)rules,
			      message->record);
	if (table->now.phase == PHASE_WINDOW && table->now.window & bit &&
	    reaction_window_is_waived(table, message->seat)) {
		table->now.window &= (uint16_t)~bit;
		reaction_window_advance(table, message->record);
	}
}

static const struct order *find_autopass(const struct submit *message)
{
	const struct order *found = NULL;

	for (size_t i = 0; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_AUTOPASS)
			found = &message->orders->orders[i];
	return found;
}

/* Checks that moves said in advance come with a turn [said-ahead]. Earlier versions accepted them
 * without one and ignored them, so they are still accepted in recorded games. */
static enum verdict check_ahead(const struct submit *message)
{
	if (message->has_turn || message->orders->recorded)
		return ACCEPTED;
	for (size_t i = 0; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_IF_FOGGED ||
		    message->orders->orders[i].kind == ORDER_IF_CHAOS)
			return submit_refuse(message,
					     "IF FOGGED and IF CHAOS say what you play if your "
					     "turn is undone. Write them below that turn, in the "
					     "same letter.");
	return ACCEPTED;
}

/* Carries out all orders of the message on the copy. */
static enum verdict do_message(struct submit *message)
{
	const struct order *autopass = find_autopass(message);
	bool reacted = false;

	for (size_t i = 0; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_JOIN ||
		    message->orders->orders[i].kind == ORDER_DECK)
			return submit_refuse(message,
					     "The game has begun: decks and words can't be "
					     "changed any more.");
	if (autopass != NULL && message->table->now.phase == PHASE_OVER)
		return submit_refuse(message, "The game is over; nothing is asked of you any "
					      "more.");
	if ((submit_next(message) != NULL || autopass != NULL) &&
	    !(message->table->field.position.in_play >> message->seat & 1) &&
	    message->table->now.phase != PHASE_OVER &&
	    player_in_turn(message->table) != message->seat)
		return submit_refuse(message,
				     "You are out of this game, so you can't move in it any more.");
	if (submit_check_together(message) == REFUSED)
		return REFUSED;
	while (submit_next(message) != NULL)
		if (take_step(message, &reacted) == REFUSED)
			return REFUSED;
	if (check_ahead(message) == REFUSED)
		return REFUSED;
	if (autopass != NULL && message->table->now.phase != PHASE_OVER)
		set_autopass(message, autopass->text);
	process_said_orders(message);
	submit_apply_deferred(message->table, message->record);
	return ACCEPTED;
}

/* Makes the copy, with its history, the table. */
static void adopt_copy(struct card_state *table, struct card_state *next, struct history *history)
{
	next->history = table->history;
	card_state_copy(table, next);
	if (table->history == NULL)
		return;
	repetition_done(table->history);
	*table->history = *history;
	repetition_init(history);
}

enum verdict submit_decide(struct card_state *table, uint8_t seat, const struct order_list *orders,
			   struct event_list *record, struct reason *why)
{
	struct card_state *next = base_alloc(sizeof *next);
	struct event_list events;
	struct history history;
	struct submit message = {
		.table = next,
		.seat = seat,
		.orders = orders,
		.record = &events,
		.why = why,
	};
	enum verdict verdict;

	repetition_init(&history);
	if (table->history != NULL)
		repetition_copy(&history, table->history);
	card_state_copy(next, table);
	next->history = table->history == NULL ? NULL : &history;
	next->returned = NO_SIDE;
	event_list_init(&events);
	verdict = do_message(&message);
	if (verdict == ACCEPTED) {
		adopt_copy(table, next, &history);
		event_append(record, &events);
	}
	event_list_done(&events);
	repetition_done(&history);
	free(next);
	return verdict;
}
