/* SPDX-License-Identifier: MIT */
/* A table that a file has told is one only if all of it is: each part is spoilt by itself. */
#include "tests/lib/tableplay.h"
#include "core/cards/field/lasting.h"
#include "core/cards/table/action.h"
#include "core/cards/table/facts.h"

/* One turn of a move and a card that lasts, which awaits an answer. */
static void open_scene(struct tableplay *play)
{
	struct reason why = {""};

	memset(play, 0, sizeof *play);
	text_init(&play->story, 0);
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
	assert_true(table_is_sound(&play->table));
	assert_int_equal(play->table.action_count, 2);
	assert_int_equal(play->table.field.effect_count, 1);
}

/* With this in it, the table is none; afterwards it is as it was. */
#define SPOILT_BY(change)                                                                          \
	do {                                                                                       \
		struct table *kept = base_alloc(sizeof *kept);                                     \
                                                                                                   \
		memcpy(kept, table, sizeof *kept);                                                 \
		change;                                                                            \
		if (table_is_sound(table))                                                         \
			fail_msg("sound with %s", #change);                                        \
		memcpy(table, kept, sizeof *kept);                                                 \
		free(kept);                                                                        \
	} while (0)

/* A byte that is neither true nor false. */
#define NEITHER(flag) memset(&(flag), 2, 1)
#define ENDLESS(text) memset((text), 'x', sizeof(text))

static void the_turn_is_one(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;
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
	struct table *table = &play.table;
	const uint8_t cards = (uint8_t)(open_scene(&play), play.cards.set->count);

	(void)state;
	SPOILT_BY(ENDLESS(table->lots.words[2]));
	SPOILT_BY(ENDLESS(table->lots.game));
	SPOILT_BY(ENDLESS(table->lots.secret));
	SPOILT_BY(table->gather.shares[2].count = MAX_COPIES + 1);
	SPOILT_BY(table->gather.decks[2].count = MAX_COPIES + 1);
	SPOILT_BY(NEITHER(table->gather.shares[0].ordered));
	SPOILT_BY(table->gather.decks[0].count = 1; table->gather.decks[0].kinds[0] = cards);
	SPOILT_BY(table->gather.stage = GATHER_DECKS + 1);
	SPOILT_BY(table->gather.in = 1 << 3);
	SPOILT_BY(table->piles.count = MAX_COPIES + 1);
	SPOILT_BY(table->piles.count = 1);
	SPOILT_BY(table->start_piles.count = MAX_COPIES + 1);
	SPOILT_BY(table->piles.common = !table->piles.common);
	SPOILT_BY(NEITHER(table->start_piles.common));
	SPOILT_BY(table->piles.copies[1].kind = cards);
	SPOILT_BY(table->piles.copies[1].owner = 3);
	SPOILT_BY(table->piles.copies[1].zone = ZONES);
	SPOILT_BY(table->start_piles.copies[1].seat = 3);
	tableplay_close(&play);
}

static void actions_are(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;
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
	tableplay_close(&play);
}

static void what_lasts_is(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;
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
	struct table *table = &play.table;
	struct effect second;

	(void)state;
	open_scene(&play);
	second = table->field.effects[0];
	second.copy = NO_COPY;
	second.squares[0]++;
	field_add_effect(table->book, &table->field, second, NULL);
	assert_true(table_is_sound(table));
	SPOILT_BY(table->field.effects[1].suspended = !table->field.effects[1].suspended);
	tableplay_close(&play);
}

static void the_field_is(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;
	struct field *field = &table->field;
	const uint8_t cards = (uint8_t)(open_scene(&play), play.cards.set->count);

	(void)state;
	SPOILT_BY(field->partner[0] = 0);
	SPOILT_BY(field->partner[0] = 1);
	SPOILT_BY(field->partner[0] = 1; field->partner[1] = 0);
	SPOILT_BY(field->partner[0] = field->position.piece_count);
	SPOILT_BY(field->story.gone_count = MAX_GONE + 1);
	SPOILT_BY(field->story.taken_count = MAX_TAKEN + 1);
	SPOILT_BY(field->story.lost_count = MAX_LOST + 1);
	SPOILT_BY(NEITHER(field->story.moved));
	SPOILT_BY(NEITHER(field->before.by_card));
	SPOILT_BY(field->story.gone[0].piece = field->position.piece_count);
	SPOILT_BY(field->story.gone[0].type = CARD_KINDS);
	SPOILT_BY(field->story.gone[0].from = CARD_SQUARES);
	SPOILT_BY(field->story.gone[0].to = CARD_SQUARES);
	SPOILT_BY(NEITHER(field->story.gone[0].by_card));
	SPOILT_BY(NEITHER(field->story.gone[0].castled));
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

/* What lies behind the last of anything is of no interest. */
static void nothing_else_matters(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;
	struct field *field = &table->field;

	(void)state;
	open_scene(&play);
	table->piles.copies[table->piles.count].zone = ZONES;
	table->actions[table->action_count].kind = ACTION_SAID + 1;
	field->effects[field->effect_count].what = EFFECT_KINDS;
	field->story.gone[field->story.gone_count].from = CARD_SQUARES;
	field->story.taken[field->story.taken_count].at = CARD_SQUARES;
	field->story.lost[field->story.lost_count].what = EFFECT_KINDS;
	field->partner[field->position.piece_count] = 0;
	table->gather.decks[0].kinds[table->gather.decks[0].count] = NO_CARD;
	assert_true(table_is_sound(table));
	tableplay_close(&play);
}

/* ---- words ---- */

/* They are an action's, and no longer than its store. */
static void words_are_of_an_action(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;
	struct target target = {.form = TARGET_SQUARE, .square_count = 1}, chain = target;
	struct answer answer = {.target_count = 1, .targets = {target}}, read;

	(void)state;
	open_scene(&play);
	chain.square_count = MAX_CHAIN + 1;
	assert_false(table_add_target(table, 1, &chain));
	assert_false(table_add_target(table, 0, &target));
	assert_true(table_add_target(table, 1, &target));
	facts_add_answer(table, 0, &answer, NULL);
	facts_add_answer(table, 1, &answer, NULL);
	assert_true(table_answer(table, 1, 0, &read));
	table_cut(table, 2);
	assert_int_equal(table->given_count, 2);
	table_cut(table, 1);
	assert_int_equal(table->action_count, 1);
	assert_int_equal(table->given_count, 1);
	assert_true(table_answer(table, 0, 0, &read));
	assert_false(table_answer(table, 0, 1, &read));
	table_cut(table, 0);
	assert_int_equal(table->given_count, 0);
	assert_false(table_add_target(table, 0, &target));
	assert_false(table_add_said(table, "pawns"));
	tableplay_close(&play);
}

/* ---- what is told of it ---- */

static void what_is_said_is_told_from_orders(void **state)
{
	(void)state;
	assert_true(action_tells_said("on the move: SAY pawns"));
	assert_false(action_tells_said("the move: MOVE e2-e4"));
	assert_false(action_tells_said("after the move: PLAY Bog"));
	assert_false(action_tells_said("SAY pawns"));
	assert_false(action_tells_said(NULL));
	assert_true(action_tells_own_turn("the move: MOVE e2-e4"));
	assert_false(action_tells_own_turn("on the move: SAY pawns"));
	assert_false(action_tells_own_turn(NULL));
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
	struct table_state read;
	struct reason reason;

	(void)state;
	open_scene(&play);
	assert_int_equal(
		table_read_state(play.table.book, "waits for a move, turn open", &read, &reason),
		0);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (table_read_state(play.table.book, texts[i], &read, &reason) == 0)
			fail_msg("%s was taken", texts[i]);
	tableplay_close(&play);
}

/* Facts about a seat need one. */
static void facts_of_nobody_are_refused(void **state)
{
	static const enum event_kind kinds[] = {EVENT_PLAYS, EVENT_DRAWS,    EVENT_TOP,
						EVENT_GETS,  EVENT_HAD_TURN, EVENT_LET_GO,
						EVENT_PILE,  EVENT_SHUFFLED};
	static struct tableplay play;

	(void)state;
	open_scene(&play);
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const struct event event = event_about(kinds[i], NO_SIDE, 1, "Bog");
		struct reason reason = {""};

		assert_int_equal(table_apply(&play.table, &event, &reason), -1);
		assert_string_equal(reason.text, "no seat: that can't be true here");
	}
	tableplay_close(&play);
}

/* A seat goes on knowing what it has said itself, and learns nothing of the others. */
static void who_looks_sees_what_is_held_of_his_own(void **state)
{
	static struct tableplay play;
	struct table *table = &play.table;

	(void)state;
	open_scene(&play);
	for (unsigned seat = 0; seat < 3; seat++) {
		table->held[seat].there = true;
		snprintf(table->held[seat].text, sizeof table->held[seat].text, "MOVE e2-e4");
		table->discard[seat] = 1;
	}
	table_conceal(table, 1);
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
		cmocka_unit_test(nothing_else_matters),
		cmocka_unit_test(half_a_state_is_none),
		cmocka_unit_test(facts_of_nobody_are_refused),
		cmocka_unit_test(what_is_said_is_told_from_orders),
		cmocka_unit_test(who_looks_sees_what_is_held_of_his_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
