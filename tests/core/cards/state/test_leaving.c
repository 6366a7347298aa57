/* SPDX-License-Identifier: MIT */
/* Seats that resign, lose their place, or agree to a draw, while anything is pending in a game with
 * cards. */
#include "core/cards/submit/turn_cycle.h"
#include "tests/lib/match.h"
#include "tests/lib/tableplay.h"

static bool leave(struct match *play, uint8_t seat, bool forfeit)
{
	struct event_list events;
	struct reason why;
	bool left;

	if (!forfeit)
		return match_send(play, seat, "RESIGN");
	event_list_init(&events);
	left = turn_forfeit(&play->file->game, seat, 0, &events, &why) == ACCEPTED;
	if (left)
		match_add(play, "moderator", &events);
	event_list_done(&events);
	return left;
}

static unsigned hand_size(const struct card_state *table, uint8_t seat)
{
	return piles_size(&table->piles, ZONE_HAND, seat);
}

/* Asserts that what was done in another seat's turn is still pending, and that every other seat is
 * still asked. */
static void assert_goes_on(const struct card_state *before, const struct card_state *after,
			   uint8_t seat)
{
	uint16_t left = (uint16_t)(1u << seat);

	if (after->now.phase == PHASE_OVER || before->start.position.turn == seat)
		return;
	if (before->now.phase == PHASE_WINDOW ? (before->now.window & ~left) == 0
					      : before->now.demanded == seat)
		return;
	assert_int_equal(after->start.position.turn, before->start.position.turn);
	if (before->now.phase == PHASE_WINDOW)
		assert_int_equal(after->now.window, before->now.window & ~left);
	assert_int_equal(after->action_count, before->action_count);
	for (uint8_t i = 0; i < after->action_count; i++)
		assert_int_equal(after->actions[i].seat, before->actions[i].seat);
}

/* Lets somebody leave, if there is anybody. */
static bool some_leave(struct match *play)
{
	const struct card_state *table = match_table_of(play);
	struct card_state *before = base_alloc(sizeof *before);
	uint8_t seat = (uint8_t)seed_below(&play->seed, table->book->variant->side_count);
	bool left = false;

	card_state_copy(before, table);
	if (table->now.phase != PHASE_OVER && table->field.position.in_play >> seat & 1)
		left = leave(play, seat, seed_below(&play->seed, 2) > 0);
	if (left) {
		assert_false(table->field.position.in_play >> seat & 1 &&
			     table->now.phase != PHASE_OVER);
		assert_goes_on(before, table, seat);
		match_assert_cards(play);
	}
	free(before);
	return left;
}

/* Asserts that a seat that has left holds no cards except those that it played in the turn that is
 * still open. */
static void assert_hands_left(const struct card_state *table)
{
	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (!(table->field.position.in_play >> seat & 1) &&
		    table->now.phase != PHASE_OVER && table->action_count == 0)
			assert_int_equal(hand_size(table, seat), 0);
}

static void offer_or_agree(struct match *play)
{
	uint8_t seat =
		(uint8_t)seed_below(&play->seed, match_table_of(play)->book->variant->side_count);

	(void)match_send(play, seat, seed_below(&play->seed, 3) > 0 ? "DRAW" : "DRAW NO");
}

static unsigned play_and_leave(const char *name, const struct option *options, size_t count,
			       unsigned seed)
{
	struct match play;
	unsigned left = 0;

	match_begin(&play, name, options, count, seed);
	for (unsigned i = 0; i < 70 && match_table_of(&play)->now.phase != PHASE_OVER; i++) {
		if (!match_act(&play))
			break;
		if (seed_below(&play.seed, 12) == 0)
			left += some_leave(&play);
		if (seed_below(&play.seed, 5) == 0)
			offer_or_agree(&play);
		match_assert_cards(&play);
		assert_hands_left(match_table_of(&play));
	}
	match_assert_comes_back(&play);
	match_end(&play);
	return left;
}

static void whoever_leaves_leaves_the_open_turn_to_the_others(void **state)
{
	static const struct option cards[] = {{"cards", "on"}, {"deck", "common"}};
	static const char *const variants[] = {"three-player", "four-player", "four-player-team"};
	const char *deep = getenv("PBEM_LEAVING_GAMES");
	unsigned left = 0,
		 games = deep != NULL ? (unsigned)strbuf_number(deep, 100000) : pace(6, 1);

	(void)state;
	for (unsigned i = 0; i < ARRAY_LEN(variants); i++)
		for (unsigned seed = 1; seed <= games; seed++)
			left += play_and_leave(variants[i], cards, 1 + seed % 2, seed);
	assert_true(left > games);
}

/* A move made before somebody left is in the list of moves, even if the game ends by it. */
static void the_turn_that_stood_open_is_listed(void **state)
{
	static const struct option cards[] = {{"cards", "on"}};
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", cards, 0, 1);
	assert_true(match_send(&play, 0, "MOVE e2-e4"));
	assert_true(match_send(&play, 1, "RESIGN"));
	assert_int_equal(play.file->game.turns, 1);
	match_assert_comes_back(&play);
	match_end(&play);
	match_begin(&play, "three-player", cards, 1, 1);
	assert_true(match_make_move(&play, 0, false));
	assert_true(match_send(&play, 0, "RESIGN"));
	assert_int_equal(play.file->game.turns, 1);
	assert_int_equal(play.file->game.out[0].round, 1);
	match_assert_comes_back(&play);
	match_end(&play);
}

/* The state accepts nothing from a seat that has left, not even a standing PASS. */
static void who_is_gone_sends_nothing(void **state)
{
	static const char *const sent[] = {"AUTOPASS ON", "MOVE h3-h4", "PASS",
					   "MOVE h3-h4; AUTOPASS ON"};
	static struct tableplay play;
	struct reason why;

	(void)state;
	memset(&play, 0, sizeof play);
	strbuf_init(&play.turn_log, 0);
	cardplay_open(&play.cards, "three-player");
	cardplay_put(&play.cards, "Kd8 Na4 / Kh1 Ph3 / Ka1 Pb6");
	tableplay_lay(&play, &play.cards.field.position);
	tableplay_start(&play);
	assert_true(tableplay_send(&play, 1, sent[0], &why));
	play.table.field.position.in_play = 1 << 0 | 1 << 2;
	for (size_t i = 0; i < ARRAY_LEN(sent); i++) {
		assert_false(tableplay_send(&play, 1, sent[i], &why));
		assert_non_null(strstr(why.text, "You are out of this game"));
	}
	tableplay_close(&play);
}

/* Whichever seats have left: their hands are out of the game, and nobody else's. */
static void hands_of_all_who_are_gone_leave(void **state)
{
	(void)state;
	for (unsigned in_play = 0; in_play < 1 << 3; in_play++) {
		static struct tableplay play;
		struct card_state *table = &play.table;

		memset(&play, 0, sizeof play);
		strbuf_init(&play.turn_log, 0);
		cardplay_open(&play.cards, "three-player");
		cardplay_put(&play.cards, "Kd8 Na4 / Kh1 Ph3 / Ka1 Pb6");
		tableplay_lay(&play, &play.cards.field.position);
		for (uint8_t seat = 0; seat < 3; seat++)
			piles_add(&table->piles, 0, seat, ZONE_HAND, seat);
		table->field.position.in_play = (uint16_t)in_play;
		turn_cycle_clear_gone(table, NULL);
		for (uint8_t seat = 0; seat < 3; seat++)
			assert_int_equal(hand_size(table, seat), in_play >> seat & 1);
		tableplay_close(&play);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whoever_leaves_leaves_the_open_turn_to_the_others),
		cmocka_unit_test(the_turn_that_stood_open_is_listed),
		cmocka_unit_test(hands_of_all_who_are_gone_leave),
		cmocka_unit_test(who_is_gone_sends_nothing),
	};

	return cmocka_run_group_tests_name("leaving", tests, chess_set_up, chess_tear_down);
}
