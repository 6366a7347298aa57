/* SPDX-License-Identifier: MIT */
/* Answering another's turn, or a card. */
#include <stdlib.h>

#include "core/cards/message/message_inner.h"
#include "core/cards/message/window.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/reaction.h"
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"

/* Reads the PLAY lines of one reaction. */
static enum verdict read(struct message *message, struct reaction *reaction)
{
	unsigned wanted = 1;

	for (reaction->count = 0; reaction->count < wanted; reaction->count++) {
		const struct order *order = message_next(message);
		struct action *action = &reaction->actions[reaction->count];

		if (order == NULL || order->kind != ORDER_PLAY)
			return message_refuse(
				message,
				"Plots Within Plots needs two more PLAY lines right below it.");
		message_take(message);
		if (message_read_card(message, order, reaction->count > 0 ? action - 1 : NULL,
				      action, &reaction->words[reaction->count].play) == REFUSED)
			return REFUSED;
		if (script_card(message->table, action)->effect->verb != VERB_PLOTS)
			continue;
		if (reaction->count > 0)
			return message_refuse(
				message, "Plots Within Plots can't be one of its own two cards.");
		wanted = MAX_REACTION;
	}
	return ACCEPTED;
}

/* The mover has said what he does now [said-ahead]: that is his PASS. */
static void pass_ahead(struct table *table)
{
	const char *text = table->now.chaos ? table->ahead.chaos : table->ahead.fogged;

	if (table->now.state == TURN_AGAIN && *text != '\0')
		table->now.window &= (uint16_t) ~(1u << table->start.position.turn);
}

enum verdict message_react(struct message *message)
{
	struct table *table = message->table;
	struct table *next = base_alloc(sizeof *next);
	struct reaction reaction = {
		.table = table,
		.seat = message->seat,
		.next = next,
		.record = message->record,
		.why = message->why,
	};
	enum verdict verdict = REFUSED;

	message->why->text[0] = '\0';
	if (read(message, &reaction) == ACCEPTED) {
		if (reaction_place(&reaction))
			verdict = ACCEPTED;
		else
			reaction_tell_why(&reaction);
	}
	if (verdict == ACCEPTED) {
		table_copy(table, next);
		if (table->now.chaos && table->now.state == TURN_AGAIN)
			facts_add_undone(table, evaluate_undone(table), message->record);
		window_open(table, message->seat);
		pass_ahead(table);
		window_advance(table, message->record);
	}
	free(next);
	return verdict;
}
