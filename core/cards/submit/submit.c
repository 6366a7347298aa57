/* SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/keywords.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/choice.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/reaction.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/order/order_args_cards.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* Looks at the table as it would be after the seats that are still asked have passed. */

void submit_pass_all(struct card_state *table)
{
	table->history = NULL;
	if (table->now.phase != PHASE_WINDOW)
		return;
	table->now.window = 0;
	reaction_window_advance(table, NULL);
}

uint8_t submit_legal(const struct card_state *table, struct move_list *list_out)
{
	struct card_state *then;
	uint8_t seat;

	list_out->count = 0;
	if (table->now.phase == PHASE_DEMAND)
		return table->now.demanded;
	if (table->now.phase == PHASE_OVER)
		return NO_SIDE;
	if (table->now.phase == PHASE_MOVE) {
		legality_moves(table, list_out);
		return table->field.position.turn;
	}
	then = base_alloc(sizeof *then);
	card_state_copy(then, table);
	submit_pass_all(then);
	seat = submit_legal(then, list_out);
	free(then);
	return seat;
}

/* Reports whether the seat would have to move, or to answer, if all windows closed now. `next_out`
 * is the table at that time. */
static bool submit_is_next(const struct card_state *table, uint8_t seat,
			   struct card_state *next_out)
{
	uint8_t next;

	card_state_try(next_out, table);
	next_out->now.window = 0;
	reaction_window_advance(next_out, NULL);
	if (next_out->now.phase == PHASE_OVER)
		return false;
	next = next_out->now.phase == PHASE_DEMAND
		       ? next_out->now.demanded
		       : next_out->field.position.controller[next_out->field.position.turn];
	return next == seat;
}

static bool belongs_to_turn(enum order_kind kind)
{
	return kind == ORDER_MOVE || kind == ORDER_PASS || kind == ORDER_PLAY ||
	       kind == ORDER_ANSWER || kind == ORDER_DISCARD;
}

const struct order *submit_next(const struct submit *message)
{
	for (size_t i = message->at; i < message->orders->count; i++)
		if (belongs_to_turn(message->orders->orders[i].kind))
			return &message->orders->orders[i];
	return NULL;
}

bool submit_has_move(const struct submit *message, size_t from)
{
	for (size_t i = from; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_MOVE)
			return true;
	return false;
}

void submit_advance(struct submit *message)
{
	while (message->at < message->orders->count &&
	       !belongs_to_turn(message->orders->orders[message->at].kind))
		message->at++;
	if (message->at < message->orders->count)
		message->at++;
}

void submit_start(struct card_state *table, struct event_list *record)
{
	turn_cycle_begin(table, record);
}

enum verdict submit_refuse(const struct submit *message, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(message->why->text, sizeof message->why->text, translate(format), args);
	va_end(args);
	return REFUSED;
}

/* Returns REFUSED if the message has a PASS and another act, in any order [pass-stands-alone]. */
static enum verdict submit_check_together(const struct submit *message)
{
	bool passes = false, acts = false;

	for (size_t i = 0; i < message->orders->count; i++) {
		enum order_kind kind = message->orders->orders[i].kind;

		passes |= kind == ORDER_PASS;
		acts |= kind == ORDER_PLAY || kind == ORDER_MOVE || kind == ORDER_ANSWER;
	}
	if (!passes || !acts || !card_ruleset_is_third(message->table->book))
		return ACCEPTED;
	return submit_refuse(message, "PASS stands alone: you can't also play a card, move or "
				      "ANSWER in the same message. Leave out PASS, or everything "
				      "else.");
}

/* Reports whether the card played before this one in the same message is a unique one from the
 * player's own deck. */
static bool is_own_unique(const struct submit *message, const struct action *previous)
{
	const struct piles *piles = &message->table->piles;
	uint16_t copy = piles_find(piles, ZONE_HAND, message->seat, previous->card);

	return message->table->book->set->cards[previous->acts_as].unique && copy != NO_COPY &&
	       piles->copies[copy].owner == message->seat;
}

/* Lets Haunting Memories act as the last card put down, except as a unique one from the player's
 * own deck. */
static enum verdict copy_last(const struct submit *message, const struct action *previous,
			      struct action *action)
{
	const struct card_board *field = &message->table->field;
	uint8_t last = previous == NULL ? field->last_card : previous->acts_as;
	bool own = previous == NULL
			   ? field->last_card_unique && field->last_card_by == message->seat
			   : is_own_unique(message, previous);

	if (last == NO_CARD)
		return submit_refuse(message, "No card has been played yet that could be copied.");
	if (own)
		return submit_refuse(message,
				     "%s is a unique card of your own deck and can't be copied.",
				     message->table->book->set->cards[last].name);
	action->acts_as = last;
	return ACCEPTED;
}

/* Returns the card that Haunting Memories would copy, because the words after its name are read for
 * that card; else NO_CARD. */
static uint8_t copied_card(const struct submit *message, const char *text,
			   const struct action *previous)
{
	const struct card_set *set = message->table->book->set;
	uint8_t card = card_named(set, text + strspn(text, " \t"), NULL);

	if (card == NO_CARD || set->cards[card].effect->verb != VERB_ECHO)
		return NO_CARD;
	return previous == NULL ? message->table->field.last_card : previous->acts_as;
}

enum verdict submit_read_card(const struct submit *message, const struct order *order,
			      const struct action *previous, struct action *action_out,
			      struct play *play_out)
{
	const struct card_state *table = message->table;
	const struct card_ruleset *book = table->book;
	struct action action = action_new(ACTION_CARD, message->seat, 0, NO_ACTION);
	const struct card *card;

	if (keywords_read(book, order->text, copied_card(message, order->text, previous), play_out,
			  message->why) == REFUSED)
		return REFUSED;
	action.card = action.acts_as = play_out->card;
	card = &book->set->cards[action.card];
	if (piles_find(&table->piles, ZONE_HAND, message->seat, action.card) == NO_COPY)
		return submit_refuse(message, "You don't hold %s.", card->name);
	if (card->effect->verb == VERB_ECHO && copy_last(message, previous, &action) == REFUSED)
		return REFUSED;
	card = &book->set->cards[action.acts_as];
	if (card->target_count == 0 && play_out->target_count > 0)
		return submit_refuse(message, "Nothing may follow PLAY %s.", card->name);
	if (card_ruleset_bars(book, action.acts_as, message->why))
		return REFUSED;
	*action_out = action;
	return ACCEPTED;
}

/* Answers to another's turn, or to a card. */

static enum verdict read_reaction(struct submit *message, struct reaction *reaction)
{
	unsigned wanted = 1;

	for (reaction->count = 0; reaction->count < wanted; reaction->count++) {
		const struct order *order = submit_next(message);
		struct action *action = &reaction->actions[reaction->count];

		if (order == NULL || order->kind != ORDER_PLAY)
			return submit_refuse(
				message,
				"Plots Within Plots needs two more PLAY lines right below it.");
		submit_advance(message);
		if (submit_read_card(message, order, reaction->count > 0 ? action - 1 : NULL,
				     action, &reaction->words[reaction->count].play) == REFUSED)
			return REFUSED;
		if (action_script_card(message->table, action)->effect->verb != VERB_PLOTS)
			continue;
		if (reaction->count > 0)
			return submit_refuse(
				message, "Plots Within Plots can't be one of its own two cards.");
		wanted = MAX_REACTION;
	}
	return ACCEPTED;
}

/* Passes for the mover, whose next move was sent in advance [said-ahead]. */
static void pass_ahead(struct card_state *table)
{
	const char *text = table->now.chaos ? table->ahead.chaos : table->ahead.fogged;

	if (table->now.state == TURN_AGAIN && *text != '\0')
		table->now.window &= (uint16_t) ~(1u << table->start.position.turn);
}

/* Decides one PLAY, or Plots Within Plots with its two cards, that answers another's turn. */
static enum verdict submit_react(struct submit *message)
{
	struct card_state *table = message->table;
	struct card_state *next = base_alloc(sizeof *next);
	struct reaction reaction = {
		.table = table,
		.seat = message->seat,
		.next = next,
		.record = message->record,
		.why = message->why,
	};
	enum verdict verdict = REFUSED;

	message->why->text[0] = '\0';
	if (read_reaction(message, &reaction) == ACCEPTED) {
		if (reaction_place(&reaction))
			verdict = ACCEPTED;
		else
			reaction_explain_refusal(&reaction);
	}
	if (verdict == ACCEPTED) {
		card_state_copy(table, next);
		if (table->now.chaos && table->now.state == TURN_AGAIN)
			state_events_add_undone(table, resolve_undone(table), message->record);
		reaction_window_open(table, message->seat);
		pass_ahead(table);
		reaction_window_advance(table, message->record);
	}
	free(next);
	return verdict;
}

/* Decides one message of a seat: an answer, a reaction, a turn, or several of them
 * [own-turn-with-answer] [first-an-answer]. */

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

static enum verdict submit_answer(struct submit *message);

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
					     variant_seat_title(message->table->book->variant,
								table->field.position.turn));
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

/* Answers to the questions of cards to a seat [cards-that-ask]. */

/* Under Elf Hill: applies the answer at once, before the turn is open. */
static enum verdict return_king(struct submit *message, const struct answer *answer)
{
	struct card_state *table = message->table;
	struct event_list events;
	struct effect_context context = {
		.book = table->book,
		.field = &table->field,
		.player = message->seat,
		.mover = message->seat,
		.card = choice_card(table),
		.copy = NO_COPY,
		.record = &events,
		.why = message->why,
	};
	enum effect_context_result result;

	event_list_init(&events);
	result = play_answer(&context, answer);
	if (result == EFFECT_CONTEXT_DONE)
		event_append(message->record, &events);
	event_list_done(&events);
	if (result != EFFECT_CONTEXT_DONE)
		return REFUSED;
	turn_cycle_begun(table, message->record);
	return ACCEPTED;
}

static enum verdict answer_action(struct submit *message, const struct answer *answer)
{
	struct card_state *table = message->table;
	uint8_t number = table->now.demand;
	bool said = table->actions[number].kind == ACTION_SAID;

	if (choice_apply_answer(table, answer, message->record, message->why) == REFUSED)
		return REFUSED;
	if (!said && table->now.state != TURN_OPEN && table->now.demanded == NO_SIDE)
		reaction_window_open(table, table->actions[number].seat);
	reaction_window_advance(table, message->record);
	return ACCEPTED;
}

/* Decides an ANSWER to the open demand. */
static enum verdict submit_answer(struct submit *message)
{
	const struct card_state *table = message->table;
	const struct order *order = submit_next(message);
	struct answer answer;

	if (table->now.demanded != message->seat)
		return submit_refuse(message, "The game waits for %s's ANSWER to %s.",
				     variant_seat_title(table->book->variant, table->now.demanded),
				     choice_card(table)->name);
	if (order == NULL || order->kind != ORDER_ANSWER)
		return submit_refuse(message, "%s asks you for an ANSWER first.",
				     choice_card(table)->name);
	if (action_read_answer(table->book, message->seat, order->text, &answer, message->why) < 0)
		return REFUSED;
	submit_advance(message);
	return table->now.demand == NO_ACTION ? return_king(message, &answer)
					      : answer_action(message, &answer);
}

/* Lets the card ask no more, because the answer can't be given and no other is known. */
static void drop_demand(struct submit *message)
{
	struct card_state *table = message->table;
	uint8_t number = table->now.demand;

	state_events_set_fate(table, number, ACTION_SPENT, true, message->record);
	resolve_script(table, table->action_count, NO_ACTION, message->record, message->why);
	reaction_window_advance(table, message->record);
}

/* Gives the first possible answer, on `next`. Returns false if there is none. */
static bool apply_first_answer(const struct card_state *table, struct card_state *next,
			       struct event_list *events)
{
	struct order_list nothing = {0};
	struct reason why = {.text = ""};
	struct submit message = {
		.table = next,
		.seat = table->now.demanded,
		.orders = &nothing,
		.record = events,
		.why = &why,
	};
	struct answer answer;
	bool given = false;

	for (unsigned i = 0; !given && choice_nth_answer(table, i, &answer); i++) {
		event_list_done(events);
		card_state_copy(next, table);
		/* A king returns wherever it can. */
		given = table->now.demand == NO_ACTION
				? (return_king(&message, &answer), true)
				: answer_action(&message, &answer) == ACCEPTED;
	}
	return given;
}

void submit_answer_overdue(struct card_state *table, struct event_list *record)
{
	struct event_list events;
	struct reason why = {.text = ""};
	struct card_state *next;

	if (table->now.phase != PHASE_DEMAND)
		return;
	next = base_alloc(sizeof *next);
	event_list_init(&events);
	if (!apply_first_answer(table, next, &events)) {
		event_list_done(&events);
		card_state_copy(next, table);
		drop_demand(&(struct submit){.table = next, .record = &events, .why = &why});
	}
	card_state_copy(table, next);
	event_append(record, &events);
	event_list_done(&events);
	free(next);
	submit_apply_deferred(table, record);
}
