/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/cards/table/facts.h"
#include "core/cards/table/action.h"
#include "core/order/order_cards.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

static struct event fact(enum event_kind kind, uint8_t seat, uint32_t number)
{
	return event_about(kind, seat, number, NULL);
}

static void record_text(struct event_list *record, struct event event, struct text *text)
{
	event.text = text->bytes;
	event_add(record, event);
	text_done(text);
}

void facts_anew(struct table *table, struct event_list *record)
{
	table->field = table->start;
	table->piles = table->start_piles;
	for (uint8_t i = 0; i < table->action_count; i++)
		table->actions[i].was_returned = table->actions[i].fate == ACTION_RETURNED;
	event_add(record, fact(EVENT_ANEW, NO_SIDE, 0));
}

static const char *const settlings[] = {
	[SETTLE_TURN] = "turn",
	[SETTLE_ATTEMPT] = "attempt",
	[SETTLE_BOARD] = "board",
};

void facts_settle(struct table *table, enum settling what, struct event_list *record)
{
	struct event event = fact(EVENT_SETTLE, NO_SIDE, 0);

	if (what == SETTLE_ATTEMPT)
		table_tell_before(table);
	table->start = table->field;
	table->start_piles = table->piles;
	if (what != SETTLE_BOARD)
		table_cut(table, 0);
	if (what == SETTLE_TURN) {
		table->undone_count = 0;
		memset(table->before, 0, sizeof table->before);
	}
	event.text = settlings[what];
	event_add(record, event);
}

int facts_settling_named(const char *name)
{
	return text_find(name, settlings, ARRAY_LEN(settlings));
}

/* What a card played in secret names. */
static void record_names(const struct table *table, uint8_t number, struct event_list *record)
{
	struct event event = fact(EVENT_NAMES, NO_SIDE, number);
	const struct play play = table_play(table, number);
	struct text text;

	text_init(&text, 0);
	play_print_targets(table->book, play.targets, play.target_count, &text);
	event.sealed = true;
	record_text(record, event, &text);
}

static struct span keep_words(struct table *table, const struct action *action,
			      const struct action_words *words)
{
	switch (action->kind) {
	case ACTION_CARD:
		return store_add_targets(&table->words, words->play.targets,
					 words->play.target_count);
	case ACTION_SAID:
		return store_add_text(&table->words, words->said);
	default:
		return (struct span){table->words.used, 0};
	}
}

uint8_t facts_add_action(struct table *table, const struct action *action,
			 const struct action_words *words, struct event_list *record)
{
	uint8_t number = table->action_count++;
	struct text text;

	assert(number < MAX_ACTIONS);
	assert(action->answers == NO_ACTION || action->answers < number);
	assert(action->plots == NO_ACTION || action->plots < number);
	table->actions[number] = *action;
	table->actions[number].words = keep_words(table, action, words);
	if (record == NULL)
		return number;
	text_init(&text, 0);
	action_print(table->book, action, words, &text);
	record_text(record, fact(EVENT_SCRIPT, action->seat, number), &text);
	if (action_is_secret(table->book, action))
		record_names(table, number, record);
	return number;
}

int facts_name(struct table *table, uint8_t number, const char *text, struct reason *reason)
{
	struct action *action = &table->actions[number];
	struct target targets[MAX_PLAY_WORDS];
	int count = play_read_targets(table->book, &table->book->set->cards[action->acts_as], text,
				      targets, MAX_PLAY_WORDS, reason);

	if (count < 0)
		return -1;
	if (!store_has_room(&table->words, store_len_targets(targets, (unsigned)count)))
		return reason_fail(reason, "more words than a turn can hold");
	action->words = store_add_targets(&table->words, targets, (unsigned)count);
	return 0;
}

int facts_turn_up(struct table *table, uint16_t copy, const char *name)
{
	uint8_t kind = card_named(table->book->set, name, NULL),
		*known = &table->piles.copies[copy].kind;

	if (kind == NO_CARD || (*known != NO_CARD && *known != kind))
		return -1;
	*known = kind;
	table->start_piles.copies[copy].kind = kind;
	return 0;
}

void facts_lay_pile(struct table *table, uint8_t seat, uint32_t count, struct event_list *record)
{
	for (uint32_t i = 0; i < count; i++)
		piles_add(&table->piles, NO_CARD, seat, ZONE_DRAW, seat == NO_SIDE ? 0 : seat);
	if (seat == NO_SIDE)
		table->piles.shuffles[0] = 1;
	event_add(record, fact(EVENT_PILE, seat, count));
}

void facts_add_answer(struct table *table, uint8_t number, const struct answer *answer,
		      struct event_list *record)
{
	struct text text;

	assert(table->given_count < MAX_GIVEN);
	table->given[table->given_count++] = (struct given){
		.action = number,
		.seat = answer->seat,
		.no = answer->no,
		.words = store_add_targets(&table->words, answer->targets, answer->target_count),
	};
	if (record == NULL)
		return;
	text_init(&text, 0);
	action_print_answer(table->book, answer, &text);
	record_text(record, fact(EVENT_ANSWER, answer->seat, number), &text);
}

static const char *const fates[] = {
	[ACTION_STANDS] = "stands",	  [ACTION_SPENT] = "spent",
	[ACTION_CANCELLED] = "cancelled", [ACTION_RETURNED] = "returned",
	[ACTION_RETURNED + 1] = "void",
};

int facts_fate_named(const char *name)
{
	return text_find(name, fates, ARRAY_LEN(fates));
}

void facts_set_fate(struct table *table, uint8_t number, enum action_fate fate, bool forced,
		    struct event_list *record)
{
	struct event event = fact(EVENT_FATE, NO_SIDE, number);
	struct action *action = &table->actions[number];

	assert(forced || !action->forced);
	event.text = forced && !action->forced ? fates[ACTION_RETURNED + 1] : fates[fate];
	action->fate = (uint8_t)fate;
	action->forced = forced;
	event_add(record, event);
}

static void print_key(struct position_key key, struct text *out)
{
	text_addf(out, "%016llx%016llx", (unsigned long long)key.words[0],
		  (unsigned long long)key.words[1]);
}

void facts_add_undone(struct table *table, struct position_key key, struct event_list *record)
{
	struct text text;

	if (table->undone_count == MAX_UNDONE)
		memmove(table->undone, table->undone + 1, --table->undone_count * sizeof key);
	table->undone[table->undone_count++] = key;
	text_init(&text, 0);
	print_key(key, &text);
	record_text(record, fact(EVENT_UNDONE, NO_SIDE, 0), &text);
}

void facts_hold(struct table *table, uint8_t seat, const char *text, struct position_key board,
		struct event_list *record)
{
	struct event event = fact(EVENT_HOLD, seat, 0);
	struct held *held = &table->held[seat];
	struct text line;

	memset(held, 0, sizeof *held);
	held->there = true;
	held->board = board;
	snprintf(held->text, sizeof held->text, "%s", text);
	event.sealed = true;
	text_init(&line, 0);
	print_key(board, &line);
	text_addf(&line, " %s", held->text);
	record_text(record, event, &line);
}

void facts_let_go(struct table *table, uint8_t seat, bool returned, struct event_list *record)
{
	struct event event = fact(EVENT_LET_GO, seat, 0);

	memset(&table->held[seat], 0, sizeof table->held[seat]);
	if (returned)
		table->returned = seat;
	event.text = returned ? "returned" : "taken";
	event_add(record, event);
}

void facts_will_discard(struct table *table, uint8_t seat, uint16_t copy, struct event_list *record)
{
	struct event event = fact(EVENT_WILL_DISCARD, seat, copy);

	if (table->discard[seat] == copy)
		return;
	table->discard[seat] = copy;
	event.sealed = true;
	event_add(record, event);
}

void facts_say_ahead(struct table *table, const struct ahead *ahead, struct event_list *record)
{
	struct event event = fact(EVENT_AHEAD, NO_SIDE, 0);
	struct text text;

	if (strcmp(ahead->fogged, table->ahead.fogged) == 0 &&
	    strcmp(ahead->chaos, table->ahead.chaos) == 0)
		return;
	table->ahead = *ahead;
	text_init(&text, 0);
	text_addf(&text, "%s %s", ahead->fogged[0] ? ahead->fogged : "-",
		  ahead->chaos[0] ? ahead->chaos : "-");
	event.sealed = true;
	record_text(record, event, &text);
}

void facts_autopass(struct table *table, uint8_t seat, unsigned rules, struct event_list *record)
{
	struct text text;

	table->autopass[seat] = (uint8_t)rules;
	text_init(&text, 0);
	order_cards_print_autopass(rules, &text);
	record_text(record, fact(EVENT_AUTOPASS, seat, 0), &text);
}

/* Who is waited for can be: of what letters have made, not of what was read from a file. */
static void check_state(const struct table *table)
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

void facts_note_state(const struct table *table, struct event_list *record)
{
	struct text text;

	check_state(table);
	text_init(&text, 0);
	table_print_state(table->book, &table->now, &text);
	record_text(record, fact(EVENT_STATE, NO_SIDE, 0), &text);
}

struct position_key facts_board_key(const struct field *field)
{
	struct position_key key = {{0, 0}};

	for (square at = 0; at < CARD_SQUARES; at++) {
		unsigned piece = field_at(field, at);
		const struct piece *man = &field->position.pieces[piece == NO_PIECE ? 0 : piece];

		if (piece == NO_PIECE)
			continue;
		history_key_mix(&key, (uint64_t)at << 24 | (uint64_t)man->side << 16 |
					      field_kind(field, piece));
		if (field->marks[piece] & (MARK_COMPOSITE | MARK_SPLIT))
			history_key_mix(&key, 0x1000000 | field_kind(field, field->partner[piece]));
	}
	return key;
}
