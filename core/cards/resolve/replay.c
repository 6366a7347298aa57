/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "core/cards/board/continuous_turn.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/replay.h"
#include "core/cards/resolve/replay_internal.h"
#include "core/cards/state/state_events.h"
#include "core/variant/variant_data.h"

/*
 * Moves the cards of effects that the action has ended to the discards. With `wait` they are only
 * noted, because the effects may be restored. Cards that fall since a message came in come after
 * those that were there before [discards-by-time]: if no earlier action ended the effect, one of
 * the message did.
 */
static void sweep_ended_effects(struct replay *replay, uint8_t number, bool wait)
{
	struct card_state *table = replay->table;
	uint8_t latest = (uint8_t)(table->action_count - 1),
		from = replay->terms->from < latest ? replay->terms->from : latest;

	for (uint16_t copy = 0; copy < table->piles.count; copy++) {
		if (!action_script_is_over(table, copy))
			continue;
		if (replay->fell[copy] == NO_ACTION)
			replay->fell[copy] = number > from ? number : from;
		if (!wait)
			state_events_fall(table, copy, replay->fell[copy], replay->record);
	}
}

/* Notes which actions of this turn have ended effects before, because the script is evaluated
 * again. */
static void note_fallen(struct replay *replay)
{
	for (uint16_t copy = 0; copy < replay->table->piles.count; copy++)
		replay->fell[copy] = state_events_fallen_by(replay->table, copy);
}

/* Finds the actions that Chaos, Toll or a fogged card remove from the turn: the mover's actions
 * before it and, in a fogged turn, those that would follow. */
static void find_skipped(struct replay *replay)
{
	const struct card_state *table = replay->table;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];
		enum table_verb verb = action_script_verb(table, i);
		bool undoes =
			verb == VERB_UNDO && !action->forced && !action_script_is_fogged(table, i);
		uint8_t from = undoes ? action_script_undone_from(table, i) : 0;

		replay->cancelled |= action_script_is_fogged(table, i) ? 1u << i : 0;
		replay->result->undone |= undoes;
		replay->result->voided |= action_script_makes_void(table, i);
		for (uint8_t own = from; own < i && (undoes || action_script_makes_void(table, i));
		     own++)
			replay->skipped |= action_script_is_own(table, own) ? 1u << own : 0;
		if (action_script_is_own(table, i) && action->kind == ACTION_CARD &&
		    !action->forced && action->when != WHEN_AFTER &&
		    action_script_is_fogged(table, i))
			replay->result->fogged = true;
		else if (action_script_is_own(table, i) && replay->result->fogged &&
			 action->kind == ACTION_MOVE)
			replay->skipped |= 1u << i;
		if (action_script_is_played_again(table, i))
			replay->skipped |= 1u << i;
	}
}

/* Reports whether the card takes back the move it answers and puts another in its place. */
static bool replaces_move(const struct card_state *table, uint8_t number)
{
	enum table_verb verb = action_script_verb(table, number);

	return verb == VERB_BOG || verb == VERB_RIPOSTE;
}

/* Tries the first Bog or Riposte that can be done, because these come before all other answers to
 * the move. Returns its number, or NO_ACTION. */
static uint8_t try_replacements(struct replay *replay, uint8_t number, struct card_board *field,
				struct event_list *events)
{
	struct card_state *table = replay->table;

	for (uint8_t i = (uint8_t)(number + 1); i < table->action_count; i++) {
		struct card_board next = *field;
		struct event_list other;

		if (table->actions[i].answers != number || !replaces_move(table, i) ||
		    replay_is_waived(replay, i) || action_script_is_fogged(table, i))
			continue;
		event_list_init(&other);
		if (replay_try(replay, i, &next, &other) == ACTION_STANDS) {
			*field = next;
			event_list_done(events);
			*events = other;
			replay->bogged |= action_script_verb(table, i) == VERB_BOG;
			return i;
		}
		event_list_done(&other);
	}
	return NO_ACTION;
}

static void visit_action(struct replay *replay, uint8_t number);

/* Puts Plots Within Plots down before its two cards, wherever they are in the turn. */
static void visit_plots_of(struct replay *replay, uint8_t number)
{
	uint8_t plots = replay->table->actions[number].plots;

	if (plots != NO_ACTION && !(replay->done >> plots & 1))
		visit_action(replay, plots);
}

static void visit_answers(struct replay *replay, uint8_t number, uint8_t done)
{
	for (uint8_t i = (uint8_t)(number + 1); i < replay->table->action_count; i++) {
		if (replay->table->actions[i].answers == number && i != done) {
			visit_plots_of(replay, i);
			visit_action(replay, i);
		}
	}
}

/* Reports whether captured pieces may still be brought back: cards of effects on them stay until
 * then. */
static bool will_restore(const struct replay *replay, uint8_t number)
{
	for (uint8_t i = (uint8_t)(number + 1); i < replay->table->action_count; i++)
		if (replay->table->actions[i].answers == number &&
		    action_script_verb(replay->table, i) == VERB_RESTORE)
			return true;
	return false;
}

/* Makes the action's result the board. Puts its card, and that of the action that replaced it, on
 * the table. */
static void commit_action(struct replay *replay, uint8_t number, uint8_t other,
			  enum action_fate fate, const struct card_board *field,
			  const struct event_list *events)
{
	struct card_state *table = replay->table;

	if (fate == ACTION_STANDS) {
		table->field = *field;
		event_append(replay->record, events);
	}
	replay_lay_down(replay, number, fate);
	if (other != NO_ACTION)
		replay_lay_down(replay, other, ACTION_STANDS);
	sweep_ended_effects(replay, other != NO_ACTION ? other : number,
			    will_restore(replay, number));
}

/* Takes an action back, with all that answers it. */
static void return_with_answers(struct replay *replay, uint8_t number)
{
	replay_set_fate(replay, number, ACTION_RETURNED);
	for (uint8_t i = (uint8_t)(number + 1); i < replay->table->action_count; i++) {
		if (replay->table->actions[i].answers == number &&
		    !action_script_makes_void(replay->table, i))
			return_with_answers(replay, i);
	}
}

/* Notes the answers to an action that was taken back. */
static void note_orphans(struct replay *replay, uint8_t number)
{
	for (uint8_t i = (uint8_t)(number + 1); i < replay->table->action_count; i++)
		if (replay->table->actions[i].answers == number &&
		    !action_script_makes_void(replay->table, i))
			replay->result->orphans |= 1u << i;
}

/* Saves the present board, which answers to the action see as the board before it. */
static void note_before(struct replay *replay, uint8_t number)
{
	const struct card_state *table = replay->table;

	if (!replay->result->moved && action_script_is_own(table, number) &&
	    table->actions[number].when == WHEN_INSTEAD)
		replay->unmoved = table->field;
	/* A card that answers a card, or a capture, sees the board before that. Plots Within Plots
	 * comes after it. */
	if (action_script_is_own(table, number))
		replay->before = table->field;
}

static void note_after(struct replay *replay, uint8_t number, enum action_fate fate)
{
	const struct card_state *table = replay->table;

	if (number == replay->terms->probe && replay->terms->probed != NULL)
		*replay->terms->probed = (struct replay_view){table->field, replay->before};
	replay->result->moved |= fate == ACTION_STANDS && action_script_is_own(table, number) &&
				 table->actions[number].when == WHEN_INSTEAD;
}

/* Carries out the action, first on a copy of the board, and then its answers in order of
 * arrival. */
static void visit_action(struct replay *replay, uint8_t number)
{
	struct card_state *table = replay->table;
	struct card_board next = table->field;
	struct event_list events;
	enum action_fate fate;
	uint8_t other = NO_ACTION;

	assert(!(replay->done >> number & 1));
	replay->done |= 1u << number;
	if (replay->skipped >> number & 1) {
		return_with_answers(replay, number);
		return;
	}
	note_before(replay, number);
	event_list_init(&events);
	fate = replay_try(replay, number, &next, &events);
	if (fate == ACTION_STANDS && action_script_is_own(table, number))
		other = try_replacements(replay, number, &next, &events);
	if (other != NO_ACTION) {
		visit_plots_of(replay, other);
		replay->done |= 1u << other;
	}
	commit_action(replay, number, other, fate, &next, &events);
	event_list_done(&events);
	note_after(replay, number, fate);
	if (other != NO_ACTION)
		visit_answers(replay, other, NO_ACTION);
	if (fate != ACTION_RETURNED) {
		visit_answers(replay, number, other);
		return;
	}
	return_with_answers(replay, number);
	note_orphans(replay, number);
}

/* Evaluates every action that answers no other in its order. Answers to an action come right after
 * it. */
static void visit_all(struct replay *replay)
{
	for (uint8_t i = 0; i < replay->table->action_count; i++) {
		if ((replay->table->actions[i].answers == NO_ACTION ||
		     action_script_makes_void(replay->table, i)) &&
		    !(replay->done >> i & 1)) {
			visit_plots_of(replay, i);
			visit_action(replay, i);
		}
	}
}

/* Reports whether the mover has played a card that answers another's. Such a card stays played,
 * whatever happens to the mover's turn. */
static bool has_answered(const struct replay *replay)
{
	for (uint8_t i = 0; i < replay->table->action_count; i++) {
		if (replay->laid >> i & 1 && replay->table->actions[i].seat == replay->mover &&
		    !action_script_is_own(replay->table, i))
			return true;
	}
	return false;
}

/* Ends the evaluation when all actions have had their place. */
static void end_walk(struct replay *replay)
{
	struct card_state *table = replay->table;
	struct replay_result *result = replay->result;

	/* A player whose card was handed back has not played, even if the first of two cards stays
	 * [handed-back-not-played]. */
	if (result->undone && !has_answered(replay))
		result->played &= (uint16_t) ~(1u << replay->mover & ~(unsigned)table->now.settled);
	if (result->moved && !result->undone && result->asking == NO_ACTION)
		continuous_turn_ends(table->book, &table->field, replay->mover, replay->record);
	if (table->action_count > 0)
		sweep_ended_effects(replay, (uint8_t)(table->action_count - 1), false);
}

/* Asserts what README.md says about every evaluation. */
static void check_walk(const struct replay *replay)
{
	const struct card_state *table = replay->table;

	assert((replay->result->asking == NO_ACTION) == (replay->result->asked == NO_SIDE));
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		assert(replay->done >> i & 1 || action->fate == ACTION_RETURNED);
		assert(!(replay->skipped >> i & 1) || action->fate == ACTION_RETURNED);
		assert(action->fate != ACTION_STANDS || !action->forced);
		assert(action->fate != ACTION_STANDS || action->kind != ACTION_CARD ||
		       !(replay->cancelled >> i & 1));
	}
}

struct replay_result replay_script(struct card_state *table, const struct replay_terms *terms,
				   struct event_list *record)
{
	struct replay_result result = {
		.asking = NO_ACTION,
		.asked = NO_SIDE,
		.refused = NO_ACTION,
		.played = table->now.settled,
		.fogged = terms->dropped,
	};
	struct replay replay = {
		.table = table,
		.terms = terms,
		.result = &result,
		.record = record,
		.mover = table->start.position.turn,
	};

	note_fallen(&replay);
	if (!terms->fresh)
		state_events_restart_turn(table, record);
	find_skipped(&replay);
	visit_all(&replay);
	end_walk(&replay);
	check_walk(&replay);
	return result;
}
