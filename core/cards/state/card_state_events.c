/* SPDX-License-Identifier: MIT */
/* Replays the events of a table. No rule is checked. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/cards/state/action.h"
#include "core/cards/state/card_state.h"
#include "core/cards/state/card_state_events.h"
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

/* Reads the words of a card played in secret from its event. Returns -1 with the reason if it
 * can't. */
static int state_events_name(struct card_state *table, uint8_t number, const char *text,
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

/* Sets the kind of the copy to the card of that name. Returns -1 if there is no such card, or the
 * copy is known to be another. */
static int state_events_turn_up(struct card_state *table, uint16_t copy, const char *name)
{
	uint8_t kind = card_named(table->book->set, name, NULL),
		*known = &table->piles.copies[copy].kind;

	if (kind == NO_CARD || (*known != NO_CARD && *known != kind))
		return -1;
	*known = kind;
	table->start_piles.copies[copy].kind = kind;
	return 0;
}

/* Adds `count` cards, face down, at the bottom of the seat's draw pile (NO_SIDE: the common
 * one). */
static void state_events_lay_pile(struct card_state *table, uint8_t seat, uint32_t count,
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

/* Shuffles of piles during a game [fair-shuffles]: the discards of a common deck that has run out,
 * and the undrawn cards after an undo. Nobody can follow a card through these shuffles. */

/*
 * Lists the cards to be shuffled, by copy number. Cards that the open turn has put down or taken
 * are not among them, because they may be handed back when the turn is evaluated again.
 */
static unsigned list_old_discards(const struct card_state *table, uint16_t copies_out[MAX_COPIES])
{
	unsigned count = 0;

	for (uint16_t copy = 0; copy < table->piles.count; copy++)
		if (table->piles.copies[copy].zone == ZONE_DISCARDS &&
		    table->start_piles.copies[copy].zone == ZONE_DISCARDS)
			copies_out[count++] = copy;
	return count;
}

/* Removes the copy from effects. Vulture may have taken an effect's card, and the shuffle gives its
 * number to another card. */
static void unbind_copy(struct card_board *field, uint16_t copy)
{
	for (unsigned i = 0; i < field->effect_count; i++)
		if (field->effects[i].copy == copy)
			field->effects[i].copy = NO_COPY;
}

static void lay_face_down(struct piles *piles, uint16_t copy)
{
	piles->copies[copy].kind = NO_CARD;
	piles_lay_under(piles, copy);
}

/* Does the same as far as everybody knows it. Returns -1 if the number of such cards isn't
 * `count`. */
static int state_events_lay_anew(struct card_state *table, uint32_t count,
				 struct event_list *record)
{
	uint16_t copies[MAX_COPIES];

	if (!table->piles.common || count == 0 || list_old_discards(table, copies) != count)
		return -1;
	for (unsigned i = 0; i < count; i++) {
		lay_face_down(&table->piles, copies[i]);
		lay_face_down(&table->start_piles, copies[i]);
		unbind_copy(&table->field, copies[i]);
		unbind_copy(&table->start, copies[i]);
	}
	table->start_piles.shuffles[0] = ++table->piles.shuffles[0];
	table->start_piles.ran_out = ++table->piles.ran_out;
	event_add(record, event_about(EVENT_RESHUFFLE, NO_SIDE, count, NULL));
	return 0;
}

/* Finds the kinds of the shuffled discards, from the top. */
static void shuffle_discards(const struct card_state *table, uint8_t kinds_out[MAX_COPIES])
{
	struct piles piles = table->piles;
	uint16_t order[MAX_COPIES];
	unsigned count;

	for (uint16_t copy = 0; copy < piles.count; copy++) {
		bool lay = table->start_piles.copies[copy].zone == ZONE_DISCARDS;

		if (piles.copies[copy].zone == ZONE_DRAW ||
		    (piles.copies[copy].zone == ZONE_DISCARDS && !lay))
			piles_set_aside(&piles, copy);
	}
	deck_reshuffle(table->book, &table->lots, &piles, 0);
	count = piles_list(&piles, ZONE_DRAW, 0, order);
	for (unsigned i = 0; i < count; i++)
		kinds_out[i] = piles.copies[order[i]].kind;
}

static void turn_up(struct card_state *table, uint16_t copy, uint8_t kind,
		    struct event_list *record)
{
	struct event face;
	const char *name;

	/* A damaged file may not say which card it is. */
	if (kind == NO_CARD)
		return;
	name = table->book->set->cards[kind].name;
	state_events_turn_up(table, copy, name);
	face = event_about(EVENT_FACE, NO_SIDE, copy, name);
	face.sealed = true;
	event_add(record, face);
}

bool state_events_reshuffle(struct card_state *table, struct event_list *record)
{
	uint16_t copies[MAX_COPIES];
	uint8_t kinds[MAX_COPIES];
	unsigned count = list_old_discards(table, copies);

	if (!table->piles.common || table->piles.shuffles[0] == 0 || count == 0)
		return false;
	shuffle_discards(table, kinds);
	state_events_lay_anew(table, count, record);
	for (unsigned i = 0; i < count && table->lots.secret[0] != '\0'; i++)
		turn_up(table, copies[i], kinds[i], record);
	return true;
}

/* ---- after an undo ---- */

/* The kinds of the cards change, but not their places. A card that the open turn has drawn stays
 * drawn, and goes back to its place if it is handed back. */
static int state_events_lay_undrawn(struct card_state *table, uint8_t seat, uint32_t number,
				    struct event_list *record)
{
	uint8_t pile = seat == NO_SIDE ? 0 : seat;
	uint16_t copies[MAX_COPIES];
	unsigned count;

	if (table->piles.common != (seat == NO_SIDE) || number <= table->piles.shuffles[pile])
		return -1;
	count = piles_list(&table->piles, ZONE_DRAW, pile, copies);
	for (unsigned i = 0; i < count; i++) {
		table->piles.copies[copies[i]].kind = NO_CARD;
		table->start_piles.copies[copies[i]].kind = NO_CARD;
		unbind_copy(&table->field, copies[i]);
		unbind_copy(&table->start, copies[i]);
	}
	table->start_piles.shuffles[pile] = table->piles.shuffles[pile] = number;
	event_add(record, event_about(EVENT_SHUFFLED, seat, number, NULL));
	return 0;
}

/* Finds the kinds of the undrawn cards of a pile, shuffled under that number, from the top. Returns
 * how many they are. */
static unsigned shuffle_undrawn(const struct card_state *table, uint8_t pile, uint32_t number,
				uint8_t kinds_out[MAX_COPIES])
{
	struct piles piles = table->piles;
	uint16_t order[MAX_COPIES];
	unsigned count = piles_size(&piles, ZONE_DRAW, pile);

	piles.shuffles[pile] = number - 1;
	if (count > 0)
		deck_reshuffle(table->book, &table->lots, &piles, pile);
	(void)piles_list(&piles, ZONE_DRAW, pile, order);
	for (unsigned i = 0; i < count; i++)
		kinds_out[i] = piles.copies[order[i]].kind;
	return count;
}

void state_events_shuffle_undrawn(struct card_state *table, uint8_t seat, uint32_t number,
				  struct event_list *record)
{
	uint8_t pile = seat == NO_SIDE ? 0 : seat, kinds[MAX_COPIES];
	unsigned count = shuffle_undrawn(table, pile, number, kinds);
	uint16_t copies[MAX_COPIES];

	(void)piles_list(&table->piles, ZONE_DRAW, pile, copies);
	if (state_events_lay_undrawn(table, seat, number, record) < 0)
		return;
	for (unsigned i = 0; i < count && table->lots.secret[0] != '\0'; i++)
		turn_up(table, copies[i], kinds[i], record);
}

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
	int fate = strbuf_find(event->text, fates, ARRAY_LEN(fates));
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
		return reject_event(reason, "an event of a game without cards");
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
	int what = strbuf_find(event->text, settlings, ARRAY_LEN(settlings));

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
