/* SPDX-License-Identifier: MIT */
/* What one action does: tried on a copy of the field. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects.h"
#include "core/cards/play/moment.h"
#include "core/cards/script/walk_inner.h"
#include "core/cards/script/script.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/judge.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/cards/play/play_do.h"
#include "core/variant/variant_data.h"

static void refuse(struct walk *walk, uint8_t number, const struct reason *why)
{
	if (walk->result->refused != NO_ACTION ||
	    (number < walk->terms->from && number != walk->terms->answered))
		return;
	walk->result->refused = number;
	walk->result->why = *why;
}

/* Looks for the move among those the seat may make now: it may have become another's, or none. */
static bool is_possible(const struct walk *walk, const struct field *field, const struct move *move)
{
	struct move_list list;

	ways_moves(walk->table->book, field, walk->mover, false, &list);
	for (unsigned i = 0; i < list.count; i++) {
		list.moves[i].marked = move->marked;
		if (memcmp(&list.moves[i], move, sizeof *move) == 0)
			return true;
	}
	return false;
}

static void spring(struct walk *walk, struct field *field, unsigned first,
		   struct event_list *events)
{
	if (walk->terms->traps)
		lasting_turn_spring(walk->table->book, field, first, events);
}

static enum moment_result make_move(struct walk *walk, uint8_t number, struct field *field,
				    struct event_list *events, struct reason *why)
{
	const struct move *move = &walk->table->actions[number].move;
	unsigned first = field->story.gone_count;

	if (!is_possible(walk, field, move)) {
		reason_set(why, "The move isn't possible any more.");
		return MOMENT_REFUSED;
	}
	ways_make(walk->table->book, field, move, events);
	spring(walk, field, first, events);
	return MOMENT_DONE;
}

/* The seat's answer to what it was asked as the nth: two Doomsayers may hear one word. False when
 * there is none. */
static bool answer_of(const struct table *table, uint8_t number, uint8_t seat, unsigned nth,
		      struct answer *answer_out)
{
	for (unsigned i = 0; table_answer(table, number, i, answer_out); i++) {
		if (answer_out->seat == seat && nth-- == 0)
			return true;
	}
	return false;
}

/* An answer is waited for. */
static enum moment_result leave_open(struct walk *walk, uint8_t number, uint8_t seat,
				     const struct moment *moment)
{
	walk->result->asking = number;
	walk->result->asked = seat;
	if (walk->terms->asked_on != NULL)
		*walk->terms->asked_on = (struct walk_view){*moment->field, *moment->found};
	return MOMENT_DONE;
}

/* Asks who must be asked; MOMENT_DONE with walk->result->asking set while an answer is open. */
static enum moment_result ask(struct walk *walk, uint8_t number, const struct field *found,
			      struct moment *moment, const struct play *play)
{
	const struct demand_rules *rules = moment->card->effect->demand;
	unsigned asked[MAX_SIDES] = {0};
	enum moment_result result;
	uint16_t answered = 0;
	uint8_t seat;

	moment->found = found;
	moment->play = play;
	if (walk->result->asking != NO_ACTION)
		return MOMENT_DONE;
	while ((seat = rules->asks(moment, answered)) != NO_SIDE) {
		struct answer answer;

		if (!answer_of(walk->table, number, seat, asked[seat]++, &answer))
			return leave_open(walk, number, seat, moment);
		result = rules->answer(moment, &answer);
		if (result != MOMENT_DONE)
			return result;
		answered |= (uint16_t)(1u << seat);
	}
	return rules->finish == NULL ? MOMENT_DONE : rules->finish(moment);
}

/* The play with its words in the forms and order that the card it acts as wants. */
static struct play fitted(const struct moment *moment, const struct play *said)
{
	struct play play = *said;

	targets_fit(moment, &play, NULL);
	return play;
}

/* Whether the mover's piece moves again by a card of his: once bogged, it doesn't. */
static bool moves_again(const struct walk *walk)
{
	for (uint8_t i = 0; i < walk->table->action_count; i++) {
		if (script_verb(walk->table, i) == VERB_AGAIN && script_is_own(walk->table, i) &&
		    !(walk->skipped >> i & 1) && !walk_is_waived(walk, i) &&
		    !script_is_fogged(walk->table, i))
			return true;
	}
	return false;
}

/* As it was before what the action answers. Bog answers a move, or a card instead of it, no card
 * behind it. */
static const struct field *start_of(const struct walk *walk, uint8_t number)
{
	const struct table *table = walk->table;
	uint8_t answers = table->actions[number].answers;

	if (script_verb(table, number) == VERB_TOLL)
		return &table->start;
	if (script_verb(table, number) == VERB_BOG && answers != NO_ACTION &&
	    table->actions[answers].when != WHEN_INSTEAD)
		return NULL;
	return &walk->before;
}

/* The moment in which the action plays its card on this field. */
static struct moment moment_of(const struct walk *walk, uint8_t number, struct field *field,
			       struct event_list *record, struct reason *why)
{
	const struct action *action = &walk->table->actions[number];

	return (struct moment){
		.book = walk->table->book,
		.field = field,
		.start = start_of(walk, number),
		.found = NULL,
		.player = action->seat,
		.mover = walk->mover,
		.when = (enum card_when)action->when,
		.again = script_verb(walk->table, number) == VERB_BOG && !walk->bogged &&
			 moves_again(walk),
		.card = script_card(walk->table, action),
		.copy = action->copy,
		.record = record,
		.why = why,
	};
}

static enum moment_result do_effect(struct walk *walk, uint8_t number, struct field *field,
				    struct event_list *events, struct reason *why)
{
	const struct action *action = &walk->table->actions[number];
	struct moment moment = moment_of(walk, number, field, events, why);
	struct field found = *field;
	enum moment_result result;
	const struct play said = table_play(walk->table, number);

	if (action->when == WHEN_INSTEAD)
		field_note_move(field, true, events);
	result = play_do(&moment, &said, why);
	if (result == MOMENT_DONE && moment.card->effect->demand != NULL) {
		struct play play = fitted(&moment, &said);

		result = ask(walk, number, &found, &moment, &play);
	}
	return result;
}

/* A card that moves pieces springs traps; Bog the one where the move that it shortens stops. */
static void spring_by_card(struct walk *walk, uint8_t number, const struct field *before,
			   struct field *field, struct event_list *events)
{
	const struct card *card = script_card(walk->table, &walk->table->actions[number]);
	unsigned first = card != NULL && card->effect->verb == VERB_BOG
				 ? walk->before.story.gone_count
				 : before->story.gone_count;

	if (card != NULL && card->effect->displaces)
		spring(walk, field, first, events);
}

/* Words that a Doomsayer hears, as long as one is there: it asks who said them. */
static enum moment_result hear(struct walk *walk, uint8_t number, struct field *field,
			       struct event_list *events, struct reason *why)
{
	const struct action *action = &walk->table->actions[number];
	struct moment moment = moment_of(walk, number, field, events, why);
	struct play play = {.card = NO_CARD};
	const struct effect *asking;
	struct field found;

	field_begin_action(field, number, events);
	if (!effects_hear(walk->table->book, field, action->seat, table_said(walk->table, number),
			  events)) {
		reason_set(why, "Nobody hears it any more.");
		return MOMENT_REFUSED;
	}
	found = *field;
	asking = field_asking(walk->table->book, field, action->seat, false);
	if (asking == NULL)
		return MOMENT_DONE;
	moment.card = &walk->table->book->set->cards[asking->card];
	moment.player = asking->by;
	play.card = asking->card;
	return ask(walk, number, &found, &moment, &play);
}

/* Asks the judge about the action's card, unless an answer to it is still open. */
static enum moment_result judge(struct walk *walk, uint8_t number, const struct field *before,
				const struct field *unsprung, const struct field *after,
				struct reason *why)
{
	const struct action *action = &walk->table->actions[number];
	const struct judge_case judged = {
		.book = walk->table->book,
		.card = script_card(walk->table, action),
		.player = action->seat,
		.mover = walk->mover,
		.when = action->when,
		.before = before,
		.unsprung = unsprung,
		.after = after,
	};

	return walk->result->asking == number ? MOMENT_DONE : judge_card(&judged, why);
}

/* Whether the action's card is the second of two instead of the move by Plots Within Plots. */
static bool is_second_move(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return number > 0 && action->plots != NO_ACTION && action->when == WHEN_INSTEAD &&
	       table->actions[number - 1].plots == action->plots;
}

/* [plots-in-place]: the Checkmate Rule tests its second move also by itself, as if the
 * first had not been made. What can't be done so isn't tested. */
static bool is_spent_alone(struct walk *walk, uint8_t number)
{
	struct field *field = base_alloc(sizeof *field);
	struct reason ignored = {""};
	struct event_list events;
	enum moment_result result;

	*field = walk->unmoved;
	event_list_init(&events);
	field_begin_action(field, number, &events);
	result = do_effect(walk, number, field, &events, &ignored);
	if (result == MOMENT_DONE)
		result = judge(walk, number, &walk->unmoved, field, field, &ignored);
	event_list_done(&events);
	free(field);
	return result == MOMENT_SPENT;
}

/* Tries what the action does on a copy of the field; nothing is recorded but in `events`. */
static enum moment_result attempt(struct walk *walk, uint8_t number, struct field *field,
				  struct event_list *events, struct reason *why)
{
	const struct action *action = &walk->table->actions[number];
	const struct field before = *field;
	struct field unsprung;
	enum moment_result result;

	field_begin_action(field, number, events);
	if (action->kind == ACTION_MOVE)
		return make_move(walk, number, field, events, why);
	result = do_effect(walk, number, field, events, why);
	if (result != MOMENT_DONE)
		return result;
	unsprung = *field;
	spring_by_card(walk, number, &before, field, events);
	if (is_second_move(walk->table, number) && is_spent_alone(walk, number))
		return MOMENT_SPENT;
	return judge(walk, number, &before, &unsprung, field, why);
}

/* Whether the card that is to be taken, or cancelled, lies there. */
static enum moment_result check_card(struct walk *walk, uint8_t number, struct reason *why)
{
	const struct table *table = walk->table;
	const struct action *action = &table->actions[number], *target;

	if (action->answers == NO_ACTION || action->answers >= table->action_count) {
		reason_set(why, "No card lies there to be answered.");
		return MOMENT_REFUSED;
	}
	target = &table->actions[action->answers];
	if (target->fate == ACTION_RETURNED || target->copy == NO_COPY ||
	    (script_verb(table, number) == VERB_VULTURE && target->fate == ACTION_CANCELLED)) {
		reason_set(why, "That card doesn't lie there any more.");
		return MOMENT_REFUSED;
	}
	return MOMENT_DONE;
}

/* Legacy: the card named must lie in the discards; it may not be the very card just played
 * [taken-card-goes-right].
 */
static enum moment_result check_discards(struct walk *walk, uint8_t number, struct reason *why)
{
	const struct table *table = walk->table;
	const struct action *action = &table->actions[number];
	const struct play play = table_play(table, number);
	uint8_t kind =
		play.target_count == 1 ? play_named_card(table->book, &play.targets[0]) : NO_CARD;

	/* Anything but one card's name is refused by the form of the card's targets. */
	if (kind == NO_CARD ||
	    piles_find(&table->piles, ZONE_DISCARDS, action->seat, kind) != NO_COPY)
		return MOMENT_DONE;
	reason_set(why, "%s doesn't lie in your discards.", table->book->set->cards[kind].name);
	return MOMENT_REFUSED;
}

bool walk_is_waived(const struct walk *walk, uint8_t number)
{
	return walk->table->actions[number].forced || walk->terms->waived >> number & 1;
}

/* The card that it acts on must lie there; then what the action does. */
static enum moment_result try_card(struct walk *walk, uint8_t number, struct field *field,
				   struct event_list *events, struct reason *why)
{
	enum moment_result result = MOMENT_DONE;

	switch (script_verb(walk->table, number)) {
	case VERB_FOG:
	case VERB_VULTURE:
		result = check_card(walk, number, why);
		break;
	case VERB_LEGACY:
		result = check_discards(walk, number, why);
		break;
	default:
		break;
	}
	if (result == MOMENT_DONE)
		result = attempt(walk, number, field, events, why);
	return result;
}

enum action_fate walk_try(struct walk *walk, uint8_t number, struct field *field,
			  struct event_list *events)
{
	struct table *table = walk->table;
	const struct action *action = &table->actions[number];
	struct reason why = {""};
	enum moment_result result;

	if (walk->laid >> number & 1)
		return action->fate;
	script_pick_copy(table, number);
	if (!script_is_held(table, number)) {
		reason_set(&why, "You don't hold that card.");
		refuse(walk, number, &why);
		return ACTION_RETURNED;
	}
	if (action->kind == ACTION_SAID && action->forced)
		return ACTION_RETURNED;
	if (action->kind == ACTION_SAID) {
		result = hear(walk, number, field, events, &why);
		if (result == MOMENT_REFUSED)
			refuse(walk, number, &why);
		return result == MOMENT_DONE ? ACTION_STANDS : ACTION_RETURNED;
	}
	if (action->kind == ACTION_CARD && script_is_fogged(table, number))
		return ACTION_CANCELLED;
	if (action->kind == ACTION_CARD && walk_is_waived(walk, number))
		return ACTION_SPENT;
	if (script_makes_void(table, number))
		return ACTION_STANDS;
	if (walk->bogged && script_verb(table, number) == VERB_AGAIN)
		return ACTION_SPENT;
	result = try_card(walk, number, field, events, &why);
	if (result == MOMENT_REFUSED)
		refuse(walk, number, &why);
	return result == MOMENT_DONE	? ACTION_STANDS
	       : result == MOMENT_SPENT ? ACTION_SPENT
					: ACTION_RETURNED;
}
