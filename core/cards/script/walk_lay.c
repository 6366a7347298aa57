/* SPDX-License-Identifier: MIT */
/* An action's card: out of the hand, onto the discards, and what is drawn or taken for it. */
#include <assert.h>

#include "core/cards/script/walk_inner.h"
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"

void walk_set_fate(struct walk *walk, uint8_t number, enum action_fate fate)
{
	const struct action *action = &walk->table->actions[number];

	if (action->fate != fate)
		facts_set_fate(walk->table, number, fate, action->forced, walk->record);
}

/* The card that Vulture or Legacy takes into the hand, or NO_COPY. */
static uint16_t taken_copy(const struct walk *walk, uint8_t number)
{
	const struct table *table = walk->table;
	const struct action *action = &table->actions[number];
	struct play play;

	switch (script_verb(table, number)) {
	case VERB_VULTURE:
		return table->actions[action->answers].copy;
	case VERB_LEGACY:
		play = table_play(table, number);
		return piles_find(&table->piles, ZONE_DISCARDS, action->seat,
				  play_named_card(table->book, &play.targets[0]));
	default:
		return NO_COPY;
	}
}

/* The card lies on the table now; it is replaced by another [card-goes-back], or takes one
 * [taken-card-goes-right]. */
static void put_down(struct walk *walk, uint8_t number, enum action_fate fate, uint16_t taken)
{
	struct table *table = walk->table;
	const struct action *action = &table->actions[number];

	if (fate != ACTION_STANDS || !script_card(table, action)->continuing)
		facts_discard(table, action->copy, walk->record);
	if (number >= walk->last) {
		walk->last = number;
		facts_note_card(table, number, walk->record);
	}
	walk->result->played |= (uint16_t)(1u << action->seat);
	if (fate != ACTION_STANDS || taken == NO_COPY) {
		if (!facts_draw(table, number, walk->record) &&
		    facts_reshuffle(table, walk->record))
			facts_draw(table, number, walk->record);
		return;
	}
	facts_take(table, action->seat, taken, walk->record);
	if (script_verb(table, number) == VERB_VULTURE && !table->piles.common)
		facts_mill(table, number, walk->record);
}

/* Plots Within Plots comes down, and is replaced, before the two cards it lets play, wherever these
 * are put into the turn. */
static void lay_plots(struct walk *walk, uint8_t plots)
{
	if (plots == NO_ACTION || walk->laid >> plots & 1)
		return;
	script_pick_copy(walk->table, plots);
	if (script_is_held(walk->table, plots))
		walk_lay_down(walk, plots,
			      script_is_fogged(walk->table, plots) ? ACTION_CANCELLED
								   : ACTION_STANDS);
}

/* The action's card leaves the hand. */
void walk_lay_down(struct walk *walk, uint8_t number, enum action_fate fate)
{
	uint16_t taken;

	if (walk->laid >> number & 1)
		return;
	walk_set_fate(walk, number, fate);
	if (walk->table->actions[number].kind != ACTION_CARD || fate == ACTION_RETURNED)
		return;
	lay_plots(walk, walk->table->actions[number].plots);
	assert(script_is_held(walk->table, number));
	walk->laid |= 1u << number;
	taken = taken_copy(walk, number);
	facts_play_card(walk->table, number, walk->record);
	put_down(walk, number, fate, taken);
}
