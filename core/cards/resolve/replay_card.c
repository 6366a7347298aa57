/* SPDX-License-Identifier: MIT */
/* An action's card: it leaves the hand, is discarded, and another is drawn or taken for it. */
#include <assert.h>

#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/replay_internal.h"
#include "core/cards/state/state_events.h"

void replay_set_fate(struct replay *replay, uint8_t number, enum action_fate fate)
{
	const struct action *action = &replay->table->actions[number];

	if (action->fate != fate)
		state_events_set_fate(replay->table, number, fate, action->forced, replay->record);
}

/* Returns the card that Vulture or Legacy takes into the hand, or NO_COPY. */
static uint16_t taken_copy(const struct replay *replay, uint8_t number)
{
	const struct card_state *table = replay->table;
	const struct action *action = &table->actions[number];
	struct play play;

	switch (action_script_verb(table, number)) {
	case VERB_VULTURE:
		return table->actions[action->answers].copy;
	case VERB_LEGACY:
		play = card_state_play(table, number);
		return piles_find(&table->piles, ZONE_DISCARDS, action->seat,
				  play_named_card(table->book, &play.targets[0]));
	default:
		return NO_COPY;
	}
}

/* Finishes a play after its card was put down: the card is replaced by another [card-goes-back], or
 * takes one [taken-card-goes-right]. */
static void finish_card_play(struct replay *replay, uint8_t number, enum action_fate fate,
			     uint16_t taken)
{
	struct card_state *table = replay->table;
	const struct action *action = &table->actions[number];

	if (fate != ACTION_STANDS || !action_script_card(table, action)->continuing)
		state_events_discard(table, action->copy, replay->record);
	if (number >= replay->last) {
		replay->last = number;
		state_events_note_card(table, number, replay->record);
	}
	replay->result->played |= (uint16_t)(1u << action->seat);
	if (fate != ACTION_STANDS || taken == NO_COPY) {
		if (!state_events_draw(table, number, replay->record) &&
		    state_events_reshuffle(table, replay->record))
			state_events_draw(table, number, replay->record);
		return;
	}
	state_events_take(table, action->seat, taken, replay->record);
	if (action_script_verb(table, number) == VERB_VULTURE && !table->piles.common)
		state_events_mill(table, number, replay->record);
}

/* Puts Plots Within Plots down, and replaces it, before the two cards that it lets be played,
 * wherever they are in the turn. */
static void lay_plots(struct replay *replay, uint8_t plots)
{
	if (plots == NO_ACTION || replay->laid >> plots & 1)
		return;
	action_script_pick_copy(replay->table, plots);
	if (action_script_is_held(replay->table, plots))
		replay_lay_down(replay, plots,
				action_script_is_fogged(replay->table, plots) ? ACTION_CANCELLED
									      : ACTION_STANDS);
}

void replay_lay_down(struct replay *replay, uint8_t number, enum action_fate fate)
{
	uint16_t taken;

	if (replay->laid >> number & 1)
		return;
	replay_set_fate(replay, number, fate);
	if (replay->table->actions[number].kind != ACTION_CARD || fate == ACTION_RETURNED)
		return;
	lay_plots(replay, replay->table->actions[number].plots);
	assert(action_script_is_held(replay->table, number));
	replay->laid |= 1u << number;
	taken = taken_copy(replay, number);
	state_events_play_card(replay->table, number, replay->record);
	finish_card_play(replay, number, fate, taken);
}
