/* SPDX-License-Identifier: MIT */
/* A state that was read from a file is refused if any part of it is wrong: each part is damaged by
 * itself. */
#include "core/cards/board/continuous_effect.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"
#include "tests/lib/tableplay.h"

/* Makes a turn with a move and a card with a continuing effect, which awaits a choice. */
static void open_scene(struct tableplay *play)
{
	struct reason why = {.text = ""};

	memset(play, 0, sizeof *play);
	strbuf_init(&play->turn_log, 0);
	cardplay_open(&play->cards, "three-player");
	cardplay_put(&play->cards, "Kd8 Na4 Pc6 / Kh1 Ph3 / Ka1 Pb6");
	tableplay_lay(play, &play->cards.field.position);
	piles_add(&play->table.piles, card_named(play->cards.set, "Forbidden City", NULL), 0,
		  ZONE_HAND, 0);
	piles_add(&play->table.piles, card_named(play->cards.set, "Bog", NULL), 1, ZONE_HAND, 1);
	play->table.start_piles = play->table.piles;
	tableplay_start(play);
	if (!tableplay_send(play, 0, "MOVE a4-b2; PLAY Forbidden City e4", &why))
		tableplay_fail(play, "the scene", why.text);
	assert_true(card_state_is_sound(&play->table));
	assert_int_equal(play->table.action_count, 2);
	assert_int_equal(play->table.field.effect_count, 1);
}

/* Asserts that the state is invalid with this change in it; afterwards it is as before. */
#define SPOILT_BY(change)                                                                          \
	do {                                                                                       \
		struct card_state *kept = base_alloc(sizeof *kept);                                \
                                                                                                   \
		memcpy(kept, table, sizeof *kept);                                                 \
		change;                                                                            \
		if (card_state_is_sound(table))                                                    \
			fail_msg("sound with %s", #change);                                        \
		memcpy(table, kept, sizeof *kept);                                                 \
		free(kept);                                                                        \
	} while (0)

/* Makes a byte that is neither true nor false. */
#define NEITHER(flag) memset(&(flag), 2, 1)
#define ENDLESS(text) memset((text), 'x', sizeof(text))

static void the_turn_is_one(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	const uint16_t beyond = 1 << 3;

	(void)state;
	open_scene(&play);
	SPOILT_BY(table->now.phase = PHASE_OVER + 1);
	SPOILT_BY(table->now.phase = PHASE_OVER);
	SPOILT_BY(table->now.phase = PHASE_DEMAND);
	SPOILT_BY(table->now.state = TURN_VOID + 1);
	SPOILT_BY(table->outcome.status = STATUS_PLAYING + 1);
	SPOILT_BY(table->field.position.turn = NO_SIDE);
	SPOILT_BY(table->start.position.turn = NO_SIDE);
	SPOILT_BY(table->now.window = beyond);
	SPOILT_BY(table->now.played = beyond);
	SPOILT_BY(table->now.settled = beyond);
	SPOILT_BY(table->now.demanded = 3);
	SPOILT_BY(table->now.demanded = 1; table->now.demand = 2);
	SPOILT_BY(table->now.demanded = 1; table->now.demand = 1);
	SPOILT_BY(table->returned = 3);
	SPOILT_BY(table->discard[2] = table->piles.count);
	SPOILT_BY(NEITHER(table->held[2].there));
	SPOILT_BY(table->held[2].there = true; ENDLESS(table->held[2].text));
	SPOILT_BY(NEITHER(table->now.king_back));
	SPOILT_BY(NEITHER(table->now.begun_again));
	SPOILT_BY(NEITHER(table->now.chaos));
	SPOILT_BY(NEITHER(table->now.no_card));
	SPOILT_BY(ENDLESS(table->ahead.fogged));
	SPOILT_BY(ENDLESS(table->ahead.chaos));
	SPOILT_BY(table->undone_count = MAX_UNDONE + 1);
	tableplay_close(&play);
}

static void lots_and_piles_are(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	const uint8_t cards = (uint8_t)(open_scene(&play), play.cards.set->count);

	(void)state;
	SPOILT_BY(ENDLESS(table->lots.words[2]));
	SPOILT_BY(ENDLESS(table->lots.game));
	SPOILT_BY(ENDLESS(table->lots.secret));
	SPOILT_BY(table->gather.shares[2].count = MAX_COPIES + 1);
	SPOILT_BY(table->gather.decks[2].count = MAX_COPIES + 1);
	SPOILT_BY(NEITHER(table->gather.shares[0].ordered));
	SPOILT_BY(table->gather.decks[0].count = 1; table->gather.decks[0].kinds[0] = cards);
	SPOILT_BY(table->gather.stage = SETUP_PHASE_DECKS + 1);
	SPOILT_BY(table->gather.in = 1 << 3);
	SPOILT_BY(table->piles.count = MAX_COPIES + 1);
	SPOILT_BY(table->piles.count = 1);
	SPOILT_BY(table->start_piles.count = MAX_COPIES + 1);
	SPOILT_BY(table->piles.common = !table->piles.common);
	SPOILT_BY(NEITHER(table->start_piles.common));
	SPOILT_BY(table->piles.copies[1].kind = cards);
	SPOILT_BY(table->piles.copies[1].owner = 3);
	SPOILT_BY(table->piles.copies[1].zone = ZONES);
	SPOILT_BY(table->piles.copies[1].place = INT32_MIN);
	SPOILT_BY(table->piles.copies[1].place = 1 << 30);
	SPOILT_BY(table->start_piles.stamp = INT32_MAX);
	SPOILT_BY(table->start_piles.copies[1].seat = 3);
	tableplay_close(&play);
}

static void actions_are(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	struct action *card = &table->actions[1];
	const uint8_t cards = (uint8_t)(open_scene(&play), play.cards.set->count);

	(void)state;
	SPOILT_BY(table->action_count = MAX_ACTIONS + 1);
	SPOILT_BY(card->kind = ACTION_SAID + 1);
	SPOILT_BY(card->kind = ACTION_MOVE);
	SPOILT_BY(card->card = cards);
	SPOILT_BY(card->acts_as = cards);
	SPOILT_BY(card->seat = 3);
	SPOILT_BY(card->when = 0);
	SPOILT_BY(card->when = WHEN_BEFORE | WHEN_AFTER);
	SPOILT_BY(card->when = (uint8_t)(WHEN_CARD << 1));
	SPOILT_BY(card->answers = 1);
	SPOILT_BY(card->plots = 1);
	SPOILT_BY(card->fate = ACTION_RETURNED + 1);
	SPOILT_BY(NEITHER(card->was_returned));
	SPOILT_BY(NEITHER(card->forced));
	SPOILT_BY(card->copy = table->piles.count);
	SPOILT_BY(card->drawn = table->piles.count);
	SPOILT_BY(table->actions[0].acts_as = 0);
	SPOILT_BY(table->actions[0].move.to = CARD_SQUARES);
	/* The upper half of the head of a target has the kind of piece: more kinds than there are.
	 */
	SPOILT_BY(table->words.bytes[table->actions[1].words.at] |= 0xf0);
	tableplay_close(&play);
}

static void what_lasts_is(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	struct effect *effect = &table->field.effects[0];
	const uint8_t cards = (uint8_t)(open_scene(&play), play.cards.set->count);

	(void)state;
	SPOILT_BY(table->field.effect_count = MAX_EFFECTS + 1);
	SPOILT_BY(effect->what = EFFECT_KINDS);
	SPOILT_BY(effect->what = EFFECT_PACIFISM); /* needs a piece */
	SPOILT_BY(effect->card = cards);
	SPOILT_BY(effect->card = NO_CARD);
	SPOILT_BY(effect->by = 3);
	SPOILT_BY(effect->seat = 3);
	SPOILT_BY(effect->type = CARD_KINDS);
	SPOILT_BY(effect->piece = table->field.position.piece_count);
	SPOILT_BY(effect->other = table->field.position.piece_count);
	SPOILT_BY(effect->squares[0] = CARD_SQUARES);
	SPOILT_BY(effect->squares[0] = NO_SQUARE);
	SPOILT_BY(effect->squares[3] = CARD_SQUARES);
	SPOILT_BY(NEITHER(effect->left));
	SPOILT_BY(NEITHER(effect->suspended));
	SPOILT_BY(NEITHER(effect->begun));
	SPOILT_BY(effect->suspended = !effect->suspended);
	SPOILT_BY(effect->copy = table->piles.count);
	tableplay_close(&play);
}

static void each_that_lasts_is(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	struct effect second;

	(void)state;
	open_scene(&play);
	second = table->field.effects[0];
	second.copy = NO_COPY;
	second.squares[0]++;
	card_board_add_effect(table->book, &table->field, second, NULL);
	assert_true(card_state_is_sound(table));
	SPOILT_BY(table->field.effects[1].suspended = !table->field.effects[1].suspended);
	tableplay_close(&play);
}

static void the_field_is(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	struct card_board *field = &table->field;
	const uint8_t cards = (uint8_t)(open_scene(&play), play.cards.set->count);

	(void)state;
	SPOILT_BY(field->partner[0] = 0);
	SPOILT_BY(field->partner[0] = 1);
	SPOILT_BY(field->partner[0] = 1; field->partner[1] = 0);
	SPOILT_BY(field->partner[0] = field->position.piece_count);
	SPOILT_BY(field->turn_log.gone_count = MAX_GONE + 1);
	SPOILT_BY(field->turn_log.taken_count = MAX_TAKEN + 1);
	SPOILT_BY(field->turn_log.lost_count = MAX_LOST + 1);
	SPOILT_BY(NEITHER(field->turn_log.moved));
	SPOILT_BY(NEITHER(field->before.by_card));
	SPOILT_BY(field->turn_log.gone[0].piece = field->position.piece_count);
	SPOILT_BY(field->turn_log.gone[0].type = CARD_KINDS);
	SPOILT_BY(field->turn_log.gone[0].from = CARD_SQUARES);
	SPOILT_BY(field->turn_log.gone[0].to = CARD_SQUARES);
	SPOILT_BY(NEITHER(field->turn_log.gone[0].by_card));
	SPOILT_BY(NEITHER(field->turn_log.gone[0].castled));
	SPOILT_BY(field->last[0].from = CARD_SQUARES);
	SPOILT_BY(field->last_card = cards);
	SPOILT_BY(field->last_card_by = 3);
	SPOILT_BY(NEITHER(field->last_card_unique));
	SPOILT_BY(NEITHER(field->truce));
	SPOILT_BY(NEITHER(field->vendetta));
	SPOILT_BY(field->truce = !field->truce);
	SPOILT_BY(field->vendetta = !field->vendetta);
	SPOILT_BY(field->marks[1] ^= MARK_NEUTRAL);
	SPOILT_BY(memset(field->walls, 1, 1));
	SPOILT_BY(memset(&field->closed, 0, sizeof field->closed));
	SPOILT_BY(memset(&field->quarter, 1, 1));
	SPOILT_BY(memset(&table->start.closed, 1, 1));
	tableplay_close(&play);
}

/* Bytes after the last element of a list are ignored. */
static void nothing_else_matters(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	struct card_board *field = &table->field;

	(void)state;
	open_scene(&play);
	table->piles.copies[table->piles.count].zone = ZONES;
	table->actions[table->action_count].kind = ACTION_SAID + 1;
	field->effects[field->effect_count].what = EFFECT_KINDS;
	field->turn_log.gone[field->turn_log.gone_count].from = CARD_SQUARES;
	field->turn_log.taken[field->turn_log.taken_count].at = CARD_SQUARES;
	field->turn_log.lost[field->turn_log.lost_count].what = EFFECT_KINDS;
	field->partner[field->position.piece_count] = 0;
	table->gather.decks[0].kinds[table->gather.decks[0].count] = NO_CARD;
	assert_true(card_state_is_sound(table));
	tableplay_close(&play);
}

/* ---- words ---- */

/* Words belong to an action, and are no longer than their store. */
static void words_are_of_an_action(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;
	const struct target target = {.form = TARGET_SQUARE, .square_count = 1};
	struct answer answer = {.target_count = 1, .targets = {target}}, read;

	(void)state;
	open_scene(&play);
	state_events_add_answer(table, 0, &answer, NULL);
	state_events_add_answer(table, 1, &answer, NULL);
	assert_true(card_state_answer(table, 1, 0, &read));
	card_state_cut(table, 2);
	assert_int_equal(table->given_count, 2);
	card_state_cut(table, 1);
	assert_int_equal(table->action_count, 1);
	assert_int_equal(table->given_count, 1);
	assert_true(card_state_answer(table, 0, 0, &read));
	assert_false(card_state_answer(table, 0, 1, &read));
	card_state_cut(table, 0);
	assert_int_equal(table->given_count, 0);
	tableplay_close(&play);
}

/* Words read from a file are whole targets, or one text. */
static void words_are_whole(void **state)
{
	const struct target target = {.form = TARGET_SQUARE, .square_count = MAX_CHAIN};
	static struct text_store store;
	struct span span = text_store_add_targets(&store, &target, 1), none = {0, 0};
	const struct span text = text_store_add_text(&store, "pawns");

	(void)state;
	assert_true(text_store_is_sound(&store, none, 0));
	assert_true(text_store_is_sound(&store, none, SAID_MAX));
	assert_true(text_store_is_sound(&store, span, 0));
	assert_true(text_store_is_sound(&store, text, SAID_MAX));
	assert_true(text_store_is_sound(&store, text, text.len));
	assert_false(text_store_is_sound(&store, text, text.len - 1u));
	for (uint16_t len = 1; len < span.len; len++)
		assert_false(text_store_is_sound(&store, (struct span){span.at, len}, 0));
	for (uint16_t len = 1; len < text.len; len++)
		assert_false(text_store_is_sound(&store, (struct span){text.at, len}, SAID_MAX));
	assert_false(text_store_is_sound(&store, (struct span){text.at, (uint16_t)(text.len + 1)},
					 SAID_MAX));
	store.bytes[text.at + 1] = '\0';
	assert_false(text_store_is_sound(&store, text, SAID_MAX));
	store.bytes[span.at + 2] = MAX_CHAIN + 1;
	assert_false(text_store_is_sound(&store, span, 0));
	/* Targets without squares: as many as a play may have, and one more. */
	memset(store.bytes, 0, sizeof store.bytes);
	store.used = sizeof store.bytes;
	span.len = 3 * MAX_PLAY_WORDS;
	assert_true(text_store_is_sound(&store, span, 0));
	span.len += 3;
	assert_false(text_store_is_sound(&store, span, 0));
}

/* A card played in secret is named, and a choice is answered, later than actions that follow. */
static void a_cut_turn_keeps_all_words_of_its_earlier_actions(void **state)
{
	static struct card_state table;

	(void)state;
	table.action_count = 3;
	for (uint8_t i = 0; i < 3; i++)
		table.actions[i].kind = ACTION_SAID;
	table.actions[1].words = text_store_add_text(&table.words, "b");
	table.actions[2].words = text_store_add_text(&table.words, "later");
	table.given[0] = (struct stored_answer){.action = 2};
	table.given[1] = (struct stored_answer){.action = 1, .seat = 1};
	table.given_count = 2;
	table.actions[0].words = text_store_add_text(&table.words, "named");
	card_state_cut(&table, 2);
	assert_int_equal(table.action_count, 2);
	assert_int_equal(card_state_answers(&table, 1), 1);
	assert_int_equal(card_state_answers(&table, 2), 0);
	table.actions[2].words = text_store_add_text(&table.words, "another");
	assert_string_equal(card_state_said(&table, 0), "named");
	assert_string_equal(card_state_said(&table, 1), "b");
}

/* ---- views of it ---- */

static void what_is_said_is_told_from_orders(void **state)
{
	(void)state;
	assert_true(action_text_is_said("on the move: SAY pawns"));
	assert_false(action_text_is_said("the move: MOVE e2-e4"));
	assert_false(action_text_is_said("after the move: PLAY Bog"));
	assert_false(action_text_is_said("SAY pawns"));
	assert_false(action_text_is_said(NULL));
	assert_true(action_text_is_own_turn("the move: MOVE e2-e4"));
	assert_false(action_text_is_own_turn("on the move: SAY pawns"));
	assert_false(action_text_is_own_turn(NULL));
}

static void half_a_state_is_none(void **state)
{
	static const char *const texts[] = {
		"waits for a choice, turn open, choice of Nobody",
		"waits for a choice, turn open, choice of White and Black",
		"waits for a choice, turn open, choice of White, asked by action 0",
		"waits for a choice, turn open, choice of White, asked by action ",
		"waits for answers, turn in, may answer Nobody",
		"waits for nobody, turn in",
		"waits for a move, turn out",
		"waits for a move, turn open, and so on",
	};
	static struct tableplay play;
	struct card_state_state read;
	struct reason reason;

	(void)state;
	open_scene(&play);
	assert_int_equal(card_state_read_state(play.table.book, "waits for a move, turn open",
					       &read, &reason),
			 0);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (card_state_read_state(play.table.book, texts[i], &read, &reason) == 0)
			fail_msg("%s was taken", texts[i]);
	tableplay_close(&play);
}

/* Events about a seat need one. */
static void events_of_nobody_are_refused(void **state)
{
	static const enum event_kind kinds[] = {EVENT_PLAYS, EVENT_DRAWS,    EVENT_TOP,
						EVENT_GETS,  EVENT_HAD_TURN, EVENT_LET_GO,
						EVENT_PILE,  EVENT_SHUFFLED};
	static struct tableplay play;

	(void)state;
	open_scene(&play);
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const struct event event = event_about(kinds[i], NO_SIDE, 1, "Bog");
		struct reason reason = {.text = ""};

		assert_int_equal(card_state_apply(&play.table, &event, &reason), -1);
		assert_string_equal(reason.text, "no seat: that can't be true here");
	}
	tableplay_close(&play);
}

/* A seat continues to know its own messages, and learns nothing of the others'. */
static void who_looks_sees_what_is_held_of_his_own(void **state)
{
	static struct tableplay play;
	struct card_state *table = &play.table;

	(void)state;
	open_scene(&play);
	for (unsigned seat = 0; seat < 3; seat++) {
		table->held[seat].there = true;
		snprintf(table->held[seat].text, sizeof table->held[seat].text, "MOVE e2-e4");
		table->discard[seat] = 1;
	}
	card_state_conceal(table, 1);
	for (unsigned seat = 0; seat < 3; seat++) {
		assert_int_equal(table->held[seat].there, seat == 1);
		assert_string_equal(table->held[seat].text, seat == 1 ? "MOVE e2-e4" : "");
		assert_int_equal(table->discard[seat], seat == 1 ? 1 : NO_COPY);
	}
	tableplay_close(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_turn_is_one),
		cmocka_unit_test(lots_and_piles_are),
		cmocka_unit_test(actions_are),
		cmocka_unit_test(what_lasts_is),
		cmocka_unit_test(each_that_lasts_is),
		cmocka_unit_test(the_field_is),
		cmocka_unit_test(words_are_of_an_action),
		cmocka_unit_test(words_are_whole),
		cmocka_unit_test(a_cut_turn_keeps_all_words_of_its_earlier_actions),
		cmocka_unit_test(nothing_else_matters),
		cmocka_unit_test(half_a_state_is_none),
		cmocka_unit_test(events_of_nobody_are_refused),
		cmocka_unit_test(what_is_said_is_told_from_orders),
		cmocka_unit_test(who_looks_sees_what_is_held_of_his_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
