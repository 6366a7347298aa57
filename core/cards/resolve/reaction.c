/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/script/demand.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/reaction.h"
#include "core/cards/script/script.h"
#include "core/cards/table/action.h"
#include "core/cards/table/facts.h"
#include "core/variant/variant_data.h"

static bool is_oc(const struct table *table, const struct action *action)
{
	const struct card *card = script_card(table, action);

	return card != NULL && action->when == WHEN_CARD && card->effect->verb != VERB_PLOTS;
}

/* Whether a card that answers cards has been put down on it and not been taken back. */
static bool is_answered(const struct table *table, uint8_t number)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		if (table->actions[i].answers == number && is_oc(table, &table->actions[i]) &&
		    table->actions[i].fate != ACTION_RETURNED)
			return true;
	}
	return false;
}

/* Whether that was done by an opponent, who may have left since. */
static bool is_by_opponent(const struct table *table, uint8_t seat, const struct action *other)
{
	const struct side *sides = table->book->variant->sides;

	return sides[seat].team != sides[other->seat].team;
}

static bool is_of_plots(const struct table *table, uint8_t number)
{
	return table->actions[number].plots != NO_ACTION ||
	       script_verb(table, number) == VERB_PLOTS;
}

/* Whether it is a card of an opponent that may still be answered. */
static bool is_open(const struct table *table, uint8_t seat, uint8_t number)
{
	const struct action *other = &table->actions[number];

	return other->kind == ACTION_CARD && other->fate != ACTION_RETURNED &&
	       other->fate != ACTION_CANCELLED && !is_answered(table, number) &&
	       is_by_opponent(table, seat, other);
}

/* [latest-card-answered]: the latest card of an opponent that is not yet answered; of Plots Within
 * Plots itself. NO_ACTION when there is none. */
static uint8_t latest_card(const struct table *table, uint8_t seat)
{
	for (uint8_t i = table->action_count; i-- > 0;)
		if (table->actions[i].plots == NO_ACTION && is_open(table, seat, i))
			return i;
	return NO_ACTION;
}

static bool is_card(const struct table *table, uint8_t number, uint8_t card)
{
	return table->actions[number].card == card || table->actions[number].acts_as == card;
}

/* The card that is answered: the latest, whether it is named [fog-names-its-card] or not, or that
 * one of Plots Within Plots that is named. */
static uint8_t card_to_answer(const struct table *table, const struct action *action,
			      const struct play *play)
{
	uint8_t named =
		play->target_count > 0 ? play_named_card(table->book, &play->targets[0]) : NO_CARD;
	uint8_t latest = latest_card(table, action->seat);

	if (named == NO_CARD || (latest != NO_ACTION && is_card(table, latest, named)))
		return latest;
	for (uint8_t i = table->action_count; i-- > 0;)
		if (is_of_plots(table, i) && is_card(table, i, named) &&
		    is_open(table, action->seat, i))
			return i;
	return NO_ACTION;
}

static bool stands(const struct table *table, uint8_t number)
{
	return script_is_own(table, number) && table->actions[number].fate == ACTION_STANDS;
}

/* Words by which a Doomsayer has claimed a piece: that captured it, too. */
static bool is_claim(const struct table *table, uint8_t number)
{
	return table->actions[number].kind == ACTION_SAID &&
	       table->actions[number].fate == ACTION_STANDS;
}

/* Whether a piece of the seat's was taken by that action. */
static bool took_piece(const struct table *table, uint8_t number, uint8_t seat)
{
	const struct story *story = &table->field.story;

	for (unsigned i = 0; i < story->taken_count; i++) {
		if (story->taken[i].action == number &&
		    table->field.position.pieces[story->taken[i].piece].side == seat)
			return true;
	}
	return false;
}

/* Tries the reaction from its k-th card on, all before it being put into `table`. */
static bool place(struct reaction *reaction, const struct table *table, unsigned k);

static bool place_at(struct reaction *reaction, const struct table *table, unsigned k,
		     enum card_when when, uint8_t answers)
{
	struct table *next = base_alloc(sizeof *next);
	struct action action = reaction->actions[k];
	bool found;

	table_copy(next, table);
	action.when = (uint8_t)when;
	action.answers = answers;
	if (k > 0 && reaction->count > 1)
		action.plots = reaction->table->action_count;
	facts_add_action(next, &action, &reaction->words[k], NULL);
	found = place(reaction, next, k + 1);
	free(next);
	return found;
}

/* Cards on Plots Within Plots: its two are for one moment, or one answers the move and the other
 * the card that was played instead of it, which is the same moment. */
static bool is_pair(const struct reaction *reaction, const struct table *table)
{
	const struct action *one = &table->actions[reaction->table->action_count + 1],
			    *other = one + 1;
	const struct action *card = one->when == WHEN_CARD ? one : other;

	if (one->when == other->when)
		return true;
	return (one->when | other->when) == (WHEN_MOVED | WHEN_CARD) &&
	       card->answers != NO_ACTION && script_is_own(table, card->answers) &&
	       table->actions[card->answers].when == WHEN_INSTEAD;
}

/* Of two cards the second may be refused for what the first has done. */
static void tell_refused(const struct reaction *reaction, const struct reason *why)
{
	*reaction->why = *why;
	if (reaction->count == MAX_REACTION)
		reason_prefix(reaction->why,
			      "The two cards of Plots Within Plots can't both be played: ");
}

/* What the turn comes to with them; those of the set have no effect. */
static bool evaluate(struct reaction *reaction, const struct table *table, uint32_t spent,
		     struct event_list *events, struct reason *why)
{
	struct table *next = reaction->next;
	uint8_t first = reaction->table->action_count;

	table_copy(next, table);
	table_cut(next, first);
	for (uint8_t i = first; i < table->action_count; i++) {
		facts_add_action(next, &table->actions[i], &reaction->words[i - first], events);
		if (i == first)
			script_pick_copy(next, i);
		if (spent >> i & 1)
			facts_set_fate(next, i, ACTION_SPENT, true, events);
	}
	return evaluate_script(next, first, NO_ACTION, events, why) == ACCEPTED;
}

/* The same; should others be asked and have no answer by which the mover's king is safe, without
 * the cards that are to blame. */
static bool evaluate_answered(struct reaction *reaction, const struct table *table,
			      struct event_list *events, struct reason *why)
{
	uint8_t first = reaction->table->action_count;
	uint32_t spent = 0;

	if (!evaluate(reaction, table, 0, events, why))
		return false;
	for (unsigned i = 0; !demand_has_answer(reaction->next); i++) {
		event_list_done(events);
		spent = evaluate_nth_spent(table, first, i);
		if (!evaluate(reaction, table, spent, events, why))
			return false;
		if (spent == 0)
			break;
	}
	return true;
}

/* All are put in: whether the turn stands so. */
static bool try_whole(struct reaction *reaction, const struct table *table)
{
	struct event_list events;
	struct reason why = {""};
	bool accepted;

	if (reaction->count == MAX_REACTION && !is_pair(reaction, table)) {
		if (!reaction->placed)
			reason_set(reaction->why,
				   "Plots Within Plots plays two cards of one moment: two that "
				   "answer the capture, the move, the turn or a card.");
		reaction->placed = true;
		return false;
	}
	event_list_init(&events);
	accepted = evaluate_answered(reaction, table, &events, &why);
	if (accepted)
		event_append(reaction->record, &events);
	else if (!reaction->placed)
		tell_refused(reaction, &why);
	reaction->placed = true;
	event_list_done(&events);
	return accepted;
}

static bool riposte_stands(const struct table *table)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		if (script_verb(table, i) == VERB_RIPOSTE &&
		    table->actions[i].fate == ACTION_STANDS)
			return true;
	}
	return false;
}

static bool place_captured(struct reaction *reaction, const struct table *table, unsigned k)
{
	for (uint8_t i = table->action_count; i-- > 0;) {
		if ((stands(table, i) || is_claim(table, i)) &&
		    took_piece(table, i, reaction->seat) &&
		    place_at(reaction, table, k, WHEN_CAPTURED, i))
			return true;
	}
	return false;
}

static bool place_moved(struct reaction *reaction, const struct table *table, unsigned k)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		if (stands(table, i) && place_at(reaction, table, k, WHEN_MOVED, i))
			return true;
	}
	return false;
}

static bool place(struct reaction *reaction, const struct table *table, unsigned k)
{
	const struct action *action = &reaction->actions[k];
	uint8_t mover = table->start.position.turn, answers;
	const struct card *card;
	bool against_turn;

	if (k == reaction->count)
		return try_whole(reaction, table);
	card = script_card(table, action);
	if (card->effect->verb == VERB_PLOTS)
		return place_at(reaction, table, k, WHEN_CARD, NO_ACTION);
	against_turn = reaction->table->now.state == TURN_IN &&
		       field_opposes(table->book, &table->field, reaction->seat, mover);
	if (against_turn && card->when & WHEN_CAPTURED && place_captured(reaction, table, k))
		return true;
	if (against_turn && card->when & WHEN_MOVED && place_moved(reaction, table, k))
		return true;
	answers = card_to_answer(reaction->table, action, &reaction->words[k].play);
	if (card->when & WHEN_CARD && answers != NO_ACTION &&
	    place_at(reaction, table, k, WHEN_CARD, answers))
		return true;
	return against_turn && card->when & WHEN_TURN && !riposte_stands(table) &&
	       place_at(reaction, table, k, WHEN_TURN, NO_ACTION);
}

static bool is_for_own_turn(const struct card *card)
{
	return !(card->when & (WHEN_CAPTURED | WHEN_MOVED | WHEN_TURN | WHEN_CARD));
}

/* Whether there would be a place for that card alone. */
static bool fits_alone(const struct reaction *reaction, unsigned k)
{
	struct event_list events;
	struct reason why;
	struct reaction alone = {
		.table = reaction->table,
		.seat = reaction->seat,
		.actions = {reaction->actions[k]},
		.words = {reaction->words[k]},
		.count = 1,
		.next = base_alloc(sizeof *alone.next),
		.record = &events,
		.why = &why,
	};
	bool fits;

	event_list_init(&events);
	fits = place(&alone, reaction->table, 0) || alone.placed;
	event_list_done(&events);
	free(alone.next);
	return fits;
}

/* The card that fits nowhere: of Plots Within Plots' two the one that is to blame. */
static const struct card *find_misfit(const struct reaction *reaction)
{
	unsigned misfit = 0;

	for (unsigned k = reaction->count; k-- > 1;)
		if (!fits_alone(reaction, k))
			misfit = k;
	for (unsigned k = reaction->count; k-- > 1;)
		if (is_for_own_turn(script_card(reaction->table, &reaction->actions[k])))
			misfit = k;
	return script_card(reaction->table, &reaction->actions[misfit]);
}

/* [fog-names-its-card]: Fog of War with the name of a card that it can't answer. */
static void tell_other_card(const struct reaction *reaction, const struct card *fog,
			    struct reason *why)
{
	const struct table *table = reaction->table;
	uint8_t latest = latest_card(table, reaction->seat);

	if (latest == NO_ACTION)
		reason_set(why, "No card lies there that %s could cancel.", fog->name);
	else
		reason_set(why,
			   "%s would cancel %s, the card played last; write it without a name. "
			   "Only a card that Plots Within Plots has let be played, and nobody has "
			   "answered yet, is named behind it.",
			   fog->name, table->book->set->cards[table->actions[latest].card].name);
}

void reaction_tell_why(const struct reaction *reaction)
{
	struct reason *why = reaction->why;
	const struct card *card;

	if (reaction->placed && why->text[0] != '\0')
		return;
	card = find_misfit(reaction);
	if (card->effect->verb == VERB_FOG && reaction->words[0].play.target_count > 0)
		tell_other_card(reaction, card, why);
	else if (is_for_own_turn(card))
		reason_set(why, "%s is a card for one's own turn; it can't answer another's.",
			   card->name);
	else
		reason_set(why,
			   "%s can't be played on this turn: nothing has happened that it answers.",
			   card->name);
}

bool reaction_place(struct reaction *reaction)
{
	return place(reaction, reaction->table, 0);
}

bool reaction_is_accepted(const struct table *table, uint8_t seat, const struct play *play,
			  uint8_t acts_as)
{
	struct reason why = {""};
	struct reaction *reaction = base_zalloc(1, sizeof *reaction);
	bool accepted;

	reaction->table = table;
	reaction->seat = seat;
	reaction->count = 1;
	reaction->next = base_alloc(sizeof *reaction->next);
	reaction->why = &why;
	reaction->actions[0] = action_new(ACTION_CARD, seat, 0, NO_ACTION);
	reaction->actions[0].card = play->card;
	reaction->words[0].play = *play;
	reaction->actions[0].acts_as = acts_as;
	accepted = place(reaction, table, 0);
	free(reaction->next);
	free(reaction);
	return accepted;
}
