/* SPDX-License-Identifier: MIT */
/* Leaving the game, draws offered and claimed. */
#include "core/cards/table_facts.h"
#include "core/cards/table_message.h"
#include "core/cards/table_turn.h"
#include "core/variant_data.h"

static bool
has_order(const struct message *message, enum order_kind kind)
{
	for (size_t i = 0; i < message->orders->count; i++) {
		if (message->orders->orders[i].kind == kind)
			return true;
	}
	return false;
}

static enum verdict
claim(struct message *message)
{
	struct table *table = message->table;
	const struct position *position = &table->field.position;

	if (table->phase != PHASE_MOVE || position->controller[position->turn] != message->seat)
		return message_refuse(message, "CLAIM DRAW is for your own turn, before you move.");
	if (position->quiet >= CLAIM_ROUNDS)
		turn_draw(table, "50-rounds", message->record);
	else if (table->history != NULL && history_occurrences(table->history) >= CLAIM_OCCURRENCES)
		turn_draw(table, "repetition", message->record);
	else
		return message_refuse(message, "No draw can be claimed now: the position hasn't been there "
		                      "three times, nor have 50 rounds gone without a capture or a "
		                      "pawn's move.");
	return ACCEPTED;
}

/* DRAW alone accepts the offer that stands; the last who agrees ends the game. */
static enum verdict
accept(struct message *message)
{
	struct table *table = message->table;
	uint16_t bit = (uint16_t)(1u << message->seat);

	if (table->offering == NO_SIDE || table->offering == message->seat)
		return message_refuse(message, "No draw is offered to you. To offer one yourself write DRAW "
		                      "below your move, in the same letter.");
	if (table->agreed & bit)
		return message_refuse(message, "You have agreed to that draw already.");
	facts_agree(table, message->seat, message->record);
	if ((table->field.position.in_play & ~table->agreed) == 0)
		turn_draw(table, "agreement", message->record);
	return ACCEPTED;
}

static enum verdict
decline(struct message *message)
{
	struct table *table = message->table;

	if (table->offering == NO_SIDE || table->offering == message->seat)
		return message_refuse(message, "No draw is offered to you, so there is none to decline.");
	facts_no_offer(table, message->record);
	return ACCEPTED;
}

enum verdict
message_offers(struct message *message, bool had_turn)
{
	struct table *table = message->table;
	bool draw = has_order(message, ORDER_DRAW), no = has_order(message, ORDER_DRAW_NO);
	bool resigns = has_order(message, ORDER_RESIGN), claims = has_order(message, ORDER_CLAIM_DRAW);

	if ((draw || no || resigns || claims) && table->phase == PHASE_OVER && !had_turn)
		return message_refuse(message, "The game is over; nothing can be played in it any more.");
	if (resigns)
		turn_leave(table, message->seat, "resigned", message->record);
	if (claims)
		return claim(message);
	if (draw && !had_turn)
		return accept(message);
	if (no)
		return decline(message);
	/* Who plays on without a word has declined. */
	if (had_turn && table->offering != NO_SIDE && !(table->agreed >> message->seat & 1))
		facts_no_offer(table, message->record);
	if (draw && table->phase != PHASE_OVER)
		facts_offer(table, message->seat, message->record);
	return ACCEPTED;
}
