/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/cards/state/action.h"
#include "core/cards/state/state_events.h"
#include "core/order/order_args_cards.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static struct event make_textless_event(enum event_kind kind, uint8_t seat, uint32_t number)
{
	return event_about(kind, seat, number, NULL);
}

static void record_text(struct event_list *record, struct event event, struct strbuf *text)
{
	event.text = text->bytes;
	event_add(record, event);
	strbuf_done(text);
}

void state_events_restart_turn(struct card_state *table, struct event_list *record)
{
	table->field = table->start;
	table->piles = table->start_piles;
	for (uint8_t i = 0; i < table->action_count; i++)
		table->actions[i].was_returned = table->actions[i].fate == ACTION_RETURNED;
	event_add(record, make_textless_event(EVENT_ANEW, NO_SIDE, 0));
}

static const char *const settlings[] = {
	[SETTLE_TURN] = "turn",
	[SETTLE_ATTEMPT] = "attempt",
	[SETTLE_BOARD] = "board",
};

void state_events_settle(struct card_state *table, enum settling what, struct event_list *record)
{
	struct event event = make_textless_event(EVENT_SETTLE, NO_SIDE, 0);

	if (what == SETTLE_ATTEMPT)
		card_state_save_attempt(table);
	table->start = table->field;
	table->start_piles = table->piles;
	if (what != SETTLE_BOARD)
		card_state_cut(table, 0);
	if (what == SETTLE_TURN) {
		table->undone_count = 0;
		memset(table->before, 0, sizeof table->before);
	}
	event.text = settlings[what];
	event_add(record, event);
}

int state_events_settling_named(const char *name)
{
	return strbuf_find(name, settlings, ARRAY_LEN(settlings));
}

/* Records the words of a card played in secret. */
static void record_names(const struct card_state *table, uint8_t number, struct event_list *record)
{
	struct event event = make_textless_event(EVENT_NAMES, NO_SIDE, number);
	const struct play play = card_state_play(table, number);
	struct strbuf text;

	strbuf_init(&text, 0);
	play_print_targets(table->book, play.targets, play.target_count, &text);
	event.sealed = true;
	record_text(record, event, &text);
}

static struct span store_words(struct card_state *table, const struct action *action,
			       const struct action_words *words)
{
	switch (action->kind) {
	case ACTION_CARD:
		return text_store_add_targets(&table->words, words->play.targets,
					      words->play.target_count);
	case ACTION_SAID:
		return text_store_add_text(&table->words, words->said);
	default:
		return (struct span){table->words.used, 0};
	}
}

uint8_t state_events_add_action(struct card_state *table, const struct action *action,
				const struct action_words *words, struct event_list *record)
{
	uint8_t number = table->action_count++;
	struct strbuf text;

	assert(number < MAX_ACTIONS);
	assert(action->answers == NO_ACTION || action->answers < number);
	assert(action->plots == NO_ACTION || action->plots < number);
	table->actions[number] = *action;
	table->actions[number].words = store_words(table, action, words);
	if (record == NULL)
		return number;
	strbuf_init(&text, 0);
	action_print(table->book, action, words, &text);
	record_text(record, make_textless_event(EVENT_SCRIPT, action->seat, number), &text);
	if (action_is_secret(table->book, action))
		record_names(table, number, record);
	return number;
}

int state_events_name(struct card_state *table, uint8_t number, const char *text,
		      struct reason *reason)
{
	struct action *action = &table->actions[number];
	struct target targets[MAX_PLAY_WORDS];
	int count = play_read_targets(table->book, &table->book->set->cards[action->acts_as], text,
				      targets, MAX_PLAY_WORDS, reason);

	if (count < 0)
		return -1;
	if (!text_store_has_room(&table->words, text_store_len_targets(targets, (unsigned)count)))
		return reason_fail(reason, "more words than a turn can hold");
	action->words = text_store_add_targets(&table->words, targets, (unsigned)count);
	return 0;
}

int state_events_turn_up(struct card_state *table, uint16_t copy, const char *name)
{
	uint8_t kind = card_named(table->book->set, name, NULL),
		*known = &table->piles.copies[copy].kind;

	if (kind == NO_CARD || (*known != NO_CARD && *known != kind))
		return -1;
	*known = kind;
	table->start_piles.copies[copy].kind = kind;
	return 0;
}

void state_events_lay_pile(struct card_state *table, uint8_t seat, uint32_t count,
			   struct event_list *record)
{
	for (uint32_t i = 0; i < count; i++)
		piles_add(&table->piles, NO_CARD, seat, ZONE_DRAW, seat == NO_SIDE ? 0 : seat);
	if (seat == NO_SIDE)
		table->piles.shuffles[0] = 1;
	event_add(record, make_textless_event(EVENT_PILE, seat, count));
}

void state_events_add_answer(struct card_state *table, uint8_t number, const struct answer *answer,
			     struct event_list *record)
{
	struct strbuf text;

	assert(table->given_count < MAX_GIVEN);
	table->given[table->given_count++] = (struct stored_answer){
		.action = number,
		.seat = answer->seat,
		.no = answer->no,
		.words = text_store_add_targets(&table->words, answer->targets,
						answer->target_count),
	};
	if (record == NULL)
		return;
	strbuf_init(&text, 0);
	action_print_answer(table->book, answer, &text);
	record_text(record, make_textless_event(EVENT_ANSWER, answer->seat, number), &text);
}

static const char *const fates[] = {
	[ACTION_STANDS] = "stands",	  [ACTION_SPENT] = "spent",
	[ACTION_CANCELLED] = "cancelled", [ACTION_RETURNED] = "returned",
	[ACTION_RETURNED + 1] = "void",
};

int state_events_fate_named(const char *name)
{
	return strbuf_find(name, fates, ARRAY_LEN(fates));
}

void state_events_set_fate(struct card_state *table, uint8_t number, enum action_fate fate,
			   bool forced, struct event_list *record)
{
	struct event event = make_textless_event(EVENT_FATE, NO_SIDE, number);
	struct action *action = &table->actions[number];

	assert(forced || !action->forced);
	event.text = forced && !action->forced ? fates[ACTION_RETURNED + 1] : fates[fate];
	action->fate = (uint8_t)fate;
	action->forced = forced;
	event_add(record, event);
}

static void print_key(struct position_key key, struct strbuf *out)
{
	strbuf_addf(out, "%016llx%016llx", (unsigned long long)key.words[0],
		    (unsigned long long)key.words[1]);
}

void state_events_add_undone(struct card_state *table, struct position_key key,
			     struct event_list *record)
{
	struct strbuf text;

	if (table->undone_count == MAX_UNDONE)
		memmove(table->undone, table->undone + 1, --table->undone_count * sizeof key);
	table->undone[table->undone_count++] = key;
	strbuf_init(&text, 0);
	print_key(key, &text);
	record_text(record, make_textless_event(EVENT_UNDONE, NO_SIDE, 0), &text);
}

void state_events_hold(struct card_state *table, uint8_t seat, const char *text,
		       struct position_key board, struct event_list *record)
{
	struct event event = make_textless_event(EVENT_HOLD, seat, 0);
	struct held_turn *held = &table->held[seat];
	struct strbuf line;

	memset(held, 0, sizeof *held);
	held->there = true;
	held->board = board;
	snprintf(held->text, sizeof held->text, "%s", text);
	event.sealed = true;
	strbuf_init(&line, 0);
	print_key(board, &line);
	strbuf_addf(&line, " %s", held->text);
	record_text(record, event, &line);
}

void state_events_release_turn(struct card_state *table, uint8_t seat, bool returned,
			       struct event_list *record)
{
	struct event event = make_textless_event(EVENT_LET_GO, seat, 0);

	memset(&table->held[seat], 0, sizeof table->held[seat]);
	if (returned)
		table->returned = seat;
	event.text = returned ? "returned" : "taken";
	event_add(record, event);
}

void state_events_will_discard(struct card_state *table, uint8_t seat, uint16_t copy,
			       struct event_list *record)
{
	struct event event = make_textless_event(EVENT_WILL_DISCARD, seat, copy);

	if (table->discard[seat] == copy)
		return;
	table->discard[seat] = copy;
	event.sealed = true;
	event_add(record, event);
}

void state_events_set_ahead(struct card_state *table, const struct ahead *ahead,
			    struct event_list *record)
{
	struct event event = make_textless_event(EVENT_AHEAD, NO_SIDE, 0);
	struct strbuf text;

	if (strcmp(ahead->fogged, table->ahead.fogged) == 0 &&
	    strcmp(ahead->chaos, table->ahead.chaos) == 0)
		return;
	table->ahead = *ahead;
	strbuf_init(&text, 0);
	strbuf_addf(&text, "%s %s", ahead->fogged[0] ? ahead->fogged : "-",
		    ahead->chaos[0] ? ahead->chaos : "-");
	event.sealed = true;
	record_text(record, event, &text);
}

void state_events_autopass(struct card_state *table, uint8_t seat, unsigned rules,
			   struct event_list *record)
{
	struct strbuf text;

	table->autopass[seat] = (uint8_t)rules;
	strbuf_init(&text, 0);
	order_cards_print_autopass(rules, &text);
	record_text(record, make_textless_event(EVENT_AUTOPASS, seat, 0), &text);
}

/* Asserts that a seat that is waited for can answer. States made by messages meet this, but those
 * read from a file may not. */
static void check_state(const struct card_state *table)
{
	assert(table->now.phase != PHASE_DEMAND ||
	       table->now.demanded < table->book->variant->side_count);
	assert(table->now.demand == NO_ACTION || table->now.demand < table->action_count);
	assert((table->now.settled & ~table->now.played) == 0);
	if (table->now.phase != PHASE_WINDOW)
		return;
	assert((table->now.window & table->now.played) == 0);
	assert((table->now.window & ~table->field.position.in_play) == 0);
}

void state_events_note_state(const struct card_state *table, struct event_list *record)
{
	struct strbuf text;

	check_state(table);
	strbuf_init(&text, 0);
	card_state_print_state(table->book, &table->now, &text);
	record_text(record, make_textless_event(EVENT_STATE, NO_SIDE, 0), &text);
}

struct position_key state_events_board_key(const struct card_board *field)
{
	struct position_key key = {{0, 0}};

	for (square at = 0; at < CARD_SQUARES; at++) {
		unsigned piece = card_board_at(field, at);
		const struct piece *man = &field->position.pieces[piece == NO_PIECE ? 0 : piece];

		if (piece == NO_PIECE)
			continue;
		repetition_key_mix(&key, (uint64_t)at << 24 | (uint64_t)man->side << 16 |
						 card_board_kind(field, piece));
		if (field->marks[piece] & (MARK_COMPOSITE | MARK_SPLIT))
			repetition_key_mix(
				&key, 0x1000000 | card_board_kind(field, field->partner[piece]));
	}
	return key;
}
