/* SPDX-License-Identifier: MIT */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_turn.h"
#include "core/cards/effects/effects.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/replay.h"
#include "core/cards/state/card_state_events.h"
#include "core/variant/variant_data.h"

struct replay {
	struct card_state *table;
	const struct replay_terms *terms;
	struct replay_result *result;
	struct event_list *record; /* or NULL */
	uint8_t mover;
	uint32_t skipped; /* set of actions that are not done: undone, or lost with a fogged card */
	uint32_t cancelled; /* set of cards that are cancelled */
	uint32_t done;	    /* set of actions whose place has come */
	uint32_t laid;	    /* set of actions whose cards have been put down */
	uint8_t last;	    /* the latest action, in order of arrival, whose card was put down */
	bool bogged;	    /* the mover's move was shortened */
	struct card_board before;  /* the board before the action that reactions answer */
	struct card_board unmoved; /* the board before the mover's first move or instead-card */
	uint8_t fell[MAX_COPIES];  /* for each card whose effect is over, the action that ended it,
				      or NO_ACTION */
};

/* Carries out one action, on a copy of the board. */

static void note_refused(struct replay *replay, uint8_t number, const struct reason *why)
{
	if (replay->result->refused != NO_ACTION ||
	    (number < replay->terms->from && number != replay->terms->answered))
		return;
	replay->result->refused = number;
	replay->result->why = *why;
}

/* Reports whether the move is one that the seat can make now. */
static bool is_possible(const struct replay *replay, const struct card_board *field,
			const struct move *move)
{
	struct move_list list;

	card_movegen_moves(replay->table->book, field, replay->mover, false, &list);
	for (unsigned i = 0; i < list.count; i++) {
		list.moves[i].marked = move->marked;
		if (memcmp(&list.moves[i], move, sizeof *move) == 0)
			return true;
	}
	return false;
}

static void spring_traps(struct replay *replay, struct card_board *field, unsigned first,
			 struct event_list *events)
{
	if (replay->terms->traps)
		continuous_turn_spring(replay->table->book, field, first, events);
}

static enum effect_context_result make_move(struct replay *replay, uint8_t number,
					    struct card_board *field, struct event_list *events,
					    struct reason *why)
{
	const struct move *move = &replay->table->actions[number].move;
	unsigned first = field->turn_log.gone_count;

	if (!is_possible(replay, field, move)) {
		reason_set(why, "The move isn't possible any more.");
		return EFFECT_CONTEXT_REFUSED;
	}
	card_movegen_make(replay->table->book, field, move, events);
	spring_traps(replay, field, first, events);
	return EFFECT_CONTEXT_DONE;
}

/* Finds the seat's nth answer to the action: two Doomsayers may hear one word. Returns false if
 * there is none. */
static bool find_answer(const struct card_state *table, uint8_t number, uint8_t seat, unsigned nth,
			struct answer *answer_out)
{
	for (unsigned i = 0; card_state_answer(table, number, i, answer_out); i++) {
		if (answer_out->seat == seat && nth-- == 0)
			return true;
	}
	return false;
}

/* Notes that an answer is waited for. */
static enum effect_context_result note_open_demand(struct replay *replay, uint8_t number,
						   uint8_t seat,
						   const struct effect_context *context)
{
	replay->result->asking = number;
	replay->result->asked = seat;
	if (replay->terms->asked_on != NULL)
		*replay->terms->asked_on = (struct replay_view){*context->field, *context->found};
	return EFFECT_CONTEXT_DONE;
}

/* Asks the seats that must be asked. Returns EFFECT_CONTEXT_DONE with walk->result->asking set
 * while an answer is missing. */
static enum effect_context_result collect_answers(struct replay *replay, uint8_t number,
						  const struct card_board *found,
						  struct effect_context *context,
						  const struct play *play)
{
	const struct demand_rules *rules = context->card->effect->demand;
	unsigned asked[MAX_SIDES] = {0};
	enum effect_context_result result;
	uint16_t answered = 0;
	uint8_t seat;

	context->found = found;
	context->play = play;
	if (replay->result->asking != NO_ACTION)
		return EFFECT_CONTEXT_DONE;
	while ((seat = rules->asks(context, answered)) != NO_SIDE) {
		struct answer answer;

		if (!find_answer(replay->table, number, seat, asked[seat]++, &answer))
			return rules->stuck != NULL && rules->stuck(context, seat)
				       ? EFFECT_CONTEXT_SPENT
				       : note_open_demand(replay, number, seat, context);
		result = play_answer(context, &answer);
		if (result != EFFECT_CONTEXT_DONE)
			return result;
		answered |= (uint16_t)(1u << seat);
	}
	return rules->finish == NULL ? EFFECT_CONTEXT_DONE : rules->finish(context);
}

/* Returns the play with its words in the forms and the order that the card it acts as requires. */
static struct play fit_play(const struct effect_context *context, const struct play *said)
{
	struct play play = *said;

	targets_fit(context, &play, NULL);
	return play;
}

static bool replay_is_waived(const struct replay *replay, uint8_t number);

/* Reports whether the mover's piece moves again by one of the mover's cards, except after a Bog. */
static bool moves_again(const struct replay *replay)
{
	for (uint8_t i = 0; i < replay->table->action_count; i++) {
		if (action_script_verb(replay->table, i) == VERB_AGAIN &&
		    action_script_is_own(replay->table, i) && !(replay->skipped >> i & 1) &&
		    !replay_is_waived(replay, i) && !action_script_is_fogged(replay->table, i))
			return true;
	}
	return false;
}

/* Returns the board before the answered action, or NULL. Bog answers a move, or a card instead of
 * it, but no card after it. */
static const struct card_board *field_before_answered(const struct replay *replay, uint8_t number)
{
	const struct card_state *table = replay->table;
	uint8_t answers = table->actions[number].answers;

	if (action_script_verb(table, number) == VERB_TOLL)
		return &table->start;
	if (action_script_verb(table, number) == VERB_BOG && answers != NO_ACTION &&
	    table->actions[answers].when != WHEN_INSTEAD)
		return NULL;
	return &replay->before;
}

/* Returns the context in which the action plays its card on this board. */
static struct effect_context make_context(const struct replay *replay, uint8_t number,
					  struct card_board *field, struct event_list *record,
					  struct reason *why)
{
	const struct action *action = &replay->table->actions[number];

	return (struct effect_context){
		.book = replay->table->book,
		.field = field,
		.start = field_before_answered(replay, number),
		.found = NULL,
		.player = action->seat,
		.mover = replay->mover,
		.when = (enum card_when)action->when,
		.again = action_script_verb(replay->table, number) == VERB_BOG && !replay->bogged &&
			 moves_again(replay),
		.answers = action->answers,
		.card = action_script_card(replay->table, action),
		.copy = action->copy,
		.record = record,
		.why = why,
	};
}

static enum effect_context_result do_effect(struct replay *replay, uint8_t number,
					    struct card_board *field, struct event_list *events,
					    struct reason *why)
{
	const struct action *action = &replay->table->actions[number];
	struct effect_context context = make_context(replay, number, field, events, why);
	struct card_board found = *field;
	enum effect_context_result result;
	const struct play said = card_state_play(replay->table, number);

	if (action->when == WHEN_INSTEAD)
		card_board_note_move(field, true, events);
	result = play_do(&context, &said, why);
	if (result == EFFECT_CONTEXT_DONE && context.card->effect->demand != NULL) {
		struct play play = fit_play(&context, &said);

		result = collect_answers(replay, number, &found, &context, &play);
	}
	return result;
}

/* Springs traps after a card that moves pieces. A Bog springs the trap where the shortened move
 * stops. */
static void spring_by_card(struct replay *replay, uint8_t number, const struct card_board *before,
			   struct card_board *field, struct event_list *events)
{
	const struct card *card =
		action_script_card(replay->table, &replay->table->actions[number]);
	unsigned first = card != NULL && card->effect->verb == VERB_BOG
				 ? replay->before.turn_log.gone_count
				 : before->turn_log.gone_count;

	if (card != NULL && card->effect->displaces)
		spring_traps(replay, field, first, events);
}

/* Lets a Doomsayer, if one is there, hear the words: it asks the seat that said them. */
static enum effect_context_result apply_said(struct replay *replay, uint8_t number,
					     struct card_board *field, struct event_list *events,
					     struct reason *why)
{
	const struct action *action = &replay->table->actions[number];
	struct effect_context context = make_context(replay, number, field, events, why);
	struct play play = {.card = NO_CARD};
	const struct effect *asking;
	struct card_board found;

	card_board_begin_action(field, number, events);
	if (!effects_trigger_doomsayer(replay->table->book, field, action->seat,
				       card_state_said(replay->table, number), events)) {
		reason_set(why, "Nobody would hear it any more.");
		return EFFECT_CONTEXT_REFUSED;
	}
	found = *field;
	asking = card_board_asking(replay->table->book, field, action->seat, false);
	if (asking == NULL)
		return EFFECT_CONTEXT_DONE;
	context.card = &replay->table->book->set->cards[asking->card];
	context.player = asking->by;
	play.card = asking->card;
	return collect_answers(replay, number, &found, &context, &play);
}

/* Judges the action's card, unless an answer to it is missing. */
static enum effect_context_result judge_card(struct replay *replay, uint8_t number,
					     const struct card_board *before,
					     const struct card_board *unsprung,
					     const struct card_board *after, struct reason *why)
{
	const struct action *action = &replay->table->actions[number];
	const struct legality_case judged = {
		.book = replay->table->book,
		.card = action_script_card(replay->table, action),
		.player = action->seat,
		.mover = replay->mover,
		.when = action->when,
		.before = before,
		.unsprung = unsprung,
		.after = after,
	};

	return replay->result->asking == number ? EFFECT_CONTEXT_DONE : legality_card(&judged, why);
}

/* Reports whether the card is the second of two that Plots Within Plots plays instead of the
 * move. */
static bool is_second_move(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return number > 0 && action->plots != NO_ACTION && action->when == WHEN_INSTEAD &&
	       table->actions[number - 1].plots == action->plots;
}

/* Reports whether the Checkmate Rule makes the second card instead of the move ineffective by
 * itself, as if the first had not been played [plots-in-place]. An action that can't be done then
 * isn't tested. */
static bool is_spent_alone(struct replay *replay, uint8_t number)
{
	struct card_board *field = base_alloc(sizeof *field);
	struct reason ignored = {.text = ""};
	struct event_list events;
	enum effect_context_result result;

	*field = replay->unmoved;
	event_list_init(&events);
	card_board_begin_action(field, number, &events);
	result = do_effect(replay, number, field, &events, &ignored);
	if (result == EFFECT_CONTEXT_DONE)
		result = judge_card(replay, number, &replay->unmoved, field, field, &ignored);
	event_list_done(&events);
	free(field);
	return result == EFFECT_CONTEXT_SPENT;
}

/* Tries the action on a copy of the board; only `events` records anything. */
static enum effect_context_result attempt_action(struct replay *replay, uint8_t number,
						 struct card_board *field,
						 struct event_list *events, struct reason *why)
{
	const struct action *action = &replay->table->actions[number];
	const struct card_board before = *field;
	struct card_board unsprung;
	enum effect_context_result result;

	card_board_begin_action(field, number, events);
	if (action->kind == ACTION_MOVE)
		return make_move(replay, number, field, events, why);
	result = do_effect(replay, number, field, events, why);
	if (result != EFFECT_CONTEXT_DONE)
		return result;
	unsprung = *field;
	spring_by_card(replay, number, &before, field, events);
	if (is_second_move(replay->table, number) && is_spent_alone(replay, number))
		return EFFECT_CONTEXT_SPENT;
	return judge_card(replay, number, &before, &unsprung, field, why);
}

/* Checks whether the card to be taken or cancelled is still there. */
static enum effect_context_result check_card(struct replay *replay, uint8_t number,
					     struct reason *why)
{
	const struct card_state *table = replay->table;
	const struct action *action = &table->actions[number], *target;

	if (action->answers == NO_ACTION || action->answers >= table->action_count) {
		reason_set(why, "No card lies there to be answered.");
		return EFFECT_CONTEXT_REFUSED;
	}
	target = &table->actions[action->answers];
	if (target->fate == ACTION_RETURNED || target->copy == NO_COPY ||
	    (action_script_verb(table, number) == VERB_VULTURE &&
	     target->fate == ACTION_CANCELLED)) {
		reason_set(why, "That card doesn't lie there any more.");
		return EFFECT_CONTEXT_REFUSED;
	}
	return EFFECT_CONTEXT_DONE;
}

/* Checks that the card that Legacy names is in the discards; it may not be the very card just
 * played [taken-card-goes-right]. */
static enum effect_context_result check_discards(struct replay *replay, uint8_t number,
						 struct reason *why)
{
	const struct card_state *table = replay->table;
	const struct action *action = &table->actions[number];
	const struct play play = card_state_play(table, number);
	uint8_t kind =
		play.target_count == 1 ? play_named_card(table->book, &play.targets[0]) : NO_CARD;

	/* The forms of the card's targets refuse anything except one card's name. */
	if (kind == NO_CARD ||
	    piles_find(&table->piles, ZONE_DISCARDS, action->seat, kind) != NO_COPY)
		return EFFECT_CONTEXT_DONE;
	reason_set(why, "%s doesn't lie in your discards.", table->book->set->cards[kind].name);
	return EFFECT_CONTEXT_REFUSED;
}

/* Reports whether the card has no effect: found so when it was played, or now, to save the king. */
static bool replay_is_waived(const struct replay *replay, uint8_t number)
{
	return replay->table->actions[number].forced || replay->terms->waived >> number & 1;
}

/* Checks the card on which the action acts, then carries out the action. */
static enum effect_context_result try_card(struct replay *replay, uint8_t number,
					   struct card_board *field, struct event_list *events,
					   struct reason *why)
{
	enum effect_context_result result = EFFECT_CONTEXT_DONE;

	switch (action_script_verb(replay->table, number)) {
	case VERB_FOG:
	case VERB_VULTURE:
		result = check_card(replay, number, why);
		break;
	case VERB_LEGACY:
		result = check_discards(replay, number, why);
		break;
	default:
		break;
	}
	if (result == EFFECT_CONTEXT_DONE)
		result = attempt_action(replay, number, field, events, why);
	return result;
}

/*
 * Carries out the action on `field`, a copy of the table's board, as far as possible, and returns
 * its fate. The result gets the first action that can't be done, and an open demand. In the table,
 * only the copy of the action's card changes.
 */
static enum action_fate replay_try(struct replay *replay, uint8_t number, struct card_board *field,
				   struct event_list *events)
{
	struct card_state *table = replay->table;
	const struct action *action = &table->actions[number];
	struct reason why = {.text = ""};
	enum effect_context_result result;

	if (replay->laid >> number & 1)
		return action->fate;
	action_script_pick_copy(table, number);
	if (!action_script_is_held(table, number)) {
		reason_set(&why, "You don't hold that card.");
		note_refused(replay, number, &why);
		return ACTION_RETURNED;
	}
	if (action->kind == ACTION_SAID && action->forced)
		return ACTION_RETURNED;
	if (action->kind == ACTION_SAID) {
		result = apply_said(replay, number, field, events, &why);
		if (result == EFFECT_CONTEXT_REFUSED)
			note_refused(replay, number, &why);
		return result == EFFECT_CONTEXT_DONE ? ACTION_STANDS : ACTION_RETURNED;
	}
	if (action->kind == ACTION_CARD && action_script_is_fogged(table, number))
		return ACTION_CANCELLED;
	if (action->kind == ACTION_CARD && replay_is_waived(replay, number))
		return ACTION_SPENT;
	if (action_script_makes_void(table, number))
		return ACTION_STANDS;
	if (replay->bogged && action_script_verb(table, number) == VERB_AGAIN)
		return ACTION_SPENT;
	result = try_card(replay, number, field, events, &why);
	if (result == EFFECT_CONTEXT_REFUSED)
		note_refused(replay, number, &why);
	return result == EFFECT_CONTEXT_DONE	? ACTION_STANDS
	       : result == EFFECT_CONTEXT_SPENT ? ACTION_SPENT
						: ACTION_RETURNED;
}

/* An action's card: it leaves the hand, is discarded, and another is drawn or taken for it. */

/* Sets the action's fate, and records it. */
static void replay_set_fate(struct replay *replay, uint8_t number, enum action_fate fate)
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

static void replay_lay_down(struct replay *replay, uint8_t number, enum action_fate fate);

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

/* Sets the action's fate. Its card leaves the hand unless it is handed back, and is replaced
 * ([card-goes-back], [taken-card-goes-right]). */
static void replay_lay_down(struct replay *replay, uint8_t number, enum action_fate fate)
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

	/* Notes which actions of this turn have ended effects before, because the script is
	 * evaluated again. */
	for (uint16_t copy = 0; copy < replay.table->piles.count; copy++)
		replay.fell[copy] = state_events_fallen_by(replay.table, copy);
	if (!terms->fresh)
		state_events_restart_turn(table, record);
	find_skipped(&replay);
	visit_all(&replay);
	end_walk(&replay);
	check_walk(&replay);
	return result;
}
