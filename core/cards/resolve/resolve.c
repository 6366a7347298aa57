/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/replay.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/card_state_events.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* A trial run of the script on a copy, under certain terms. */
struct trial {
	struct replay_terms terms;
	struct replay_result result;
	bool exposed; /* the mover's king could be captured after it */
};

/* Reports whether the turn consists of cards alone, which own_turn_judge has allowed. */
static bool is_moveless(const struct card_state *walked)
{
	return walked->now.state == TURN_IN && !action_script_has_move(walked, 0);
}

/* Reports whether the evaluated turn ends with the mover's king capturable. */
static bool ends_with_king_exposed(const struct card_state *walked,
				   const struct replay_result *result)
{
	return (result->moved || is_moveless(walked)) &&
	       (result->asking == NO_ACTION || !action_script_is_own(walked, result->asking)) &&
	       card_movegen_in_check(walked->book, &walked->field, walked->start.position.turn);
}

static void run_trial(const struct card_state *table, struct trial *trial)
{
	struct card_state copy;

	card_state_try(&copy, table);
	trial->result = replay_script(&copy, &trial->terms, NULL);
	trial->exposed = ends_with_king_exposed(&copy, &trial->result);
}

/* Reports whether the mover's king stays capturable, even if no Man-Traps spring
 * [trap-may-bare-king]. */
static bool is_exposed(const struct card_state *table, uint32_t waived, bool dropped,
		       struct trial *trial)
{
	trial->terms.waived = waived;
	trial->terms.dropped = dropped;
	trial->terms.traps = true;
	run_trial(table, trial);
	if (!trial->exposed)
		return false;
	trial->terms.traps = false;
	run_trial(table, trial);
	return trial->exposed;
}

/* Writes to `why` the piece that could capture the mover's king at the end of the turn. */
static void explain_exposed(const struct card_state *table, struct trial *trial, struct reason *why)
{
	struct card_state copy;

	card_state_try(&copy, table);
	trial->terms.traps = true;
	replay_script(&copy, &trial->terms, NULL);
	effect_context_explain_exposed(table->book, &copy.field, copy.start.position.turn, why);
}

/* Lists the numbers of the mover's cards that may be made ineffective to save the king. Returns
 * how many. */
static unsigned list_voidable_cards(const struct card_state *table,
				    uint8_t numbers_out[MAX_ACTIONS])
{
	unsigned count = 0;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct card *card = action_script_card(table, &table->actions[i]);

		if (card != NULL && action_script_is_own(table, i) &&
		    legality_is_voidable(card, table->actions[i].when))
			numbers_out[count++] = i;
	}
	return count;
}

/* Returns the set of the mover's cards, except the card instead of the move. */
static uint32_t own_cards(const struct card_state *table)
{
	uint32_t cards = 0;

	for (uint8_t i = 0; i < table->action_count; i++)
		if (action_script_card(table, &table->actions[i]) != NULL &&
		    action_script_is_own(table, i) && table->actions[i].when != WHEN_INSTEAD)
			cards |= 1u << i;
	return cards;
}

/* The end of a turn for the judge, which tries it. */
struct ending {
	const struct card_state *table;
	struct trial *trial;
	uint8_t numbers[MAX_ACTIONS]; /* of the cards that may be ineffective */
};

static uint32_t to_action_set(const struct ending *ending, uint32_t set)
{
	uint32_t actions = 0;

	for (unsigned i = 0; set >> i != 0; i++)
		actions |= set >> i & 1 ? 1u << ending->numbers[i] : 0;
	return actions;
}

static bool is_exposed_without(void *context, uint32_t spent)
{
	const struct ending *ending = context;

	return is_exposed(ending->table, to_action_set(ending, spent), false, ending->trial);
}

static bool is_exposed_anyway(void *context)
{
	const struct ending *ending = context;
	uint32_t cards = own_cards(ending->table);

	return cards == 0 || is_exposed(ending->table, cards, false, ending->trial);
}

/*
 * Finds the mover's cards to make ineffective to save the king. Returns false if none help; the
 * trial is then the one without ineffective cards.
 */
static bool find_waived(const struct card_state *table, uint32_t *waived_out, struct trial *trial)
{
	struct ending ending = {.table = table, .trial = trial};
	const struct legality_end end = {
		.voidable = list_voidable_cards(table, ending.numbers),
		.exposed = is_exposed_without,
		.exposed_anyway = is_exposed_anyway,
		.context = &ending,
		.challenged = card_board_challenge(table->book, &table->start,
						   table->start.position.turn) != NULL,
	};
	uint32_t spent;
	bool stands = legality_ends(&end, &spent);

	*waived_out = to_action_set(&ending, spent);
	if (!stands || trial->exposed)
		is_exposed(table, 0, false, trial);
	return stands;
}

/* Reports whether Chaos leaves the mover nothing to do: every regular move leads to the board that
 * was undone [chaos-no-other-turn]. *exposed_out (may be NULL): the mover is then in check. */
static bool is_without_other_turn(const struct card_state *table, bool *exposed_out)
{
	struct card_state *then = base_alloc(sizeof *then);
	struct move_list *list = base_alloc(sizeof *list);
	bool found;

	card_state_try(then, table);
	replay_script(then, &(struct replay_terms){.traps = true}, NULL);
	state_events_add_undone(then, resolve_undone(table), NULL);
	legality_moves(then, list);
	found = list->count > 0;
	if (exposed_out != NULL)
		*exposed_out =
			card_movegen_in_check(table->book, &then->field, then->start.position.turn);
	free(list);
	free(then);
	return !found;
}

uint32_t resolve_waived(const struct card_state *table)
{
	uint8_t numbers[MAX_ACTIONS];
	uint32_t waived = 0;
	struct trial trial = {.terms = {.from = table->action_count, .answered = NO_ACTION}};

	if (list_voidable_cards(table, numbers) > 0)
		find_waived(table, &waived, &trial);
	return waived;
}

struct position_key resolve_undone(const struct card_state *table)
{
	struct card_state own;
	struct replay_terms terms = {.traps = true};

	card_state_try(&own, table);
	for (uint8_t i = 0; i < own.action_count; i++)
		own.actions[i].forced |=
			own.actions[i].kind == ACTION_CARD && !action_script_is_own(&own, i);
	terms.waived = resolve_waived(&own);
	replay_script(&own, &terms, NULL);
	return state_events_board_key(&own.field);
}

static void set_state(struct card_state *table, const struct replay_result *result)
{
	table->now.chaos = result->undone;
	if (result->voided || (result->undone && is_without_other_turn(table, NULL)))
		table->now.state = TURN_VOID;
	else if (result->undone || (result->fogged && !result->moved))
		table->now.state = TURN_AGAIN;
	else if (result->moved)
		table->now.state = TURN_IN;
	else if (table->now.state == TURN_IN && action_script_has_move(table, 0))
		table->now.state = TURN_AGAIN;
	else if (table->now.state != TURN_IN)
		table->now.state = TURN_OPEN;
	table->now.played = result->played;
	table->now.demanded = result->asked;
	table->now.demand = result->asking;
}

/* Lists the cards of the new reaction that may have no effect, for the safety of the mover's king.
 * Fog of War isn't one: the mover moves again [fog-and-the-move]. Returns their number. */
static unsigned list_voidable_reactions(const struct card_state *table, uint8_t first,
					uint8_t numbers_out[MAX_ACTIONS])
{
	unsigned count = 0;

	for (uint8_t i = first; i < table->action_count; i++)
		if (!action_script_is_own(table, i) && table->actions[i].kind == ACTION_CARD &&
		    action_script_verb(table, i) != VERB_PLOTS &&
		    action_script_verb(table, i) != VERB_FOG)
			numbers_out[count++] = i;
	return count;
}

static void mark_ineffective(struct card_state *table, uint32_t cards, struct event_list *record)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (cards >> i & 1)
			state_events_set_fate(table, i, ACTION_SPENT, true, record);
}

/* Returns the set of cards with that verb, from action `first` on. */
static uint32_t cards_with_verb(const struct card_state *table, uint8_t first, enum table_verb verb)
{
	uint32_t cards = 0;

	for (uint8_t i = first; i < table->action_count; i++)
		cards |= action_script_verb(table, i) == verb ? 1u << i : 0;
	return cards;
}

uint32_t resolve_nth_spent(const struct card_state *table, uint8_t first, unsigned index)
{
	uint8_t numbers[MAX_ACTIONS];
	unsigned count = list_voidable_reactions(table, first, numbers);
	uint32_t all = 0;

	if (index < count)
		return 1u << numbers[count - 1 - index];
	for (unsigned i = 0; i < count; i++)
		all |= 1u << numbers[i];
	return index == count && count > 1 ? all : 0;
}

/*
 * Returns the fewest of the new reaction's cards, later ones first, that must have no effect for
 * the mover's king to be safe; 0 if that doesn't help.
 */
static uint32_t find_ineffective_reactions(const struct card_state *table, uint8_t first,
					   uint32_t *waived_out, struct trial *trial)
{
	struct card_state *then = base_alloc(sizeof *then);
	uint32_t cards = 0;

	for (unsigned i = 0; (cards = resolve_nth_spent(table, first, i)) != 0; i++) {
		card_state_try(then, table);
		mark_ineffective(then, cards, NULL);
		if (find_waived(then, waived_out, trial) && !trial->exposed)
			break;
	}
	free(then);
	return cards;
}

static bool adds_own_actions(const struct card_state *table, uint8_t first)
{
	return first < table->action_count && action_script_is_own(table, first);
}

static bool undoes_too_much(const struct card_state *table, uint8_t first)
{
	bool exposed;

	return cards_with_verb(table, first, VERB_UNDO) != 0 &&
	       is_without_other_turn(table, &exposed) && exposed;
}

/* Reports whether the trial refuses the new actions or the one just answered, or takes back an
 * action that they answer. */
static bool trial_refuses(const struct trial *trial)
{
	return trial->result.refused != NO_ACTION ||
	       trial->result.orphans >> trial->terms.from != 0;
}

/* Reports the same of a trial with traps, or as if none had sprung. */
static bool is_refused_in_trial(const struct card_state *table, bool traps, struct trial *trial)
{
	trial->terms.traps = traps;
	run_trial(table, trial);
	return trial_refuses(trial);
}

/*
 * Reports whether the new actions are impossible. A refusal of an action that only a trap has made
 * impossible would reveal the trap [trap-may-bare-king]. Instead the action is taken back, and its
 * card returned [answers-put-in-place]. So an action is refused only if it is impossible without
 * traps, too.
 *
 * Answers see the traps that have sprung; only the first of two answers may spring another. The
 * last trial is the one that explains the refusal.
 */
static bool is_impossible(const struct card_state *table, struct trial *trial)
{
	bool answers =
		!adds_own_actions(table, trial->terms.from) && trial->terms.answered == NO_ACTION;
	bool sees_all = answers && table->action_count == trial->terms.from + 1;

	return (sees_all || (trial_refuses(trial) && is_refused_in_trial(table, false, trial))) &&
	       (!answers || is_refused_in_trial(table, true, trial));
}

void resolve_explain_exposed(const struct card_state *table, uint8_t seat, struct reason *why)
{
	uint8_t mover = table->start.position.turn;

	if (seat == mover)
		reason_set(why, "Your king could be captured after it.");
	else
		reason_set(why, "%s's king could be captured after it; answer otherwise.",
			   translate(variant_seat_title(table->book->variant, mover)));
}

/* Returns the seat that gave the answer, or else made the turn. */
static uint8_t acting_seat(const struct card_state *table, uint8_t answered)
{
	unsigned count = answered == NO_ACTION ? 0 : card_state_answers(table, answered);
	struct answer answer;

	return count > 0 && card_state_answer(table, answered, count - 1, &answer)
		       ? answer.seat
		       : table->start.position.turn;
}

/* Asserts what README.md says about every final turn. */
static void check_king(const struct card_state *table, struct trial *trial)
{
	if (!ends_with_king_exposed(table, &trial->result) ||
	    card_board_challenge(table->book, &table->start, table->start.position.turn) != NULL)
		return;
	trial->terms.traps = false;
	run_trial(table, trial);
	assert(!trial->exposed);
}

enum verdict resolve_script(struct card_state *table, uint8_t first, uint8_t answered,
			    struct event_list *record, struct reason *why)
{
	uint32_t waived = 0, spent;
	bool dropped = false;
	struct trial trial = {.terms = {.from = first, .answered = answered}};

	if (undoes_too_much(table, first))
		mark_ineffective(table, cards_with_verb(table, first, VERB_UNDO), record);
	if (!find_waived(table, &waived, &trial)) {
		if (adds_own_actions(table, first) || answered != NO_ACTION) {
			resolve_explain_exposed(table, acting_seat(table, answered), why);
			if (trial.result.refused != NO_ACTION)
				*why = trial.result.why;
			else if (answered == NO_ACTION)
				explain_exposed(table, &trial, why);
			return REFUSED;
		}
		spent = find_ineffective_reactions(table, first, &waived, &trial);
		dropped = spent == 0;
		if (dropped && cards_with_verb(table, first, VERB_FOG) == 0)
			spent = resolve_nth_spent(table, first, 0);
		mark_ineffective(table, spent, record);
		if (dropped)
			is_exposed(table, 0, true, &trial);
	} else if (trial.exposed && !adds_own_actions(table, first) && answered == NO_ACTION) {
		/* A challenged seat may leave its king capturable, but another's card may not
		 * expose it [challenge-bares-king]. */
		spent = find_ineffective_reactions(table, first, &waived, &trial);
		mark_ineffective(table, spent, record);
		if (spent == 0)
			find_waived(table, &waived, &trial);
	}
	if (is_impossible(table, &trial)) {
		if (trial.result.refused == NO_ACTION)
			return reason_refuse(
				why,
				"What it answers is taken back by the card you play before it.");
		*why = trial.result.why;
		return REFUSED;
	}
	trial.terms = (struct replay_terms){
		.waived = waived,
		.dropped = dropped,
		.traps = true,
		.fresh = first == 0 && answered == NO_ACTION,
		.from = first,
	};
	trial.result = replay_script(table, &trial.terms, record);
	set_state(table, &trial.result);
	check_king(table, &trial);
	return ACCEPTED;
}
