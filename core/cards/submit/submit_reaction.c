/* SPDX-License-Identifier: MIT */
/* Answers to another's turn, or to a card. */
#include <stdlib.h>

#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/reaction.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"

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

enum verdict submit_react(struct submit *message)
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
