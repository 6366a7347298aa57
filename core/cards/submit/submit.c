/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/cards/play/keywords.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/state/action.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

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

enum verdict submit_check_together(const struct submit *message)
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
