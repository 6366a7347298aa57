/* SPDX-License-Identifier: MIT */
/* An action's card: out of the hand, onto the discards, and what is drawn or taken for it. */
#include "core/cards/script/walk_inner.h"
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"

void walk_set_fate(struct script_run *run, uint8_t number, enum action_fate fate)
{
	const struct action *action = &run->table->actions[number];

	if (action->fate != fate)
		facts_set_fate(run->table, number, fate, action->forced, run->record);
}

/* The card that Vulture or Legacy takes into the hand, or NO_COPY. */
static uint16_t taken_copy(const struct script_run *run, uint8_t number)
{
	const struct table *table = run->table;
	const struct action *action = &table->actions[number];

	switch (script_verb(table, number)) {
	case VERB_VULTURE:
		return table->actions[action->answers].copy;
	case VERB_LEGACY:
		return piles_find(&table->piles, ZONE_DISCARDS, action->seat,
				  play_named_card(table->book, &action->play.targets[0]));
	default:
		return NO_COPY;
	}
}

/* The card lies on the table now; it is replaced by another (W4), or takes one (W22). */
static void put_down(struct script_run *run, uint8_t number, enum action_fate fate, uint16_t taken)
{
	struct table *table = run->table;
	const struct action *action = &table->actions[number];

	if (fate != ACTION_STANDS || !script_card(table, action)->continuing)
		facts_discard(table, action->copy, run->record);
	if (number >= run->last) {
		run->last = number;
		facts_note_card(table, number, run->record);
	}
	run->played |= (uint16_t)(1u << action->seat);
	if (fate != ACTION_STANDS || taken == NO_COPY) {
		if (!facts_draw(table, number, run->record) && facts_reshuffle(table, run->record))
			facts_draw(table, number, run->record);
		return;
	}
	facts_take(table, action->seat, taken, run->record);
	if (script_verb(table, number) == VERB_VULTURE && !table->piles.common)
		facts_mill(table, number, run->record);
}

/* Plots Within Plots comes down, and is replaced, before the two cards it lets play, wherever these
 * are put into the turn. */
static void lay_plots(struct script_run *run, uint8_t plots)
{
	if (plots == NO_ACTION || run->laid >> plots & 1)
		return;
	script_pick_copy(run->table, plots);
	if (script_is_held(run->table, plots))
		walk_lay_down(run, plots,
			      script_is_fogged(run->table, plots) ? ACTION_CANCELLED
								  : ACTION_STANDS);
}

/* The action's card leaves the hand. */
void walk_lay_down(struct script_run *run, uint8_t number, enum action_fate fate)
{
	uint16_t taken;

	if (run->laid >> number & 1)
		return;
	walk_set_fate(run, number, fate);
	if (run->table->actions[number].kind != ACTION_CARD || fate == ACTION_RETURNED)
		return;
	lay_plots(run, run->table->actions[number].plots);
	run->laid |= 1u << number;
	taken = taken_copy(run, number);
	facts_play_card(run->table, number, run->record);
	put_down(run, number, fate, taken);
}
