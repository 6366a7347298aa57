/* SPDX-License-Identifier: MIT */
/* Ends of boards in a ring: mates that count when a round ends, take-overs, fresh boards, draws. */
#include "tests/lib/ring.h"

static void a_mate_is_called_when_the_run_ends(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 4, "strict");
	play(table, "2:e2e4 2:d7d5 2:e4d5 " WHITE_MATES(1));
	expect_events(
		table,
		"order a MOVE 1:d1h5\nboard 1\nmove white Q from d1 to h5\nplayed a 1:d1h5 Qh5#\n"
		"mated b checkmate by a\n");
	/* b is still in play: everything in this round is simultaneous. */
	assert_true(game_in_play(&table->file->game, 1));
	refused(table, 'b', "MOVE 1:a7a6", "Board 1 is decided");
	play(table, "2:d8d5 2:b1c3 2:d5d2 2:c1d2 4:e2e4");
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 1\nbeaten b checkmate by a\nclose\nboard 2\nconquer a "
			     "commands white\n");
	expect_board(table, 1, "--");
	expect_board(table, 2, "ac");
	/* b's stockpile is gone with b; c's, and a's own, stay. */
	assert_int_equal(in_stock(table, 'b', 1, 'P', 2) + in_stock(table, 'b', 1, 'Q', 2), 0);
	assert_int_equal(in_stock(table, 'a', 1, 'P', 2), 0);
	assert_int_equal(in_stock(table, 'c', 0, 'P', 2), 2);
	assert_false(game_in_play(&table->file->game, 1));
	assert_int_equal(table->file->game.out[1].by, 0);
	refused(table, 'b', "MOVE 2:a2a3", "You are out of this game");
	assert_false(end_run(table));
	play(table, "2:a7a6 2:g1f3");
	assert_true(has_event(table, "played a 2:g1f3 Nf3"));
	assert_keeps(table);
}

static void a_conqueror_brings_his_own_stockpile(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	/* c captures a black pawn on board 3, and a white one on board 2, where it plays Black. */
	play(table, "3:e2e4 3:d7d5 3:e4d5 2:e2e4 2:d7d5 2:e4e5");
	play(table, BLACK_MATES(1)); /* b beats a, and takes over Black on board 3 */
	assert_true(end_run(table));
	expect_board(table, 3, "cb");
	expect_board(table, 2, "bc");
	play(table, "2:d5d4 2:c2c3 2:d4c3 2:b2c3");
	assert_int_equal(in_stock(table, 'b', 1, 'P', 2), 1);
	expect_moves(table, "3:P", "3:P/2@d7");
	assert_keeps(table);
}

static void mates_of_one_run_are_called_in_board_order(void **state)
{
	struct ring_test *table = *state;

	/* d beats c on board 3 after c beat b on board 2. b's loss counts first, and c takes over
	 * board 1, which d then inherits. */
	table_begin(table, 4, "strict");
	play(table, "3:f2f3 3:e7e5 3:g2g4 3:d8h4 " BLACK_MATES(2));
	assert_true(end_run(table));
	expect_events(
		table,
		"sitting\nboard 2\nbeaten b checkmate by c\nclose\nboard 1\nconquer c commands "
		"black\n"
		"board 3\nbeaten c checkmate by d\nclose\nboard 1\nconquer d commands black\n");
	expect_board(table, 1, "ad");
	expect_board(table, 4, "da");
	assert_keeps(table);
}

static void who_takes_over_inherits_the_mate_given_there(void **state)
{
	struct ring_test *table = *state;

	/* a beats b on board 1, b beat c on board 2: a takes b's place when board 2 is decided. */
	table_begin(table, 4, "strict");
	play(table, WHITE_MATES(2) " " WHITE_MATES(1));
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 1\nbeaten b checkmate by a\nclose\nboard 2\nconquer a "
			     "commands white\n"
			     "beaten c checkmate by a\nclose\nboard 3\nconquer a commands white\n");
	expect_board(table, 3, "ad");
	expect_board(table, 4, "da");
	assert_keeps(table);
}

static void both_boards_lost_in_one_run_leave_a_fresh_one_between_the_neighbours(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 4, "strict");
	play(table, "2:a2a3 2:a7a6 " WHITE_MATES(1) " " BLACK_MATES(2));
	assert_true(end_run(table));
	expect_events(table,
		      "sitting\nboard 1\nbeaten b checkmate by a\nclose\nboard 2\nclose\nboard 1\n"
		      "conquer c commands black\nfresh gap\nturn a\n");
	expect_board(table, 1, "ac");
	expect_board(table, 2, "--");
	expect_moves(table, "1:a", "1:a2a3 1:a2a4");
	assert_true(has_event(table, "ask a"));
	assert_keeps(table);
	/* Across the end of the ring: a lost on boards 1 and 4; d keeps White, now against b. */
	table_begin(table, 4, "strict");
	play(table, BLACK_MATES(1) " " WHITE_MATES(4));
	assert_true(end_run(table));
	expect_board(table, 1, "--");
	expect_board(table, 4, "db");
	assert_keeps(table);
}

static void no_fresh_board_when_two_are_left(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, WHITE_MATES(1) " " BLACK_MATES(2));
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 1\nbeaten b checkmate by a\nclose\nboard 2\nclose\n");
	expect_board(table, 3, "ca");
	play(table, WHITE_MATES(3));
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 3\nbeaten a checkmate by c\nresult c checkmate\n");
	assert_keeps(table);
}

/* [ring-last-two] */
static void two_seats_share_two_boards_and_a_mate_on_either_ends_the_game(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, WHITE_MATES(1));
	assert_true(end_run(table));
	expect_board(table, 2, "ac");
	expect_board(table, 3, "ca");
	play(table, BLACK_MATES(2));
	assert_true(end_run(table));
	assert_true(has_event(table, "result c checkmate"));
	expect_moves(table, "", "");
	refused(table, 'a', "MOVE 3:e7e5", "The game is over");
	assert_false(end_run(table));
	assert_keeps(table);
}

static void all_seats_mating_in_one_run_draw(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, WHITE_MATES(1) " " WHITE_MATES(2) " " WHITE_MATES(3));
	assert_true(end_run(table));
	expect_events(table, "sitting\nresult draw checkmates\n");
	assert_int_equal(table->file->game.outcome.status, STATUS_DRAWN);
	assert_keeps(table);
	/* The last two seats, each mated by the other. */
	table_begin(table, 3, "strict");
	play(table, WHITE_MATES(1));
	assert_true(end_run(table));
	play(table, WHITE_MATES(2) " " WHITE_MATES(3));
	assert_true(end_run(table));
	expect_events(table, "sitting\nresult draw checkmates\n");
	assert_keeps(table);
}

/* [leaving-a-ring]: a resignation counts as a mate by the opponent on that board, also in the order
 * of mates. */
static void resignations_count_among_the_mates_of_all(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, WHITE_MATES(1) " " WHITE_MATES(2));
	say(table, 'a', "RESIGN 3");
	assert_true(end_run(table));
	expect_events(table, "sitting\nresult draw checkmates\n");
	/* A seat that resigns both boards gives both away, and the third seat has beaten nobody. */
	table_begin(table, 3, "strict");
	say(table, 'b', "RESIGN");
	say(table, 'b', "RESIGN 1");
	refused(table, 'b', "RESIGN", "Board 2 is decided already");
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 1\nbeaten b resigned by a\nclose\nboard 2\nclose\n");
	expect_board(table, 3, "ca");
	assert_keeps(table);
}

static void a_game_stopped_within_a_run_calls_its_mates_in_the_next(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 4, "strict");
	play(table, WHITE_MATES(1));
	assert_true(ring_has_mates(ring_of(table)));
	assert_keeps(table);
	assert_true(end_run(table));
	assert_false(ring_has_mates(ring_of(table)));
}

static void resigning_loses_the_board_named_or_that_of_white(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 4, "strict");
	refused(table, 'b', "RESIGN 3", "You don't play on board 3. Your boards: 1 and 2.");
	say(table, 'b', "RESIGN");
	expect_events(table, "order b RESIGN\nboard 2\nmated b resigned by c\n");
	refused(table, 'b', "RESIGN 2", "Board 2 is decided already");
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 2\nbeaten b resigned by c\nclose\nboard 1\nconquer c "
			     "commands black\n");
	say(table, 'd', "resign on board 3");
	assert_true(has_event(table, "order d RESIGN 3"));
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 3\nbeaten d resigned by c\nclose\nboard 4\nconquer c "
			     "commands white\n");
	expect_board(table, 1, "ac");
	expect_board(table, 4, "ca");
	say(table, 'c', "RESIGN 1");
	assert_true(end_run(table));
	assert_true(has_event(table, "result a resigned"));
	assert_keeps(table);
}

static void forfeiting_is_resigning_by_the_moderator(void **state)
{
	struct ring_test *table = *state;
	struct reason why;

	table_begin(table, 3, "strict");
	table_clear(table);
	assert_int_equal(turn_forfeit(&table->file->game, 0, 2, &table->events, &why), REFUSED);
	assert_int_equal(turn_forfeit(&table->file->game, 0, 17, &table->events, &why), REFUSED);
	assert_int_equal(turn_forfeit(&table->file->game, 0, 3, &table->events, &why), ACCEPTED);
	expect_events(table, "board 3\nmated a forfeited by c\n");
	table_add(table, "moderator");
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 3\nbeaten a forfeited by c\nclose\nboard 1\nconquer c "
			     "commands white\n");
	table_clear(table);
	assert_int_equal(turn_forfeit(&table->file->game, 0, 0, &table->events, &why), REFUSED);
	assert_int_equal(turn_forfeit(&table->file->game, 1, 0, &table->events, &why), ACCEPTED);
	table_add(table, "moderator");
	assert_true(end_run(table));
	assert_true(has_event(table, "result c forfeited"));
	assert_keeps(table);
}

static void a_stalemated_board_is_set_up_afresh_and_stockpiles_stay(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, STALEMATE(1));
	expect_events(table, "order a MOVE 1:c8e6\nboard 1\nmove white Q from c8 to e6\nquiet "
			     "rounds 1\nplayed a 1:c8e6 Qe6\n"
			     "fresh stalemate\nturn a\n");
	expect_board(table, 1, "ab");
	assert_int_equal(in_stock(table, 'a', 1, 'P', 1), 4);
	play(table, "1:e2e4 1:d7d5 1:e4d5");
	assert_int_equal(in_stock(table, 'a', 1, 'P', 1), 5);
	assert_keeps(table);
}

static void who_can_place_a_man_is_not_stalemated_until_the_board_changes_hands(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 4, "strict");
	play(table, "2:e2e4 2:d7d5 2:e4d5 " STALEMATE(1));
	expect_moves(table, "1:", "1:P/2@a7 1:P/2@b7 1:P/2@c7 1:P/2@d7 1:P/2@f7");
	/* c beats b on board 2 and takes over on board 1, with no piece to place there. */
	say(table, 'b', "RESIGN 2");
	assert_true(end_run(table));
	expect_events(table, "sitting\nboard 2\nbeaten b resigned by c\nclose\nboard 1\nconquer c "
			     "commands black\n"
			     "fresh stalemate\nturn a\n");
	expect_board(table, 1, "ac");
	assert_keeps(table);
}

static void the_third_repetition_is_claimed_and_the_fifth_is_a_draw(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, ROUND_TRIP(1));
	assert_true(has_event(table, "occurs times 2"));
	refused(table, 'a', "CLAIM DRAW",
		"You can't claim a draw on board 1: this position has occurred 2 "
		"times");
	refused(table, 'b', "CLAIM DRAW 1", "it is not your turn on board 1");
	play(table, ROUND_TRIP(1));
	say(table, 'a', "CLAIM DRAW");
	expect_events(table, "order a CLAIM DRAW\nboard 1\nfresh repetition\nturn a\n");
	play(table, ROUND_TRIP(1) " " ROUND_TRIP(1) " " ROUND_TRIP(1) " 1:g1f3 1:g8f6 1:f3g1");
	assert_int_equal(ring_of(table)->board[0].turns, 15);
	play(table, "1:f6g8");
	expect_events(table,
		      "order b MOVE 1:f6g8\nboard 1\nmove black N from f6 to g8\nquiet rounds 8\n"
		      "played b 1:f6g8 Ng8\nturn a\noccurs times 5\nfresh repetition\nturn a\n");
	assert_keeps(table);
}

static void another_stockpile_is_another_position(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, ROUND_TRIP(1) " " ROUND_TRIP(1) " 2:e2e4 2:d7d5 2:e4d5 " ROUND_TRIP(1));
	assert_false(has_event(table, "occurs times 4"));
	refused(table, 'a', "CLAIM DRAW 1", "has occurred 1 time ");
	/* So is a board with another player. */
	play(table, ROUND_TRIP(1));
	say(table, 'b', "RESIGN 2");
	assert_true(end_run(table));
	play(table, ROUND_TRIP(1));
	refused(table, 'a', "CLAIM DRAW 1", "has occurred 1 time ");
	play(table, ROUND_TRIP(1));
	assert_true(has_event(table, "occurs times 2"));
	assert_keeps(table);
}

static void seventy_five_rounds_are_a_draw_and_placements_are_turns_of_them(void **state)
{
	struct ring_test *table = *state;
	struct ring *ring;

	table_begin(table, 3, "strict");
	play(table, "1:e2e4 1:d7d5 1:e4d5 1:d8d5 1:b1c3 1:d5a5");
	ring = ring_of(table);
	ring_give(table, 'a', 0, 'P', 2);
	ring_give(table, 'b', 1, 'P', 2);
	ring->board[0].position.quiet = 73;
	play(table, "1:P/2@e2 1:P/2@d7");
	assert_true(has_event(table, "quiet rounds 74"));
	say(table, 'a', "CLAIM DRAW 1");
	assert_true(has_event(table, "fresh 50-rounds"));
	play(table, "1:g1f3");
	ring->board[0].position.quiet = 74;
	play(table, "1:g8f6");
	assert_true(has_event(table, "quiet rounds 75"));
	assert_true(has_event(table, "fresh 75-rounds"));
	play(table, "1:g1f3");
	ring->board[0].position.quiet = 74;
	play(table, "1:e7e5");
	assert_true(has_event(table, "quiet rounds 0"));
}

#define RING_TEST(test) cmocka_unit_test_setup_teardown(test, table_open, table_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RING_TEST(a_mate_is_called_when_the_run_ends),
		RING_TEST(a_conqueror_brings_his_own_stockpile),
		RING_TEST(mates_of_one_run_are_called_in_board_order),
		RING_TEST(who_takes_over_inherits_the_mate_given_there),
		RING_TEST(both_boards_lost_in_one_run_leave_a_fresh_one_between_the_neighbours),
		RING_TEST(no_fresh_board_when_two_are_left),
		RING_TEST(two_seats_share_two_boards_and_a_mate_on_either_ends_the_game),
		RING_TEST(all_seats_mating_in_one_run_draw),
		RING_TEST(resignations_count_among_the_mates_of_all),
		RING_TEST(a_game_stopped_within_a_run_calls_its_mates_in_the_next),
		RING_TEST(resigning_loses_the_board_named_or_that_of_white),
		RING_TEST(forfeiting_is_resigning_by_the_moderator),
		RING_TEST(a_stalemated_board_is_set_up_afresh_and_stockpiles_stay),
		RING_TEST(who_can_place_a_man_is_not_stalemated_until_the_board_changes_hands),
		RING_TEST(the_third_repetition_is_claimed_and_the_fifth_is_a_draw),
		RING_TEST(another_stockpile_is_another_position),
		RING_TEST(seventy_five_rounds_are_a_draw_and_placements_are_turns_of_them),
	};

	return cmocka_run_group_tests_name("ring_mates", tests, NULL, NULL);
}
