/* SPDX-License-Identifier: MIT */
/* Carries out one action, on a copy of the board. */
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
#include "core/cards/resolve/replay_internal.h"
#include "core/cards/state/state_events.h"
#include "core/variant/variant_data.h"

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

bool replay_is_waived(const struct replay *replay, uint8_t number)
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

enum action_fate replay_try(struct replay *replay, uint8_t number, struct card_board *field,
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
