/* SPDX-License-Identifier: MIT */
/* Replaying the facts of a table: no rule is asked. */
#include <stdio.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/cards/table/facts.h"
#include "core/cards/table/action.h"
#include "core/order/order_cards.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

static int untrue(struct reason *reason, const char *what)
{
	return reason_fail(reason, "%s: that can't be true here", what);
}

/* Who acts again knows that his held turn was given back. */
static void forget_returned(struct table *table, uint8_t seat)
{
	if (table->returned == seat)
		table->returned = NO_SIDE;
}

static int apply_script(struct table *table, const struct event *event, struct reason *reason)
{
	struct action action;
	struct action_words words;

	if (event->number != table->action_count || !table_has_room(table))
		return untrue(reason, "the number of an action");
	if (action_read(table->book, event->seat, event->text, &action, &words, reason) < 0)
		return -1;
	if (!table_action_is_sound(table, &action, &words, (uint8_t)event->number))
		return untrue(reason, "what an action belongs to");
	facts_add_action(table, &action, &words, NULL);
	forget_returned(table, event->seat);
	return 0;
}

static int apply_answer(struct table *table, const struct event *event, struct reason *reason)
{
	struct answer answer;

	if (table_answers(table, (uint8_t)event->number) == MAX_SIDES)
		return untrue(reason, "another answer");
	if (action_read_answer(table->book, event->seat, event->text, &answer, reason) < 0)
		return -1;
	if (!table_has_room_for(table, &answer))
		return untrue(reason, "another answer");
	facts_add_answer(table, (uint8_t)event->number, &answer, NULL);
	return 0;
}

static int apply_fate(struct table *table, const struct event *event, struct reason *reason)
{
	int fate = facts_fate_named(event->text);
	uint8_t number = (uint8_t)event->number;

	if (fate < 0)
		return untrue(reason, "what became of an action");
	if (fate > ACTION_RETURNED)
		facts_set_fate(table, number, ACTION_SPENT, true, NULL);
	else
		facts_set_fate(table, number, (enum action_fate)fate, table->actions[number].forced,
			       NULL);
	return 0;
}

static bool read_key(const char *text, struct position_key *key_out)
{
	unsigned long long high, low;

	if (sscanf(text, "%16llx%16llx", &high, &low) != 2)
		return false;
	key_out->words[0] = high;
	key_out->words[1] = low;
	return true;
}

static int apply_hold(struct table *table, const struct event *event, struct reason *reason)
{
	struct position_key key;
	const char *blank = strchr(event->text, ' ');

	if (blank == NULL || !read_key(event->text, &key))
		return untrue(reason, "a turn that waits");
	facts_hold(table, event->seat, blank + 1, key, NULL);
	forget_returned(table, event->seat);
	return 0;
}

static int apply_undone(struct table *table, const struct event *event, struct reason *reason)
{
	struct position_key key;

	if (!read_key(event->text, &key))
		return untrue(reason, "an undone board");
	facts_add_undone(table, key, NULL);
	return 0;
}

static int apply_ahead(struct table *table, const struct event *event, struct reason *reason)
{
	struct ahead ahead = {"", ""};
	char fogged[sizeof ahead.fogged], chaos[sizeof ahead.chaos];

	if (sscanf(event->text, "%39s %39s", fogged, chaos) != 2)
		return untrue(reason, "moves said ahead");
	if (strcmp(fogged, "-") != 0)
		strcpy(ahead.fogged, fogged);
	if (strcmp(chaos, "-") != 0)
		strcpy(ahead.chaos, chaos);
	facts_say_ahead(table, &ahead, NULL);
	return 0;
}

static int apply_autopass(struct table *table, const struct event *event, struct reason *reason)
{
	int rules = order_cards_autopass(event->text);

	if (rules < 0 || event->seat >= table->book->variant->side_count)
		return untrue(reason, "when a seat passes by itself");
	facts_autopass(table, event->seat, (unsigned)rules, NULL);
	return 0;
}

static int apply_state(struct table *table, const struct event *event, struct reason *reason)
{
	struct table_state state;

	if (table_read_state(table->book, event->text, &state, reason) < 0)
		return -1;
	if ((state.phase == PHASE_DEMAND && state.demanded == NO_SIDE) ||
	    (state.demand != NO_ACTION && state.demand >= table->action_count))
		return untrue(reason, "the state of a turn");
	table->now = state;
	return 0;
}

static int apply_fall(struct table *table, const struct event *event, struct reason *reason)
{
	long number = text_number(event->text != NULL ? event->text : "", MAX_ACTIONS);

	if (number < 0 || number >= table->action_count)
		return untrue(reason, "the action that ended an effect");
	facts_fall(table, (uint16_t)event->number, (uint8_t)number, NULL);
	return 0;
}

/* Facts about cards, and those that the field knows. */
static int apply_card(struct table *table, const struct event *event, struct reason *reason)
{
	uint8_t number = (uint8_t)event->number;

	switch (event->kind) {
	case EVENT_PLAYS:
		return facts_play_card(table, number, NULL) ? 0 : untrue(reason, "a card played");
	case EVENT_DRAWS:
		facts_draw(table, number, NULL);
		return 0;
	case EVENT_MILLS:
		facts_mill(table, number, NULL);
		return 0;
	case EVENT_LAST:
		facts_note_card(table, number, NULL);
		return 0;
	case EVENT_TOP:
		facts_draw_top(table, event->seat, NULL);
		return 0;
	case EVENT_UNDER:
		facts_redraw(table, event->seat, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_FACE:
		return facts_turn_up(table, (uint16_t)event->number, event->text) < 0
			       ? untrue(reason, "the face of a card")
			       : 0;
	case EVENT_NAMES:
		return facts_name(table, number, event->text, reason);
	case EVENT_PILE:
		facts_lay_pile(table, event->seat, event->number, NULL);
		return 0;
	case EVENT_RESHUFFLE:
		return facts_lay_anew(table, event->number, NULL) < 0
			       ? untrue(reason, "the discards of a common deck")
			       : 0;
	case EVENT_SHUFFLED:
		return facts_lay_undrawn(table, event->seat, event->number, NULL) < 0
			       ? untrue(reason, "the shuffle of a draw pile")
			       : 0;
	case EVENT_DISCARD:
		facts_discard(table, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_FALLS:
		return apply_fall(table, event, reason);
	case EVENT_GETS:
		facts_take(table, event->seat, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_WILL_DISCARD:
		facts_will_discard(table, event->seat, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_ASIDE:
		facts_set_aside(table, (uint16_t)event->number, NULL);
		return 0;
	default:
		return field_apply(table->book, &table->field, event, reason);
	}
}

static int apply_outcome(struct table *table, const struct event *event, struct reason *reason)
{
	table->field.position.turn = NO_SIDE;
	table->now.phase = PHASE_OVER;
	table->now.demanded = NO_SIDE;
	table->now.window = 0;
	return rules_read_outcome(table->book->variant, event->text, &table->outcome, reason);
}

/* What a fact has to name, as a set: a seat, an action of the script, one that is a card, a card
 * of the piles. Those of boards without cards are none of a table's. */
enum { SEAT = 1, ACTION = 2, CARD = 4, COPY = 8, FOREIGN = 16 };

static const uint8_t wants[EVENT_KINDS] = {
	[EVENT_CAPTURE] = FOREIGN, [EVENT_TRADE] = FOREIGN,	[EVENT_EXCHANGE] = FOREIGN,
	[EVENT_FREEZE] = FOREIGN,  [EVENT_THAW] = FOREIGN,	[EVENT_OWE] = FOREIGN,
	[EVENT_EFFECT] = SEAT,	   [EVENT_SCRIPT] = SEAT,	[EVENT_ANSWER] = SEAT | ACTION,
	[EVENT_FATE] = ACTION,	   [EVENT_PLAYS] = SEAT | CARD, [EVENT_DRAWS] = SEAT | CARD,
	[EVENT_TOP] = SEAT,	   [EVENT_UNDER] = SEAT | COPY, [EVENT_MILLS] = SEAT | CARD,
	[EVENT_DISCARD] = COPY,	   [EVENT_FALLS] = COPY,	[EVENT_GETS] = SEAT | COPY,
	[EVENT_LAST] = CARD,	   [EVENT_ASIDE] = COPY,	[EVENT_HAD_TURN] = SEAT,
	[EVENT_HOLD] = SEAT,	   [EVENT_LET_GO] = SEAT,	[EVENT_WILL_DISCARD] = SEAT,
	[EVENT_FACE] = COPY,	   [EVENT_NAMES] = CARD};

static int check(const struct table *table, const struct event *event, struct reason *reason)
{
	uint8_t wanted = wants[event->kind];
	bool is_seat = event->seat < table->book->variant->side_count,
	     is_action = event->number < table->action_count,
	     is_copy = event->number < table->piles.count;
	const struct action *action = &table->actions[is_action ? event->number : 0];

	if (wanted & FOREIGN)
		return untrue(reason, "a fact of a game without cards");
	if (!is_seat &&
	    (wanted & SEAT || ((event->kind == EVENT_PILE || event->kind == EVENT_SHUFFLED) &&
			       !table->piles.common)))
		return untrue(reason, "no seat");
	if ((wanted & ACTION && !is_action) || (wanted & COPY && !is_copy) ||
	    (wanted & CARD && (!is_action || action->kind != ACTION_CARD)) ||
	    (event->kind == EVENT_LAST && action->copy == NO_COPY) ||
	    (event->kind == EVENT_WILL_DISCARD && !is_copy && event->number != NO_COPY) ||
	    (event->kind == EVENT_PILE && event->number + table->piles.count > MAX_COPIES))
		return untrue(reason, "a number");
	return 0;
}

static int apply_settle(struct table *table, const struct event *event, struct reason *reason)
{
	int what = facts_settling_named(event->text);

	if (what < 0)
		return untrue(reason, "what is settled");
	facts_settle(table, (enum settling)what, NULL);
	return 0;
}

int table_apply(struct table *table, const struct event *event, struct reason *reason)
{
	if (check(table, event, reason) < 0)
		return -1;
	switch (event->kind) {
	case EVENT_GATHER:
	case EVENT_WORDS:
	case EVENT_SHARE:
	case EVENT_DECK:
	case EVENT_READY:
		return gather_apply(table->book, &table->gather, &table->lots, event, reason);
	case EVENT_START:
		memset(&table->gather, 0, sizeof table->gather);
		return field_apply(table->book, &table->field, event, reason);
	case EVENT_ANEW:
		facts_anew(table, NULL);
		return 0;
	case EVENT_SETTLE:
		return apply_settle(table, event, reason);
	case EVENT_SCRIPT:
		return apply_script(table, event, reason);
	case EVENT_ANSWER:
		return apply_answer(table, event, reason);
	case EVENT_FATE:
		return apply_fate(table, event, reason);
	case EVENT_UNDONE:
		return apply_undone(table, event, reason);
	case EVENT_HOLD:
		return apply_hold(table, event, reason);
	case EVENT_LET_GO:
		facts_let_go(table, event->seat, strcmp(event->text, "returned") == 0, NULL);
		return 0;
	case EVENT_AHEAD:
		return apply_ahead(table, event, reason);
	case EVENT_AUTOPASS:
		return apply_autopass(table, event, reason);
	case EVENT_STATE:
		return apply_state(table, event, reason);
	case EVENT_LAPSE:
	case EVENT_LATE:
	case EVENT_OUTAGE:
	case EVENT_PAUSE:
	case EVENT_RESUME:
	case EVENT_UNDO:
	case EVENT_UNDO_ASKED:
	case EVENT_UNDO_AGREED:
	case EVENT_UNDO_REFUSED:
		return 0;
	case EVENT_HAD_TURN:
		facts_had_turn(table, event->seat, NULL);
		return 0;
	case EVENT_RESULT:
		return apply_outcome(table, event, reason);
	default:
		return apply_card(table, event, reason);
	}
}
