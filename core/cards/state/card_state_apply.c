/* SPDX-License-Identifier: MIT */
/* Replays the events of a table. No rule is checked. */
#include <stdio.h>
#include <string.h>

#include "core/cards/state/action.h"
#include "core/cards/state/card_state.h"
#include "core/cards/state/state_events.h"
#include "core/order/order_args_cards.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static int reject_event(struct reason *reason, const char *what)
{
	return reason_fail(reason, "%s: that can't be true here", what);
}

/* Clears the note that a held turn was given back: a player who acts again knows it. */
static void forget_returned(struct card_state *table, uint8_t seat)
{
	if (table->returned == seat)
		table->returned = NO_SIDE;
}

static int apply_script(struct card_state *table, const struct event *event, struct reason *reason)
{
	struct action action;
	struct action_words words;

	if (event->number != table->action_count || !card_state_has_room(table))
		return reject_event(reason, "the number of an action");
	if (action_read(table->book, event->seat, event->text, &action, &words, reason) < 0)
		return -1;
	if (!card_state_action_is_sound(table, &action, &words, (uint8_t)event->number))
		return reject_event(reason, "what an action belongs to");
	state_events_add_action(table, &action, &words, NULL);
	forget_returned(table, event->seat);
	return 0;
}

static int apply_answer(struct card_state *table, const struct event *event, struct reason *reason)
{
	struct answer answer;

	if (card_state_answers(table, (uint8_t)event->number) == MAX_SIDES)
		return reject_event(reason, "another answer");
	if (action_read_answer(table->book, event->seat, event->text, &answer, reason) < 0)
		return -1;
	if (!card_state_has_room_for(table, &answer))
		return reject_event(reason, "another answer");
	state_events_add_answer(table, (uint8_t)event->number, &answer, NULL);
	return 0;
}

static int apply_fate(struct card_state *table, const struct event *event, struct reason *reason)
{
	int fate = state_events_fate_named(event->text);
	uint8_t number = (uint8_t)event->number;

	if (fate < 0)
		return reject_event(reason, "what became of an action");
	if (fate > ACTION_RETURNED)
		state_events_set_fate(table, number, ACTION_SPENT, true, NULL);
	else
		state_events_set_fate(table, number, (enum action_fate)fate,
				      table->actions[number].forced, NULL);
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

static int apply_hold(struct card_state *table, const struct event *event, struct reason *reason)
{
	struct position_key key;
	const char *blank = strchr(event->text, ' ');

	if (blank == NULL || !read_key(event->text, &key))
		return reject_event(reason, "a turn that waits");
	state_events_hold(table, event->seat, blank + 1, key, NULL);
	forget_returned(table, event->seat);
	return 0;
}

static int apply_undone(struct card_state *table, const struct event *event, struct reason *reason)
{
	struct position_key key;

	if (!read_key(event->text, &key))
		return reject_event(reason, "an undone board");
	state_events_add_undone(table, key, NULL);
	return 0;
}

static int apply_ahead(struct card_state *table, const struct event *event, struct reason *reason)
{
	struct ahead ahead = {"", ""};
	char fogged[sizeof ahead.fogged], chaos[sizeof ahead.chaos];

	if (sscanf(event->text, "%39s %39s", fogged, chaos) != 2)
		return reject_event(reason, "moves said ahead");
	if (strcmp(fogged, "-") != 0)
		strcpy(ahead.fogged, fogged);
	if (strcmp(chaos, "-") != 0)
		strcpy(ahead.chaos, chaos);
	state_events_set_ahead(table, &ahead, NULL);
	return 0;
}

static int apply_autopass(struct card_state *table, const struct event *event,
			  struct reason *reason)
{
	int rules = order_cards_autopass(event->text);

	if (rules < 0 || event->seat >= table->book->variant->side_count)
		return reject_event(reason, "when a seat passes by itself");
	state_events_autopass(table, event->seat, (unsigned)rules, NULL);
	return 0;
}

static int apply_state(struct card_state *table, const struct event *event, struct reason *reason)
{
	struct card_state_state state;

	if (card_state_read_state(table->book, event->text, &state, reason) < 0)
		return -1;
	if ((state.phase == PHASE_DEMAND && state.demanded == NO_SIDE) ||
	    (state.demand != NO_ACTION && state.demand >= table->action_count))
		return reject_event(reason, "the state of a turn");
	table->now = state;
	return 0;
}

static int apply_fall(struct card_state *table, const struct event *event, struct reason *reason)
{
	long number = strbuf_number(event->text != NULL ? event->text : "", MAX_ACTIONS);

	if (number < 0 || number >= table->action_count)
		return reject_event(reason, "the action that ended an effect");
	state_events_fall(table, (uint16_t)event->number, (uint8_t)number, NULL);
	return 0;
}

/* Applies events about cards; passes others to the board. */
static int apply_card(struct card_state *table, const struct event *event, struct reason *reason)
{
	uint8_t number = (uint8_t)event->number;

	switch (event->kind) {
	case EVENT_PLAYS:
		return state_events_play_card(table, number, NULL)
			       ? 0
			       : reject_event(reason, "a card played");
	case EVENT_DRAWS:
		state_events_draw(table, number, NULL);
		return 0;
	case EVENT_MILLS:
		state_events_mill(table, number, NULL);
		return 0;
	case EVENT_LAST:
		state_events_note_card(table, number, NULL);
		return 0;
	case EVENT_TOP:
		state_events_draw_top(table, event->seat, NULL);
		return 0;
	case EVENT_UNDER:
		state_events_redraw(table, event->seat, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_FACE:
		return state_events_turn_up(table, (uint16_t)event->number, event->text) < 0
			       ? reject_event(reason, "the face of a card")
			       : 0;
	case EVENT_NAMES:
		return state_events_name(table, number, event->text, reason);
	case EVENT_PILE:
		state_events_lay_pile(table, event->seat, event->number, NULL);
		return 0;
	case EVENT_RESHUFFLE:
		return state_events_lay_anew(table, event->number, NULL) < 0
			       ? reject_event(reason, "the discards of a common deck")
			       : 0;
	case EVENT_SHUFFLED:
		return state_events_lay_undrawn(table, event->seat, event->number, NULL) < 0
			       ? reject_event(reason, "the shuffle of a draw pile")
			       : 0;
	case EVENT_DISCARD:
		state_events_discard(table, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_FALLS:
		return apply_fall(table, event, reason);
	case EVENT_GETS:
		state_events_take(table, event->seat, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_WILL_DISCARD:
		state_events_will_discard(table, event->seat, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_ASIDE:
		state_events_set_aside(table, (uint16_t)event->number, NULL);
		return 0;
	default:
		return card_board_apply(table->book, &table->field, event, reason);
	}
}

static int apply_outcome(struct card_state *table, const struct event *event, struct reason *reason)
{
	table->field.position.turn = NO_SIDE;
	table->now.phase = PHASE_OVER;
	table->now.demanded = NO_SIDE;
	table->now.window = 0;
	return rules_read_outcome(table->book->variant, event->text, &table->outcome, reason);
}

/* The numbers that an event must have, as a set: a seat, an action of the script, an action that is
 * a card, a card of the piles. FOREIGN: events of boards without cards, which a table never has. */
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

static int check_event(const struct card_state *table, const struct event *event,
		       struct reason *reason)
{
	uint8_t wanted = wants[event->kind];
	bool is_seat = event->seat < table->book->variant->side_count,
	     is_action = event->number < table->action_count,
	     is_copy = event->number < table->piles.count;
	const struct action *action = &table->actions[is_action ? event->number : 0];

	if (wanted & FOREIGN)
		return reject_event(reason, "a fact of a game without cards");
	if (!is_seat &&
	    (wanted & SEAT || ((event->kind == EVENT_PILE || event->kind == EVENT_SHUFFLED) &&
			       !table->piles.common)))
		return reject_event(reason, "no seat");
	if ((wanted & ACTION && !is_action) || (wanted & COPY && !is_copy) ||
	    (wanted & CARD && (!is_action || action->kind != ACTION_CARD)) ||
	    (event->kind == EVENT_LAST && action->copy == NO_COPY) ||
	    (event->kind == EVENT_WILL_DISCARD && !is_copy && event->number != NO_COPY) ||
	    (event->kind == EVENT_PILE && event->number + table->piles.count > MAX_COPIES))
		return reject_event(reason, "a number");
	return 0;
}

static int apply_settle(struct card_state *table, const struct event *event, struct reason *reason)
{
	int what = state_events_settling_named(event->text);

	if (what < 0)
		return reject_event(reason, "what is settled");
	state_events_settle(table, (enum settling)what, NULL);
	return 0;
}

int card_state_apply(struct card_state *table, const struct event *event, struct reason *reason)
{
	if (check_event(table, event, reason) < 0)
		return -1;
	switch (event->kind) {
	case EVENT_GATHER:
	case EVENT_WORDS:
	case EVENT_SHARE:
	case EVENT_DECK:
	case EVENT_READY:
		return setup_phase_apply(table->book, &table->gather, &table->lots, event, reason);
	case EVENT_START:
		memset(&table->gather, 0, sizeof table->gather);
		return card_board_apply(table->book, &table->field, event, reason);
	case EVENT_ANEW:
		state_events_restart_turn(table, NULL);
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
		state_events_release_turn(table, event->seat, strcmp(event->text, "returned") == 0,
					  NULL);
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
		state_events_had_turn(table, event->seat, NULL);
		return 0;
	case EVENT_RESULT:
		return apply_outcome(table, event, reason);
	default:
		return apply_card(table, event, reason);
	}
}
