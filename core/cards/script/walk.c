/* SPDX-License-Identifier: MIT */
#include <string.h>

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
 * was there before (S10): it has come about by one of its actions, if not before.
 */
static void sweep_behind(struct script_run *run, uint8_t number, bool wait)
{
	struct table *table = run->table;
	uint8_t latest = (uint8_t)(table->action_count - 1),
		from = run->from < latest ? run->from : latest;

	for (uint16_t copy = 0; copy < table->piles.count; copy++) {
		if (!script_is_over(table, copy))
			continue;
		if (run->fell[copy] == NO_ACTION)
			run->fell[copy] = number > from ? number : from;
		if (!wait)
			facts_fall(table, copy, run->fell[copy], run->record);
	}
}

/* Of the cards that have fallen before, in this turn, when that was: the script is run again. */
static void note_fallen(struct script_run *run)
{
	for (uint16_t copy = 0; copy < run->table->piles.count; copy++)
		run->fell[copy] = facts_fallen_by(run->table, copy);
}

/* Whether the mover's piece moves again by a card of his: once bogged, it doesn't. */
static bool moves_again(const struct script_run *run)
{
	for (uint8_t i = 0; i < run->table->action_count; i++) {
		if (script_verb(run->table, i) == VERB_AGAIN && script_is_own(run->table, i) &&
		    !(run->skipped >> i & 1) && !script_is_waived(run, i) &&
		    !script_is_fogged(run->table, i))
			return true;
	}
	return false;
}

/* As it was before what the action answers. Bog answers a move, or a card instead of it, no card
 * behind it. */
static const struct field *start_of(const struct script_run *run, uint8_t number)
{
	const struct table *table = run->table;
	uint8_t answers = table->actions[number].answers;

	if (script_verb(table, number) == VERB_TOLL)
		return &table->start;
	if (script_verb(table, number) == VERB_BOG && answers != NO_ACTION &&
	    table->actions[answers].when != WHEN_INSTEAD)
		return NULL;
	return &run->before;
}

struct moment script_moment(const struct script_run *run, uint8_t number, struct field *field,
			    struct event_list *record)
{
	const struct action *action = &run->table->actions[number];

	return (struct moment){
		.book = run->table->book,
		.field = field,
		.start = start_of(run, number),
		.found = NULL,
		.player = action->seat,
		.mover = run->mover,
		.when = (enum card_when)action->when,
		.again = script_verb(run->table, number) == VERB_BOG && !run->bogged &&
			 moves_again(run),
		.card = script_card(run->table, action),
		.copy = action->copy,
		.record = record,
	};
}

/* Which actions Chaos, Toll or a fogged card take out of the turn: those of the mover before it,
 * and in a fogged turn those that would follow. */
static void find_skipped(struct script_run *run)
{
	const struct table *table = run->table;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];
		enum table_verb verb = script_verb(table, i);
		bool undoes = verb == VERB_UNDO && !action->forced && !script_is_fogged(table, i);
		uint8_t from = undoes ? script_undone_from(table, i) : 0;

		run->undone |= undoes;
		run->voided |= script_makes_void(table, i);
		for (uint8_t own = from; own < i && (undoes || script_makes_void(table, i)); own++)
			run->skipped |= script_is_own(table, own) ? 1u << own : 0;
		if (script_is_own(table, i) && action->kind == ACTION_CARD && !action->forced &&
		    action->when != WHEN_AFTER && script_is_fogged(table, i))
			run->fogged = true;
		else if (script_is_own(table, i) && (run->fogged || run->dropped) &&
			 action->kind == ACTION_MOVE)
			run->skipped |= 1u << i;
		if (script_is_played_again(table, i))
			run->skipped |= 1u << i;
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
static uint8_t replace(struct script_run *run, uint8_t number, struct field *field,
		       struct event_list *events)
{
	struct table *table = run->table;

	for (uint8_t i = (uint8_t)(number + 1); i < table->action_count; i++) {
		struct field next = *field;
		struct event_list other;

		if (table->actions[i].answers != number || !replaces_move(table, i) ||
		    script_is_waived(run, i) || script_is_fogged(table, i))
			continue;
		event_list_init(&other);
		if (walk_try(run, i, &next, &other) == ACTION_STANDS) {
			*field = next;
			event_list_done(events);
			*events = other;
			run->bogged |= script_verb(table, i) == VERB_BOG;
			return i;
		}
		event_list_done(&other);
	}
	return NO_ACTION;
}

static void run_node(struct script_run *run, uint8_t number);

/* Plots Within Plots is put down before its two cards, wherever those stand. */
static void run_plots_of(struct script_run *run, uint8_t number)
{
	uint8_t plots = run->table->actions[number].plots;

	if (plots != NO_ACTION && !(run->done >> plots & 1))
		run_node(run, plots);
}

static void run_answers(struct script_run *run, uint8_t number, uint8_t done)
{
	for (uint8_t i = (uint8_t)(number + 1); i < run->table->action_count; i++) {
		if (run->table->actions[i].answers == number && i != done) {
			run_plots_of(run, i);
			run_node(run, i);
		}
	}
}

/* Whether what the action took may yet be brought back: until then cards of effects that sat on it
 * stay. */
static bool will_restore(const struct script_run *run, uint8_t number)
{
	for (uint8_t i = (uint8_t)(number + 1); i < run->table->action_count; i++)
		if (run->table->actions[i].answers == number &&
		    script_verb(run->table, i) == VERB_RESTORE)
			return true;
	return false;
}

/* The field becomes what the action made of it, and its card, and that of what replaced it, lie on
 * the table. */
static void commit(struct script_run *run, uint8_t number, uint8_t other, enum action_fate fate,
		   const struct field *field, const struct event_list *events)
{
	struct table *table = run->table;

	if (fate == ACTION_STANDS) {
		table->field = *field;
		event_append(run->record, events);
	}
	walk_lay_down(run, number, fate);
	if (other != NO_ACTION)
		walk_lay_down(run, other, ACTION_STANDS);
	sweep_behind(run, other != NO_ACTION && other > number ? other : number,
		     will_restore(run, number));
}

/* An action is taken back, and all that answers it. */
static void return_all(struct script_run *run, uint8_t number)
{
	walk_set_fate(run, number, ACTION_RETURNED);
	for (uint8_t i = (uint8_t)(number + 1); i < run->table->action_count; i++) {
		if (run->table->actions[i].answers == number && !script_makes_void(run->table, i))
			return_all(run, i);
	}
}

/* What answered an action that is done no more. */
static void note_orphans(struct script_run *run, uint8_t number)
{
	for (uint8_t i = (uint8_t)(number + 1); i < run->table->action_count; i++)
		if (run->table->actions[i].answers == number && !script_makes_void(run->table, i))
			run->orphans |= 1u << i;
}

static bool is_first_move(const struct script_run *run, uint8_t number)
{
	const struct action *action = &run->table->actions[number];

	return !run->moved && script_is_own(run->table, number) && action->when == WHEN_INSTEAD;
}

static void run_node(struct script_run *run, uint8_t number)
{
	struct table *table = run->table;
	struct field next = table->field;
	struct event_list events;
	enum action_fate fate;
	uint8_t other = NO_ACTION;

	run->done |= 1u << number;
	if (run->skipped >> number & 1) {
		return_all(run, number);
		return;
	}
	if (is_first_move(run, number))
		run->unmoved = table->field;
	/* A card that answers a card, or a capture, sees the board as it was before that. */
	if (table->actions[number].answers == NO_ACTION)
		run->before = table->field;
	event_list_init(&events);
	fate = walk_try(run, number, &next, &events);
	if (fate == ACTION_STANDS && script_is_own(table, number))
		other = replace(run, number, &next, &events);
	if (other != NO_ACTION)
		run_plots_of(run, other);
	commit(run, number, other, fate, &next, &events);
	event_list_done(&events);
	if (number == run->probe) {
		run->probed = table->field;
		run->before_probed = run->before;
	}
	run->moved |= fate == ACTION_STANDS && script_is_own(table, number) &&
		      table->actions[number].when == WHEN_INSTEAD;
	if (other != NO_ACTION)
		run_answers(run, other, NO_ACTION);
	if (fate == ACTION_RETURNED) {
		return_all(run, number);
		note_orphans(run, number);
	} else {
		run_answers(run, number, other);
	}
}

/* Whether the mover has put down a card that answers another's: that is played whatever becomes of
 * his turn. */
static bool has_answered(const struct script_run *run)
{
	for (uint8_t i = 0; i < run->table->action_count; i++) {
		if (run->laid >> i & 1 && run->table->actions[i].seat == run->mover &&
		    !script_is_own(run->table, i))
			return true;
	}
	return false;
}

void script_run(struct script_run *run, struct table *table, bool fresh, struct event_list *record)
{
	uint32_t waived = run->waived;
	bool traps = run->traps, dropped = run->dropped;
	uint8_t probe = run->probe, from = run->from, answered = run->answered;

	memset(run, 0, sizeof *run);
	run->table = table;
	run->record = record;
	run->mover = table->start.position.turn;
	run->waived = waived;
	run->traps = traps;
	run->dropped = dropped;
	run->probe = probe;
	run->from = from;
	run->answered = answered;
	run->asking = run->asked = run->refused = NO_ACTION;
	run->played = table->settled;
	note_fallen(run);
	if (!fresh)
		facts_anew(table, record);
	find_skipped(run);
	for (uint8_t i = 0; i < table->action_count; i++) {
		if ((table->actions[i].answers == NO_ACTION || script_makes_void(table, i)) &&
		    !(run->done >> i & 1)) {
			run_plots_of(run, i);
			run_node(run, i);
		}
	}
	/* R3: whose card was handed back has not played, though the first of his two stands. */
	if (run->undone && !has_answered(run))
		run->played &= (uint16_t) ~(1u << run->mover & ~(unsigned)table->settled);
	if (run->moved && !run->undone && run->asking == NO_ACTION)
		lasting_turn_ends(table->book, &table->field, run->mover, record);
	if (table->action_count > 0)
		sweep_behind(run, (uint8_t)(table->action_count - 1), false);
}
