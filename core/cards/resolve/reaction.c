/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/choice.h"
#include "core/cards/resolve/reaction.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"
#include "core/variant/variant_data.h"

static bool is_oc(const struct card_state *table, const struct action *action)
{
	const struct card *card = action_script_card(table, action);

	return card != NULL && action->when == WHEN_CARD && card->effect->verb != VERB_PLOTS;
}

/* Reports whether the card has been answered by a card that answers cards and that was not taken
 * back. */
static bool is_answered(const struct card_state *table, uint8_t number)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		if (table->actions[i].answers == number && is_oc(table, &table->actions[i]) &&
		    table->actions[i].fate != ACTION_RETURNED)
			return true;
	}
	return false;
}

/* Reports whether the action was by an opponent, who may have left since. */
static bool is_by_opponent(const struct card_state *table, uint8_t seat, const struct action *other)
{
	const struct side *sides = table->book->variant->sides;

	return sides[seat].team != sides[other->seat].team;
}

/* Reports whether the action is a card of an opponent that may still be answered. */
static bool is_answerable(const struct card_state *table, uint8_t seat, uint8_t number)
{
	const struct action *other = &table->actions[number];

	return other->kind == ACTION_CARD && other->fate != ACTION_RETURNED &&
	       other->fate != ACTION_CANCELLED && !is_answered(table, number) &&
	       is_by_opponent(table, seat, other);
}

/* Returns the latest card of an opponent that isn't answered yet; of Plots Within Plots and its
 * two, Plots Within Plots itself [latest-card-answered]. Returns NO_ACTION if there is none. */
static uint8_t latest_card(const struct card_state *table, uint8_t seat)
{
	for (uint8_t i = table->action_count; i-- > 0;)
		if (table->actions[i].plots == NO_ACTION && is_answerable(table, seat, i))
			return i;
	return NO_ACTION;
}

static bool is_card(const struct card_state *table, uint8_t number, uint8_t card)
{
	return table->actions[number].card == card || table->actions[number].acts_as == card;
}

/* Returns the card that is answered: the latest, named or not [fog-names-its-card], or the one of
 * Plots Within Plots that is named. */
static uint8_t card_to_answer(const struct card_state *table, const struct action *action,
			      const struct play *play)
{
	uint8_t named =
		play->target_count > 0 ? play_named_card(table->book, &play->targets[0]) : NO_CARD;
	uint8_t latest = latest_card(table, action->seat);

	if (named == NO_CARD || (latest != NO_ACTION && is_card(table, latest, named)))
		return latest;
	for (uint8_t i = table->action_count; i-- > 0;)
		if ((table->actions[i].plots != NO_ACTION ||
		     action_script_verb(table, i) == VERB_PLOTS) &&
		    is_card(table, i, named) && is_answerable(table, action->seat, i))
			return i;
	return NO_ACTION;
}

static bool is_own_action_in_effect(const struct card_state *table, uint8_t number)
{
	return action_script_is_own(table, number) && table->actions[number].fate == ACTION_STANDS;
}

/* Reports whether the action is words by which a Doomsayer has claimed a piece; this counts as a
 * capture. */
static bool is_claim(const struct card_state *table, uint8_t number)
{
	return table->actions[number].kind == ACTION_SAID &&
	       table->actions[number].fate == ACTION_STANDS;
}

/* Reports whether the action is another's answer by a card that is in effect and may have captured
 * [answers-to-any-loss]. */
static bool is_answer(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return card_ruleset_is_third(table->book) && action->kind == ACTION_CARD &&
	       !action_script_is_own(table, number) && action->fate == ACTION_STANDS;
}

/* Reports whether the action captured a piece of the seat. */
static bool has_captured_from(const struct card_state *table, uint8_t number, uint8_t seat)
{
	const struct turn_log *turn_log = &table->field.turn_log;

	for (unsigned i = 0; i < turn_log->taken_count; i++) {
		if (turn_log->taken[i].action == number &&
		    table->field.position.pieces[turn_log->taken[i].piece].side == seat)
			return true;
	}
	return false;
}

/* Tries the reaction's cards from the k-th on; those before it are already in `table`. */
static bool place_action(struct reaction *reaction, const struct card_state *table, unsigned k);

static bool place_action_at(struct reaction *reaction, const struct card_state *table, unsigned k,
			    enum card_when when, uint8_t answers)
{
	struct card_state *next = base_alloc(sizeof *next);
	struct action action = reaction->actions[k];
	bool found;

	card_state_copy(next, table);
	action.when = (uint8_t)when;
	action.answers = answers;
	if (k > 0 && reaction->count > 1)
		action.plots = reaction->table->action_count;
	state_events_add_action(next, &action, &reaction->words[k], NULL);
	found = place_action(reaction, next, k + 1);
	free(next);
	return found;
}

/* Reports whether Plots Within Plots allows its two cards together: both are for one moment. A card
 * that answers the move and a card that answers the card played instead of it are for the same
 * moment. */
static bool is_pair(const struct reaction *reaction, const struct card_state *table)
{
	const struct action *one = &table->actions[reaction->table->action_count + 1],
			    *other = one + 1;
	const struct action *card = one->when == WHEN_CARD ? one : other;

	if (one->when == other->when)
		return true;
	return (one->when | other->when) == (WHEN_MOVED | WHEN_CARD) &&
	       card->answers != NO_ACTION && action_script_is_own(table, card->answers) &&
	       table->actions[card->answers].when == WHEN_INSTEAD;
}

/* Reports why the reaction is refused. The second of two cards may be refused because of the first
 * one's effect. */
static void report_refusal(const struct reaction *reaction, const struct reason *why)
{
	*reaction->why = *why;
	if (reaction->count == MAX_REACTION)
		reason_prefix(reaction->why,
			      "The two cards of Plots Within Plots can't both be played: ");
}

/* Evaluates the turn with the reaction. The cards of the set `spent` have no effect. */
static bool evaluate_turn(struct reaction *reaction, const struct card_state *table, uint32_t spent,
			  struct event_list *events, struct reason *why)
{
	struct card_state *next = reaction->next;
	uint8_t first = reaction->table->action_count;

	card_state_copy(next, table);
	card_state_cut(next, first);
	for (uint8_t i = first; i < table->action_count; i++) {
		state_events_add_action(next, &table->actions[i], &reaction->words[i - first],
					events);
		if (i == first)
			action_script_pick_copy(next, i);
		if (spent >> i & 1)
			state_events_set_fate(next, i, ACTION_SPENT, true, events);
	}
	return resolve_script(next, first, NO_ACTION, events, why) == ACCEPTED;
}

/* Evaluates the turn with the reaction. If a seat is then asked, and no answer makes the mover's
 * king safe, the cards that cause this have no effect. */
static bool evaluate_answered(struct reaction *reaction, const struct card_state *table,
			      struct event_list *events, struct reason *why)
{
	uint8_t first = reaction->table->action_count;
	uint32_t spent = 0;

	if (!evaluate_turn(reaction, table, 0, events, why))
		return false;
	for (unsigned i = 0; !choice_has_answer(reaction->next); i++) {
		event_list_done(events);
		spent = resolve_nth_spent(table, first, i);
		if (!evaluate_turn(reaction, table, spent, events, why))
			return false;
		if (spent == 0)
			break;
	}
	return true;
}

/* Reports whether the turn is possible with all cards of the reaction inserted. */
static bool try_complete_reaction(struct reaction *reaction, const struct card_state *table)
{
	struct event_list events;
	struct reason why = {.text = ""};
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
		report_refusal(reaction, &why);
	reaction->placed = true;
	event_list_done(&events);
	return accepted;
}

static bool is_riposte_in_effect(const struct card_state *table)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		if (action_script_verb(table, i) == VERB_RIPOSTE &&
		    table->actions[i].fate == ACTION_STANDS)
			return true;
	}
	return false;
}

/* Reports whether the card answers every loss of a piece, not only losses by a regular move. */
static bool answers_any_loss(const struct reaction *reaction, const struct card_state *table,
			     unsigned k)
{
	const struct card *card = action_script_card(table, &reaction->actions[k]);

	return card->effect->verb == VERB_LEGACY || card->effect->verb == VERB_RESTORE;
}

static bool place_captured(struct reaction *reaction, const struct card_state *table, unsigned k)
{
	bool any = answers_any_loss(reaction, table, k);

	for (uint8_t i = table->action_count; i-- > 0;) {
		if ((is_own_action_in_effect(table, i) || is_claim(table, i) ||
		     (any && is_answer(table, i))) &&
		    has_captured_from(table, i, reaction->seat) &&
		    place_action_at(reaction, table, k, WHEN_CAPTURED, i))
			return true;
	}
	return false;
}

static bool place_moved(struct reaction *reaction, const struct card_state *table, unsigned k)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		if (is_own_action_in_effect(table, i) &&
		    place_action_at(reaction, table, k, WHEN_MOVED, i))
			return true;
	}
	return false;
}

static bool place_action(struct reaction *reaction, const struct card_state *table, unsigned k)
{
	const struct action *action = &reaction->actions[k];
	uint8_t mover = table->start.position.turn, answers;
	const struct card *card;
	bool against_turn;

	if (k == reaction->count)
		return try_complete_reaction(reaction, table);
	card = action_script_card(table, action);
	if (card->effect->verb == VERB_PLOTS)
		return place_action_at(reaction, table, k, WHEN_CARD, NO_ACTION);
	against_turn = reaction->table->now.state == TURN_IN &&
		       card_board_opposes(table->book, &table->field, reaction->seat, mover);
	if (against_turn && card->when & WHEN_CAPTURED && place_captured(reaction, table, k))
		return true;
	if (against_turn && card->when & WHEN_MOVED && place_moved(reaction, table, k))
		return true;
	answers = card_to_answer(reaction->table, action, &reaction->words[k].play);
	if (card->when & WHEN_CARD && answers != NO_ACTION &&
	    place_action_at(reaction, table, k, WHEN_CARD, answers))
		return true;
	return against_turn && card->when & WHEN_TURN && !is_riposte_in_effect(table) &&
	       place_action_at(reaction, table, k, WHEN_TURN, NO_ACTION);
}

static bool is_for_own_turn(const struct card *card)
{
	return !(card->when & (WHEN_CAPTURED | WHEN_MOVED | WHEN_TURN | WHEN_CARD));
}

/* Reports whether there would be a place for the card alone. */
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
	fits = place_action(&alone, reaction->table, 0) || alone.placed;
	event_list_done(&events);
	free(alone.next);
	return fits;
}

/* Returns the card that fits nowhere; for Plots Within Plots the one of its two that is at
 * fault. */
static const struct card *find_unplaceable_card(const struct reaction *reaction)
{
	unsigned misfit = 0;

	for (unsigned k = reaction->count; k-- > 1;)
		if (!fits_alone(reaction, k))
			misfit = k;
	for (unsigned k = reaction->count; k-- > 1;)
		if (is_for_own_turn(action_script_card(reaction->table, &reaction->actions[k])))
			misfit = k;
	return action_script_card(reaction->table, &reaction->actions[misfit]);
}

/* Explains that Fog of War names a card that it can't answer [fog-names-its-card]. */
static void explain_other_card(const struct reaction *reaction, const struct card *fog,
			       struct reason *why)
{
	const struct card_state *table = reaction->table;
	uint8_t latest = latest_card(table, reaction->seat);

	if (latest == NO_ACTION)
		reason_set(why, "No card lies there that %s could cancel.", fog->name);
	else
		reason_set(why,
			   "%s would cancel %s, the card played last; write it without a name. "
			   "Only a card that Plots Within Plots has let be played, and nobody has "
			   "answered yet, is named after it.",
			   fog->name, table->book->set->cards[table->actions[latest].card].name);
}

void reaction_explain_refusal(const struct reaction *reaction)
{
	struct reason *why = reaction->why;
	const struct card *card;

	if (reaction->placed && why->text[0] != '\0')
		return;
	card = find_unplaceable_card(reaction);
	if (card->effect->verb == VERB_FOG && reaction->words[0].play.target_count > 0)
		explain_other_card(reaction, card, why);
	else if (is_for_own_turn(card))
		reason_set(why,
			   "You can play %s only in your own turn, not in response to "
			   "another's.",
			   card->name);
	else
		reason_set(why, "%s can't be played now: nothing has happened that it responds to.",
			   card->name);
}

bool reaction_place(struct reaction *reaction)
{
	return place_action(reaction, reaction->table, 0);
}

/* Returns the card as which `plots` acts: Haunting Memories may be the card that lets two be
 * played. */
static uint8_t plots_acts_as(const struct card_state *table, uint8_t plots)
{
	return table->book->set->cards[plots].effect->verb == VERB_ECHO ? table->field.last_card
									: plots;
}

static void add_card(struct reaction *reaction, const struct play *play, uint8_t acts_as)
{
	unsigned at = reaction->count++;

	reaction->actions[at] = action_new(ACTION_CARD, reaction->seat, 0, NO_ACTION);
	reaction->actions[at].card = play->card;
	reaction->actions[at].acts_as = acts_as;
	reaction->words[at].play = *play;
}

/* Reports whether the cards fit, played by `plots` unless that is NO_CARD. */
static bool are_accepted(const struct card_state *table, uint8_t seat, uint8_t plots,
			 const struct reaction_card *cards, unsigned count)
{
	struct reason why = {.text = ""};
	struct reaction *reaction = base_zalloc(1, sizeof *reaction);
	const struct play bare = {.card = plots};
	bool accepted;

	reaction->table = table;
	reaction->seat = seat;
	reaction->next = base_alloc(sizeof *reaction->next);
	reaction->why = &why;
	if (plots != NO_CARD)
		add_card(reaction, &bare, plots_acts_as(table, plots));
	for (unsigned i = 0; i < count; i++)
		add_card(reaction, &cards[i].play, cards[i].acts_as);
	accepted = place_action(reaction, table, 0);
	free(reaction->next);
	free(reaction);
	return accepted;
}

bool reaction_is_accepted(const struct card_state *table, uint8_t seat, const struct play *play,
			  uint8_t acts_as)
{
	const struct reaction_card card = {*play, acts_as};

	return are_accepted(table, seat, NO_CARD, &card, 1);
}

bool reaction_pair_is_accepted(const struct card_state *table, uint8_t seat, uint8_t plots,
			       const struct reaction_card *first,
			       const struct reaction_card *second)
{
	const struct reaction_card cards[] = {*first, *second};

	return are_accepted(table, seat, plots, cards, 2);
}
