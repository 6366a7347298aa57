/* SPDX-License-Identifier: MIT */
/* One message of a seat: an answer, a reaction, a turn, or several of them [own-turn-with-answer]
 * [first-an-answer]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/table/facts.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/table/action.h"
#include "core/cards/message/turns.h"
#include "core/cards/message/window.h"
#include "core/order/order_cards.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

static const char *title(const struct message *message, uint8_t seat)
{
	return variant_seat_title(message->table->book->variant, seat);
}

static uint8_t player_in_turn(const struct table *table)
{
	const struct position *position = &table->field.position;

	return position->turn == NO_SIDE ? NO_SIDE : position->controller[position->turn];
}

/* The orders from message->at on, as one line. */
static void print_rest(const struct message *message, struct text *out)
{
	for (size_t i = message->at; i < message->orders->count; i++) {
		const struct order *order = &message->orders->orders[i];

		if (order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO ||
		    order->kind == ORDER_AUTOPASS || order_is_query(order))
			continue;
		text_add(out, out->len > 0 ? "; " : "");
		order_print(message->table->book->variant, order, out);
	}
}

/* [turn-kept]: the seat's turn is good as things stand, but other windows are open. */
static enum verdict hold(struct message *message, struct table *then)
{
	struct message trial = *message;
	struct text text;
	enum verdict verdict = ACCEPTED;

	trial.table = then;
	trial.record = NULL;
	verdict = then->now.phase == PHASE_DEMAND ? message_answer(&trial) : ACCEPTED;
	if (verdict == ACCEPTED && message_next(&trial) != NULL)
		verdict = message_turn(&trial);
	if (verdict == REFUSED)
		return REFUSED;
	message->has_turn = trial.has_turn;
	text_init(&text, 0);
	print_rest(message, &text);
	if (text.len >= HELD_MAX)
		verdict = message_refuse(message, "That is too long to be kept until the others "
						  "have answered; send it when they have.");
	else
		facts_hold(message->table, message->seat, text.bytes,
			   facts_board_key(&message->table->field), message->record);
	text_done(&text);
	while (verdict == ACCEPTED && message_next(message) != NULL)
		message_take(message);
	return verdict;
}

/* A turn of a seat that isn't next. */
static enum verdict refuse_turn(const struct message *message)
{
	const struct table *table = message->table;
	uint8_t turn = table->start.position.turn;
	bool own = turn != NO_SIDE && table->start.position.controller[turn] == message->seat;

	if (table->now.window >> message->seat & 1)
		return message_refuse(message, own ? "Your turn is in; now you can only answer "
						     "what was played on it, by a card or by PASS."
						   : "It isn't your turn yet; you can only answer "
						     "this one, by a card or by PASS.");
	return message_refuse(message, own ? "Your turn is in, and nothing can be added to it; the "
					     "game waits for the others' answers."
					   : "It isn't your turn yet; the game waits for others.");
}

/* The seat whose turn comes next sends it: that is its PASS, and if it was the last one that was
 * waited for the turn is decided. */
static enum verdict next_turn(struct message *message, bool reacted)
{
	struct table *table = message->table, *then = base_alloc(sizeof *then);
	uint16_t bit = (uint16_t)(1u << message->seat);
	enum verdict verdict = ACCEPTED;

	if (!message_is_next(table, message->seat, then)) {
		verdict = refuse_turn(message);
	} else if (table->now.window & ~bit) {
		verdict = reacted ? message_refuse(message, "Others may still answer your card; "
							    "send your own turn when they have.")
				  : hold(message, then);
		if (verdict == ACCEPTED) {
			table->now.window &= (uint16_t)~bit;
			facts_note_state(table, message->record);
		}
	} else {
		table->now.window = 0;
		window_advance(table, message->record);
	}
	free(then);
	return verdict;
}

/* A common deck lets one discard on another's turn, too. */
static enum verdict discard(struct message *message)
{
	struct table *table = message->table;
	const struct order *order = message_next(message);
	uint8_t card = card_named(table->book->set, order->text, NULL);
	uint16_t copy = card == NO_CARD ? NO_COPY
					: piles_find(&table->piles, ZONE_HAND, message->seat, card);

	if (!table->piles.common || !table->book->discards)
		return message_refuse(message, "A card is discarded with one's own turn.");
	if (table->now.played >> message->seat & 1)
		return message_refuse(message, "Who plays a card discards none in that turn.");
	if (copy == NO_COPY)
		return message_refuse(message, "You don't hold '%.40s'.", order->text);
	message_take(message);
	facts_will_discard(table, message->seat, copy, message->record);
	return ACCEPTED;
}

/* Whether there is a MOVE or PLAY from message->at on, so that a DISCARD belongs to an own turn. */
static bool is_own_turn(const struct message *message)
{
	for (size_t i = message->at; i < message->orders->count; i++) {
		enum order_kind kind = message->orders->orders[i].kind;

		if (kind == ORDER_MOVE || kind == ORDER_PLAY || kind == ORDER_PASS)
			return kind != ORDER_PASS;
	}
	return false;
}

/* Whether a card is discarded now on another's turn, and not later with the own one. */
static bool is_discard(const struct message *message)
{
	const struct order *order = message_next(message);

	return order != NULL && order->kind == ORDER_DISCARD && !is_own_turn(message);
}

static enum verdict pass(struct message *message)
{
	struct table *table = message->table;

	if (!(table->now.window >> message->seat & 1))
		return message_refuse(message, "Nothing waits for you to pass.");
	message_take(message);
	/* With the last PASS the turn is over, and it is too late for it. */
	if (is_discard(message) && discard(message) == REFUSED)
		return REFUSED;
	table->now.window &= (uint16_t) ~(1u << message->seat);
	window_advance(table, message->record);
	return ACCEPTED;
}

/* Whether the card ever answers another's turn; one that never does is meant for the own. */
static bool ever_answers(const struct table *table, const struct order *order)
{
	uint8_t card = card_named(table->book->set, order->text, NULL);
	uint8_t when = card == NO_CARD ? 0 : table->book->set->cards[card].when;

	return when == 0 || (when & ~WHEN_OWN) != 0;
}

/* Whether the card is none for one's own turn. */
static bool only_answers(const struct table *table, const struct order *order)
{
	uint8_t card = card_named(table->book->set, order->text, NULL);

	return card != NO_CARD && (table->book->set->cards[card].when & WHEN_OWN) == 0;
}

/* Whether the PLAY line there, or one of the two below Plots Within Plots, can't be meant for the
 * own turn: why it is no reaction is then what the player has to hear. */
static bool means_reaction(const struct message *message, size_t at)
{
	const struct order *order = &message->orders->orders[at];
	const struct card_set *set = message->table->book->set;
	uint8_t card = card_named(set, order->text, NULL);
	size_t lines = card != NO_CARD && set->cards[card].effect->verb == VERB_PLOTS ? 3 : 1;

	for (size_t i = at; i < message->orders->count && i < at + lines; i++)
		if (order[i - at].kind == ORDER_PLAY &&
		    only_answers(message->table, &order[i - at]))
			return true;
	return ever_answers(message->table, order) && !message_has_move(message, at);
}

static enum verdict take_step(struct message *message, bool *reacted);

/* [first-an-answer]: a card that can be a reaction is one, else it begins the seat's own turn. */
static enum verdict answer_turn(struct message *message, bool *reacted)
{
	const struct order *order = message_next(message);
	struct table *table = message->table;
	enum verdict verdict;

	if (order->kind == ORDER_PASS && *reacted && !(table->now.window >> message->seat & 1))
		return message_refuse(message,
				      "Your card is your answer to this turn; leave out PASS.");
	if (order->kind == ORDER_PASS)
		return pass(message);
	if (is_discard(message))
		return discard(message);
	if (order->kind == ORDER_PLAY && table->now.window >> message->seat & 1 && !*reacted) {
		size_t at = message->at;
		struct reason why = {""};
		struct table *then = base_alloc(sizeof *then);
		bool next = message_is_next(table, message->seat, then);

		free(then);
		verdict = message_react(message);
		*reacted = verdict == ACCEPTED;
		if (verdict == ACCEPTED || !next)
			return verdict;
		why = *message->why;
		message->at = at;
		verdict = next_turn(message, false);
		if (verdict == ACCEPTED && message_next(message) != NULL)
			verdict = take_step(message, reacted);
		if (verdict == REFUSED && means_reaction(message, at))
			*message->why = why;
		return verdict;
	}
	return next_turn(message, *reacted);
}

/* A second card that can be meant for nothing but the turn that has been answered. */
static bool answers_twice(const struct message *message, bool reacted)
{
	const struct order *order = message_next(message);

	return reacted && order != NULL && order->kind == ORDER_PLAY &&
	       only_answers(message->table, order);
}

/* What the phase asks for. `reacted`: the message has answered the turn already. */
static enum verdict take_step(struct message *message, bool *reacted)
{
	const struct table *table = message->table;

	if (answers_twice(message, *reacted))
		return message_refuse(message, "Only one card may answer another's turn; leave out "
					       "all PLAY lines but one.");
	switch (table->now.phase) {
	case PHASE_DEMAND:
		return message_answer(message);
	case PHASE_WINDOW:
		return answer_turn(message, reacted);
	case PHASE_MOVE:
		if (player_in_turn(table) != message->seat)
			return message_refuse(message, "It is %s's turn, not yours.",
					      title(message, table->field.position.turn));
		return message_turn(message);
	default:
		return message_refuse(message,
				      "The game is over; nothing can be played in it any more.");
	}
}

/* The seat has said something: a Doomsayer may hear it. */
static void note_said(struct table *table, uint8_t seat, const char *said,
		      struct event_list *record)
{
	struct action action = action_new(ACTION_SAID, seat, WHEN_BEFORE, NO_ACTION);
	struct action_words words = {.said = ""};
	struct field field = table->field;
	struct reason why = {""};

	if (table->now.phase == PHASE_OVER || table->now.phase == PHASE_DEMAND ||
	    !table_has_room(table) || strlen(said) >= sizeof words.said ||
	    !effects_hear(table->book, &field, seat, said, NULL))
		return;
	strcpy(words.said, said);
	facts_add_action(table, &action, &words, record);
	evaluate_script(table, (uint8_t)(table->action_count - 1), NO_ACTION, record, &why);
	window_advance(table, record);
}

/* Doomsayer: what is said is heard once the rest of the message is applied. */
static void hear(struct message *message)
{
	for (size_t i = 0; i < message->orders->count; i++) {
		const struct order *order = &message->orders->orders[i];

		if (order->kind == ORDER_SAY)
			note_said(message->table, message->seat, order->text, message->record);
	}
}

/* Orders of a turn that waited. */
static bool read_held(const struct table *table, const char *text, struct order_list *orders)
{
	struct reason why = {""};
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

static bool apply_held(struct table *table, struct event_list *record)
{
	struct table *next;
	struct order_list orders;
	struct reason why = {""};
	struct event_list events;
	const char *text = window_held(table, record);
	struct message message;
	bool reacted = false, done;

	if (text == NULL)
		return false;
	next = base_alloc(sizeof *next);
	table_copy(next, table);
	order_list_init(&orders);
	event_list_init(&events);
	message = (struct message){
		.table = next,
		.orders = &orders,
		.record = &events,
		.why = &why,
		.seat = table->now.phase == PHASE_DEMAND ? table->now.demanded
							 : player_in_turn(table),
	};
	done = read_held(table, text, &orders);
	while (done && message_next(&message) != NULL)
		done = take_step(&message, &reacted) == ACCEPTED;
	if (done) {
		table_copy(table, next);
		event_append(record, &events);
	} else {
		facts_let_go(table, message.seat, true, record);
	}
	event_list_done(&events);
	order_list_done(&orders);
	free(next);
	return done;
}

void message_go_on(struct table *table, struct event_list *record)
{
	while (message_ahead(table, record) || apply_held(table, record))
		continue;
}

/* [standing-pass]: it is a PASS at once, too, where the seat is asked. */
static void set_autopass(struct message *message, const char *text)
{
	struct table *table = message->table;
	uint16_t bit = (uint16_t)(1u << message->seat);
	int rules = order_cards_autopass(text);

	facts_autopass(table, message->seat, rules < 0 ? 0 : (unsigned)rules, message->record);
	if (table->now.phase == PHASE_WINDOW && table->now.window & bit &&
	    window_is_waived(table, message->seat)) {
		table->now.window &= (uint16_t)~bit;
		window_advance(table, message->record);
	}
}

static const struct order *find_autopass(const struct message *message)
{
	const struct order *found = NULL;

	for (size_t i = 0; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_AUTOPASS)
			found = &message->orders->orders[i];
	return found;
}

/* [said-ahead]: what is said ahead of a turn rides in it. Without one it was taken at first, and
 * changed nothing: games that have it in their files go on. */
static enum verdict check_ahead(const struct message *message)
{
	if (message->has_turn || message->orders->recorded)
		return ACCEPTED;
	for (size_t i = 0; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_IF_FOGGED ||
		    message->orders->orders[i].kind == ORDER_IF_CHAOS)
			return message_refuse(message,
					      "IF FOGGED and IF CHAOS say what you move if your "
					      "turn is taken back: write them below that turn, in "
					      "the same letter.");
	return ACCEPTED;
}

/* All orders of the message on the copy. */
static enum verdict do_message(struct message *message)
{
	const struct order *autopass = find_autopass(message);
	bool reacted = false;

	for (size_t i = 0; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_JOIN ||
		    message->orders->orders[i].kind == ORDER_DECK)
			return message_refuse(message,
					      "The game has begun: neither decks nor words for the "
					      "shuffles can be changed any more.");
	if (autopass != NULL && message->table->now.phase == PHASE_OVER)
		return message_refuse(message, "The game is over; nobody is asked any more.");
	if ((message_next(message) != NULL || autopass != NULL) &&
	    !(message->table->field.position.in_play >> message->seat & 1) &&
	    message->table->now.phase != PHASE_OVER &&
	    player_in_turn(message->table) != message->seat)
		return message_refuse(message,
				      "You are out of this game and have no move in it any more.");
	while (message_next(message) != NULL)
		if (take_step(message, &reacted) == REFUSED)
			return REFUSED;
	if (check_ahead(message) == REFUSED)
		return REFUSED;
	if (autopass != NULL && message->table->now.phase != PHASE_OVER)
		set_autopass(message, autopass->text);
	hear(message);
	message_go_on(message->table, message->record);
	return ACCEPTED;
}

/* Makes the copy the table, its history too. */
static void adopt(struct table *table, struct table *next, struct history *history)
{
	next->history = table->history;
	table_copy(table, next);
	if (table->history == NULL)
		return;
	history_done(table->history);
	*table->history = *history;
	history_init(history);
}

enum verdict message_decide(struct table *table, uint8_t seat, const struct order_list *orders,
			    struct event_list *record, struct reason *why)
{
	struct table *next = base_alloc(sizeof *next);
	struct event_list events;
	struct history history;
	struct message message = {
		.table = next,
		.seat = seat,
		.orders = orders,
		.record = &events,
		.why = why,
	};
	enum verdict verdict;

	history_init(&history);
	if (table->history != NULL)
		history_copy(&history, table->history);
	table_copy(next, table);
	next->history = table->history == NULL ? NULL : &history;
	next->returned = NO_SIDE;
	event_list_init(&events);
	verdict = do_message(&message);
	if (verdict == ACCEPTED) {
		adopt(table, next, &history);
		event_append(record, &events);
	}
	event_list_done(&events);
	history_done(&history);
	free(next);
	return verdict;
}
