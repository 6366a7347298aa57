/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "core/cards/lasting/lasting_turn.h"
#include "core/cards/play/moment.h"
#include "core/cards/script/walk_inner.h"
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/walk.h"
#include "core/variant/variant_data.h"

/*
 * The cards of effects that the action has ended go to the discards; with `wait` they are only
 * noted, for what they lay for may be restored. What is so since a message came in comes after what
 * was there before [discards-by-time]: it has come about by one of its actions, if not before.
 */
static void sweep_behind(struct walk *walk, uint8_t number, bool wait)
{
	struct table *table = walk->table;
	uint8_t latest = (uint8_t)(table->action_count - 1),
		from = walk->terms->from < latest ? walk->terms->from : latest;

	for (uint16_t copy = 0; copy < table->piles.count; copy++) {
		if (!script_is_over(table, copy))
			continue;
		if (walk->fell[copy] == NO_ACTION)
			walk->fell[copy] = number > from ? number : from;
		if (!wait)
			facts_fall(table, copy, walk->fell[copy], walk->record);
	}
}

/* Of the cards that have fallen before, in this turn, when that was: the script is run again. */
static void note_fallen(struct walk *walk)
{
	for (uint16_t copy = 0; copy < walk->table->piles.count; copy++)
		walk->fell[copy] = facts_fallen_by(walk->table, copy);
}

/* Which actions Chaos, Toll or a fogged card take out of the turn: those of the mover before it,
 * and in a fogged turn those that would follow. */
static void find_skipped(struct walk *walk)
{
	const struct table *table = walk->table;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];
		enum table_verb verb = script_verb(table, i);
		bool undoes = verb == VERB_UNDO && !action->forced && !script_is_fogged(table, i);
		uint8_t from = undoes ? script_undone_from(table, i) : 0;

		walk->cancelled |= script_is_fogged(table, i) ? 1u << i : 0;
		walk->result->undone |= undoes;
		walk->result->voided |= script_makes_void(table, i);
		for (uint8_t own = from; own < i && (undoes || script_makes_void(table, i)); own++)
			walk->skipped |= script_is_own(table, own) ? 1u << own : 0;
		if (script_is_own(table, i) && action->kind == ACTION_CARD && !action->forced &&
		    action->when != WHEN_AFTER && script_is_fogged(table, i))
			walk->result->fogged = true;
		else if (script_is_own(table, i) && walk->result->fogged &&
			 action->kind == ACTION_MOVE)
			walk->skipped |= 1u << i;
		if (script_is_played_again(table, i))
			walk->skipped |= 1u << i;
	}
}

/* Whether the card takes back the move it answers and puts another in its place. */
static bool replaces_move(const struct table *table, uint8_t number)
{
	enum table_verb verb = script_verb(table, number);

	return verb == VERB_BOG || verb == VERB_RIPOSTE;
}

/* Bog and Riposte come before all else that answers the move: the first that can be done, if any.
 */
static uint8_t replace(struct walk *walk, uint8_t number, struct field *field,
		       struct event_list *events)
{
	struct table *table = walk->table;

	for (uint8_t i = (uint8_t)(number + 1); i < table->action_count; i++) {
		struct field next = *field;
		struct event_list other;

		if (table->actions[i].answers != number || !replaces_move(table, i) ||
		    walk_is_waived(walk, i) || script_is_fogged(table, i))
			continue;
		event_list_init(&other);
		if (walk_try(walk, i, &next, &other) == ACTION_STANDS) {
			*field = next;
			event_list_done(events);
			*events = other;
			walk->bogged |= script_verb(table, i) == VERB_BOG;
			return i;
		}
		event_list_done(&other);
	}
	return NO_ACTION;
}

static void visit(struct walk *walk, uint8_t number);

/* Plots Within Plots is put down before its two cards, wherever those stand. */
static void visit_plots_of(struct walk *walk, uint8_t number)
{
	uint8_t plots = walk->table->actions[number].plots;

	if (plots != NO_ACTION && !(walk->done >> plots & 1))
		visit(walk, plots);
}

static void visit_answers(struct walk *walk, uint8_t number, uint8_t done)
{
	for (uint8_t i = (uint8_t)(number + 1); i < walk->table->action_count; i++) {
		if (walk->table->actions[i].answers == number && i != done) {
			visit_plots_of(walk, i);
			visit(walk, i);
		}
	}
}

/* Whether what the action took may yet be brought back: until then cards of effects that sat on it
 * stay. */
static bool will_restore(const struct walk *walk, uint8_t number)
{
	for (uint8_t i = (uint8_t)(number + 1); i < walk->table->action_count; i++)
		if (walk->table->actions[i].answers == number &&
		    script_verb(walk->table, i) == VERB_RESTORE)
			return true;
	return false;
}

/* The field becomes what the action made of it, and its card, and that of what replaced it, lie on
 * the table. */
static void commit(struct walk *walk, uint8_t number, uint8_t other, enum action_fate fate,
		   const struct field *field, const struct event_list *events)
{
	struct table *table = walk->table;

	if (fate == ACTION_STANDS) {
		table->field = *field;
		event_append(walk->record, events);
	}
	walk_lay_down(walk, number, fate);
	if (other != NO_ACTION)
		walk_lay_down(walk, other, ACTION_STANDS);
	sweep_behind(walk, other != NO_ACTION ? other : number, will_restore(walk, number));
}

/* An action is taken back, and all that answers it. */
static void return_all(struct walk *walk, uint8_t number)
{
	walk_set_fate(walk, number, ACTION_RETURNED);
	for (uint8_t i = (uint8_t)(number + 1); i < walk->table->action_count; i++) {
		if (walk->table->actions[i].answers == number && !script_makes_void(walk->table, i))
			return_all(walk, i);
	}
}

/* What answered an action that is done no more. */
static void note_orphans(struct walk *walk, uint8_t number)
{
	for (uint8_t i = (uint8_t)(number + 1); i < walk->table->action_count; i++)
		if (walk->table->actions[i].answers == number && !script_makes_void(walk->table, i))
			walk->result->orphans |= 1u << i;
}

/* What the field is now is what answers to the action see as it was before it. */
static void note_before(struct walk *walk, uint8_t number)
{
	const struct table *table = walk->table;

	if (!walk->result->moved && script_is_own(table, number) &&
	    table->actions[number].when == WHEN_INSTEAD)
		walk->unmoved = table->field;
	/* A card that answers a card, or a capture, sees the board as it was before that; Plots
	 * Within Plots comes down behind it. */
	if (script_is_own(table, number))
		walk->before = table->field;
}

static void note_behind(struct walk *walk, uint8_t number, enum action_fate fate)
{
	const struct table *table = walk->table;

	if (number == walk->terms->probe && walk->terms->probed != NULL)
		*walk->terms->probed = (struct walk_view){table->field, walk->before};
	walk->result->moved |= fate == ACTION_STANDS && script_is_own(table, number) &&
			       table->actions[number].when == WHEN_INSTEAD;
}

/* Does the action, on a copy of the field first; then what answers it, in the order it came. */
static void visit(struct walk *walk, uint8_t number)
{
	struct table *table = walk->table;
	struct field next = table->field;
	struct event_list events;
	enum action_fate fate;
	uint8_t other = NO_ACTION;

	assert(!(walk->done >> number & 1));
	walk->done |= 1u << number;
	if (walk->skipped >> number & 1) {
		return_all(walk, number);
		return;
	}
	note_before(walk, number);
	event_list_init(&events);
	fate = walk_try(walk, number, &next, &events);
	if (fate == ACTION_STANDS && script_is_own(table, number))
		other = replace(walk, number, &next, &events);
	if (other != NO_ACTION) {
		visit_plots_of(walk, other);
		walk->done |= 1u << other;
	}
	commit(walk, number, other, fate, &next, &events);
	event_list_done(&events);
	note_behind(walk, number, fate);
	if (other != NO_ACTION)
		visit_answers(walk, other, NO_ACTION);
	if (fate != ACTION_RETURNED) {
		visit_answers(walk, number, other);
		return;
	}
	return_all(walk, number);
	note_orphans(walk, number);
}

/* Every action that answers none has its place as it came; what answers one is done behind that. */
static void visit_all(struct walk *walk)
{
	for (uint8_t i = 0; i < walk->table->action_count; i++) {
		if ((walk->table->actions[i].answers == NO_ACTION ||
		     script_makes_void(walk->table, i)) &&
		    !(walk->done >> i & 1)) {
			visit_plots_of(walk, i);
			visit(walk, i);
		}
	}
}

/* Whether the mover has put down a card that answers another's: that is played whatever becomes of
 * his turn. */
static bool has_answered(const struct walk *walk)
{
	for (uint8_t i = 0; i < walk->table->action_count; i++) {
		if (walk->laid >> i & 1 && walk->table->actions[i].seat == walk->mover &&
		    !script_is_own(walk->table, i))
			return true;
	}
	return false;
}

/* All actions have had their place. */
static void end_walk(struct walk *walk)
{
	struct table *table = walk->table;
	struct walk_result *result = walk->result;

	/* [handed-back-not-played]: whose card was handed back has not played, though the first of
	 * his two stands. */
	if (result->undone && !has_answered(walk))
		result->played &= (uint16_t) ~(1u << walk->mover & ~(unsigned)table->now.settled);
	if (result->moved && !result->undone && result->asking == NO_ACTION)
		lasting_turn_ends(table->book, &table->field, walk->mover, walk->record);
	if (table->action_count > 0)
		sweep_behind(walk, (uint8_t)(table->action_count - 1), false);
}

/* What README.md says of every walk. */
static void check_walk(const struct walk *walk)
{
	const struct table *table = walk->table;

	assert((walk->result->asking == NO_ACTION) == (walk->result->asked == NO_SIDE));
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		assert(walk->done >> i & 1 || action->fate == ACTION_RETURNED);
		assert(!(walk->skipped >> i & 1) || action->fate == ACTION_RETURNED);
		assert(action->fate != ACTION_STANDS || !action->forced);
		assert(action->fate != ACTION_STANDS || action->kind != ACTION_CARD ||
		       !(walk->cancelled >> i & 1));
	}
}

struct walk_result walk_script(struct table *table, const struct walk_terms *terms,
			       struct event_list *record)
{
	struct walk_result result = {
		.asking = NO_ACTION,
		.asked = NO_SIDE,
		.refused = NO_ACTION,
		.played = table->now.settled,
		.fogged = terms->dropped,
	};
	struct walk walk = {
		.table = table,
		.terms = terms,
		.result = &result,
		.record = record,
		.mover = table->start.position.turn,
	};

	note_fallen(&walk);
	if (!terms->fresh)
		facts_anew(table, record);
	find_skipped(&walk);
	visit_all(&walk);
	end_walk(&walk);
	check_walk(&walk);
	return result;
}
