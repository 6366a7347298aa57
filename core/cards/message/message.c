/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/script/script.h"
#include "core/cards/message/message_inner.h"
#include "core/cards/table/action.h"
#include "core/cards/message/turns.h"
#include "core/variant/variant_data.h"

static bool belongs_to_turn(enum order_kind kind)
{
	return kind == ORDER_MOVE || kind == ORDER_PASS || kind == ORDER_PLAY ||
	       kind == ORDER_ANSWER || kind == ORDER_DISCARD;
}

const struct order *message_next(const struct message *message)
{
	for (size_t i = message->at; i < message->orders->count; i++)
		if (belongs_to_turn(message->orders->orders[i].kind))
			return &message->orders->orders[i];
	return NULL;
}

bool message_has_move(const struct message *message, size_t from)
{
	for (size_t i = from; i < message->orders->count; i++)
		if (message->orders->orders[i].kind == ORDER_MOVE)
			return true;
	return false;
}

void message_take(struct message *message)
{
	while (message->at < message->orders->count &&
	       !belongs_to_turn(message->orders->orders[message->at].kind))
		message->at++;
	if (message->at < message->orders->count)
		message->at++;
}

void message_start(struct table *table, struct event_list *record)
{
	turns_begin(table, record);
}

enum verdict message_refuse(const struct message *message, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(message->why->text, sizeof message->why->text, phrase(format), args);
	va_end(args);
	return REFUSED;
}

/* Whether the card played before it in the same letter is a unique one of the own deck. */
static bool is_own_unique(const struct message *message, const struct action *previous)
{
	const struct piles *piles = &message->table->piles;
	uint16_t copy = piles_find(piles, ZONE_HAND, message->seat, previous->card);

	return message->table->book->set->cards[previous->acts_as].unique && copy != NO_COPY &&
	       piles->copies[copy].owner == message->seat;
}

/* Haunting Memories acts as the last card put down, but not as a unique one of the own deck. */
static enum verdict copy_last(const struct message *message, const struct action *previous,
			      struct action *action)
{
	const struct field *field = &message->table->field;
	uint8_t last = previous == NULL ? field->last_card : previous->acts_as;
	bool own = previous == NULL
			   ? field->last_card_unique && field->last_card_by == message->seat
			   : is_own_unique(message, previous);

	if (last == NO_CARD)
		return message_refuse(message, "No card has been played yet that could be copied.");
	if (own)
		return message_refuse(message,
				      "%s is a unique card of your own deck and can't be copied.",
				      message->table->book->set->cards[last].name);
	action->acts_as = last;
	return ACCEPTED;
}

enum verdict message_read_card(const struct message *message, const struct order *order,
			       const struct action *previous, struct action *action_out,
			       struct play *play_out)
{
	const struct table *table = message->table;
	const struct book *book = table->book;
	struct action action = action_new(ACTION_CARD, message->seat, 0, NO_ACTION);
	const struct card *card;

	if (play_read(book, order->text, play_out, message->why) == REFUSED)
		return REFUSED;
	action.card = action.acts_as = play_out->card;
	card = &book->set->cards[action.card];
	if (piles_find(&table->piles, ZONE_HAND, message->seat, action.card) == NO_COPY)
		return message_refuse(message, "You don't hold %s.", card->name);
	if (card->effect->verb == VERB_ECHO && copy_last(message, previous, &action) == REFUSED)
		return REFUSED;
	card = &book->set->cards[action.acts_as];
	if (card->target_count == 0 && play_out->target_count > 0)
		return message_refuse(message, "Nothing is written behind PLAY %s.", card->name);
	if (book_bars(book, action.acts_as, message->why))
		return REFUSED;
	*action_out = action;
	return ACCEPTED;
}
