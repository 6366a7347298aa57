/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/play/moment.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/script.h"
#include "core/cards/script/walk.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/judge.h"
#include "core/cards/field/ways.h"
#include "core/variant/variant_data.h"

/* The script run on a copy, so or so. */
struct trial {
	struct walk_terms terms;
	struct walk_result result;
	bool exposed; /* the mover's king could be captured as things stand then */
};

/* Whether the turn is one of cards alone, as own_judge has found. */
static bool is_moveless(const struct table *walked)
{
	return walked->now.state == TURN_IN && !script_has_move(walked, 0);
}

/* Whether the turn ends, as it was walked through, with the mover's king capturable. */
static bool ends_bare(const struct table *walked, const struct walk_result *result)
{
	return (result->moved || is_moveless(walked)) &&
	       (result->asking == NO_ACTION || !script_is_own(walked, result->asking)) &&
	       ways_in_check(walked->book, &walked->field, walked->start.position.turn);
}

static void rehearse(const struct table *table, struct trial *trial)
{
	struct table copy;

	table_try(&copy, table);
	trial->result = walk_script(&copy, &trial->terms, NULL);
	trial->exposed = ends_bare(&copy, &trial->result);
}

/* Whether the mover's king stays capturable, Man-Traps apart [trap-may-bare-king]. */
static bool is_exposed(const struct table *table, uint32_t waived, bool dropped,
		       struct trial *trial)
{
	trial->terms.waived = waived;
	trial->terms.dropped = dropped;
	trial->terms.traps = true;
	rehearse(table, trial);
	if (!trial->exposed)
		return false;
	trial->terms.traps = false;
	rehearse(table, trial);
	return trial->exposed;
}

/* Tells the mover by which piece his king could be captured at the end of the turn. */
static void say_exposed(const struct table *table, struct trial *trial, struct reason *why)
{
	struct table copy;

	table_try(&copy, table);
	trial->terms.traps = true;
	walk_script(&copy, &trial->terms, NULL);
	moment_say_exposed(table->book, &copy.field, copy.start.position.turn, why);
}

/* The numbers of the mover's cards that may be spent for his king's sake; how many. */
static unsigned voidable(const struct table *table, uint8_t numbers_out[MAX_ACTIONS])
{
	unsigned count = 0;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct card *card = script_card(table, &table->actions[i]);

		if (card != NULL && script_is_own(table, i) &&
		    judge_is_voidable(card, table->actions[i].when))
			numbers_out[count++] = i;
	}
	return count;
}

/* The mover's cards, his move or what is instead of it apart. */
static uint32_t own_cards(const struct table *table)
{
	uint32_t cards = 0;

	for (uint8_t i = 0; i < table->action_count; i++)
		if (script_card(table, &table->actions[i]) != NULL && script_is_own(table, i) &&
		    table->actions[i].when != WHEN_INSTEAD)
			cards |= 1u << i;
	return cards;
}

/* What the judge is told of a turn's end: it is rehearsed. */
struct ending {
	const struct table *table;
	struct trial *trial;
	uint8_t numbers[MAX_ACTIONS]; /* of the cards that may be spent */
};

static uint32_t as_actions(const struct ending *ending, uint32_t set)
{
	uint32_t actions = 0;

	for (unsigned i = 0; set >> i != 0; i++)
		actions |= set >> i & 1 ? 1u << ending->numbers[i] : 0;
	return actions;
}

static bool is_exposed_without(void *context, uint32_t spent)
{
	const struct ending *ending = context;

	return is_exposed(ending->table, as_actions(ending, spent), false, ending->trial);
}

static bool is_exposed_anyway(void *context)
{
	const struct ending *ending = context;
	uint32_t cards = own_cards(ending->table);

	return cards == 0 || is_exposed(ending->table, cards, false, ending->trial);
}

/*
 * The cards of the mover's that are spent for his king's sake. False when he can't leave him so;
 * the trial is then as without any.
 */
static bool find_waived(const struct table *table, uint32_t *waived_out, struct trial *trial)
{
	struct ending ending = {.table = table, .trial = trial};
	const struct judge_end end = {
		.voidable = voidable(table, ending.numbers),
		.exposed = is_exposed_without,
		.exposed_anyway = is_exposed_anyway,
		.context = &ending,
		.challenged = field_challenge(table->book, &table->start,
					      table->start.position.turn) != NULL,
	};
	uint32_t spent;
	bool stands = judge_ends(&end, &spent);

	*waived_out = as_actions(&ending, spent);
	if (!stands || trial->exposed)
		is_exposed(table, 0, false, trial);
	return stands;
}

/* [chaos-no-other-turn]: whether Chaos leaves the mover nothing to do: no regular move leads to
 * another board than the one undone. `exposed_out`, or NULL: whether he is in check then. */
static bool is_without_other_turn(const struct table *table, bool *exposed_out)
{
	struct table *then = base_alloc(sizeof *then);
	struct move_list *list = base_alloc(sizeof *list);
	bool found;

	table_try(then, table);
	walk_script(then, &(struct walk_terms){.traps = true}, NULL);
	facts_add_undone(then, evaluate_undone(table), NULL);
	judge_moves(then, list);
	found = list->count > 0;
	if (exposed_out != NULL)
		*exposed_out = ways_in_check(table->book, &then->field, then->start.position.turn);
	free(list);
	free(then);
	return !found;
}

uint32_t evaluate_waived(const struct table *table)
{
	uint8_t numbers[MAX_ACTIONS];
	uint32_t waived = 0;
	struct trial trial = {.terms = {.from = table->action_count, .answered = NO_ACTION}};

	if (voidable(table, numbers) > 0)
		find_waived(table, &waived, &trial);
	return waived;
}

struct position_key evaluate_undone(const struct table *table)
{
	struct table own;
	struct walk_terms terms = {.traps = true};

	table_try(&own, table);
	for (uint8_t i = 0; i < own.action_count; i++)
		own.actions[i].forced |=
			own.actions[i].kind == ACTION_CARD && !script_is_own(&own, i);
	terms.waived = evaluate_waived(&own);
	walk_script(&own, &terms, NULL);
	return facts_board_key(&own.field);
}

static void set_state(struct table *table, const struct walk_result *result)
{
	table->now.chaos = result->undone;
	if (result->voided || (result->undone && is_without_other_turn(table, NULL)))
		table->now.state = TURN_VOID;
	else if (result->undone || (result->fogged && !result->moved))
		table->now.state = TURN_AGAIN;
	else if (result->moved)
		table->now.state = TURN_IN;
	else if (table->now.state == TURN_IN && script_has_move(table, 0))
		table->now.state = TURN_AGAIN;
	else if (table->now.state != TURN_IN)
		table->now.state = TURN_OPEN;
	table->now.played = result->played;
	table->now.demanded = result->asked;
	table->now.demand = result->asking;
}

/* The cards of the new reaction that may have no effect for the mover's king's sake: Fog of War
 * lets him move again [fog-and-the-move]. */
static unsigned reacting(const struct table *table, uint8_t first, uint8_t numbers_out[MAX_ACTIONS])
{
	unsigned count = 0;

	for (uint8_t i = first; i < table->action_count; i++)
		if (!script_is_own(table, i) && table->actions[i].kind == ACTION_CARD &&
		    script_verb(table, i) != VERB_PLOTS && script_verb(table, i) != VERB_FOG)
			numbers_out[count++] = i;
	return count;
}

static void spend(struct table *table, uint32_t cards, struct event_list *record)
{
	for (uint8_t i = 0; i < table->action_count; i++)
		if (cards >> i & 1)
			facts_set_fate(table, i, ACTION_SPENT, true, record);
}

/* The cards of that verb from that action on. */
static uint32_t with_verb(const struct table *table, uint8_t first, enum table_verb verb)
{
	uint32_t cards = 0;

	for (uint8_t i = first; i < table->action_count; i++)
		cards |= script_verb(table, i) == verb ? 1u << i : 0;
	return cards;
}

uint32_t evaluate_nth_spent(const struct table *table, uint8_t first, unsigned index)
{
	uint8_t numbers[MAX_ACTIONS];
	unsigned count = reacting(table, first, numbers);
	uint32_t all = 0;

	if (index < count)
		return 1u << numbers[count - 1 - index];
	for (unsigned i = 0; i < count; i++)
		all |= 1u << numbers[i];
	return index == count && count > 1 ? all : 0;
}

/*
 * The fewest of the new reaction's cards that have no effect, the later first, so that the mover's
 * king is safe; 0 when there are none such.
 */
static uint32_t find_spent(const struct table *table, uint8_t first, uint32_t *waived_out,
			   struct trial *trial)
{
	struct table *then = base_alloc(sizeof *then);
	uint32_t cards = 0;

	for (unsigned i = 0; (cards = evaluate_nth_spent(table, first, i)) != 0; i++) {
		table_try(then, table);
		spend(then, cards, NULL);
		if (find_waived(then, waived_out, trial) && !trial->exposed)
			break;
	}
	free(then);
	return cards;
}

static bool adds_own(const struct table *table, uint8_t first)
{
	return first < table->action_count && script_is_own(table, first);
}

static bool undoes_too_much(const struct table *table, uint8_t first)
{
	bool exposed;

	return with_verb(table, first, VERB_UNDO) != 0 && is_without_other_turn(table, &exposed) &&
	       exposed;
}

/* Whether the trial refuses the new actions, or the one that was answered now, or takes back what
 * they answer. */
static bool hits(const struct trial *trial)
{
	return trial->result.refused != NO_ACTION ||
	       trial->result.orphans >> trial->terms.from != 0;
}

/* The same with the traps, or if none had sprung. */
static bool hits_with(const struct table *table, bool traps, struct trial *trial)
{
	trial->terms.traps = traps;
	rehearse(table, trial);
	return hits(trial);
}

/*
 * To refuse what only a trap has made impossible would betray it [trap-may-bare-king]: it is taken
 * back, and its card returned [answers-put-in-place]. So what is refused must be impossible without
 * the traps, too; but who answers sees those that have sprung, and only the first of two answers
 * may spring another. The trial is left as the one that tells why.
 */
static bool is_impossible(const struct table *table, struct trial *trial)
{
	bool answers = !adds_own(table, trial->terms.from) && trial->terms.answered == NO_ACTION;
	bool sees_all = answers && table->action_count == trial->terms.from + 1;

	return (sees_all || (hits(trial) && hits_with(table, false, trial))) &&
	       (!answers || hits_with(table, true, trial));
}

void evaluate_tell_exposed(const struct table *table, uint8_t seat, struct reason *why)
{
	uint8_t mover = table->start.position.turn;

	if (seat == mover)
		reason_set(why, "Your king could be captured after it.");
	else
		reason_set(why, "%s's king could be captured after it; answer otherwise.",
			   phrase(variant_seat_title(table->book->variant, mover)));
}

/* Who has given the answer, or made the turn. */
static uint8_t actor(const struct table *table, uint8_t answered)
{
	unsigned count = answered == NO_ACTION ? 0 : table_answers(table, answered);
	struct answer answer;

	return count > 0 && table_answer(table, answered, count - 1, &answer)
		       ? answer.seat
		       : table->start.position.turn;
}

/* What README.md says of every turn that stands. */
static void check_king(const struct table *table, struct trial *trial)
{
	if (!ends_bare(table, &trial->result) ||
	    field_challenge(table->book, &table->start, table->start.position.turn) != NULL)
		return;
	trial->terms.traps = false;
	rehearse(table, trial);
	assert(!trial->exposed);
}

enum verdict evaluate_script(struct table *table, uint8_t first, uint8_t answered,
			     struct event_list *record, struct reason *why)
{
	uint32_t waived = 0, spent;
	bool dropped = false;
	struct trial trial = {.terms = {.from = first, .answered = answered}};

	if (undoes_too_much(table, first))
		spend(table, with_verb(table, first, VERB_UNDO), record);
	if (!find_waived(table, &waived, &trial)) {
		if (adds_own(table, first) || answered != NO_ACTION) {
			evaluate_tell_exposed(table, actor(table, answered), why);
			if (trial.result.refused != NO_ACTION)
				*why = trial.result.why;
			else if (answered == NO_ACTION)
				say_exposed(table, &trial, why);
			return REFUSED;
		}
		spent = find_spent(table, first, &waived, &trial);
		dropped = spent == 0;
		if (dropped && with_verb(table, first, VERB_FOG) == 0)
			spent = evaluate_nth_spent(table, first, 0);
		spend(table, spent, record);
		if (dropped)
			is_exposed(table, 0, true, &trial);
	} else if (trial.exposed && !adds_own(table, first) && answered == NO_ACTION) {
		/* [challenge-bares-king] lets a challenged seat leave its king so, not another's
		 * card. */
		spent = find_spent(table, first, &waived, &trial);
		spend(table, spent, record);
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
	trial.terms = (struct walk_terms){
		.waived = waived,
		.dropped = dropped,
		.traps = true,
		.fresh = first == 0 && answered == NO_ACTION,
		.from = first,
	};
	trial.result = walk_script(table, &trial.terms, record);
	set_state(table, &trial.result);
	check_king(table, &trial);
	return ACCEPTED;
}
