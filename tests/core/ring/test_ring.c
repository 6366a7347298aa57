/* SPDX-License-Identifier: MIT */
/* Moves, placements, orders and questions that the seats of a ring may use. */
#include "tests/lib/ring.h"

static void every_seat_plays_white_on_its_board_and_black_on_the_one_before(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	expect_board(table, 1, "ab");
	expect_board(table, 2, "bc");
	expect_board(table, 3, "ca");
	assert_int_equal(ring_to_move(ring_of(table)), 7);
	assert_true(has_event(table, "ask a") && has_event(table, "ask b") &&
		    has_event(table, "ask c"));
	table_begin(table, 16, "strict");
	expect_board(table, 16, "pa");
	assert_keeps(table);
}

static void captured_men_keep_colour_kind_and_set(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, "1:e2e4 1:d7d5 1:e4d5");
	expect_events(
		table,
		"order a MOVE 1:e4d5\nboard 1\nno-passant black\ncapture black P on d5\nmove white "
		"P from e4 to d5\n"
		"quiet rounds 0\nstock a gets black P of set 1\nplayed a 1:e4d5 exd5\nturn b\n");
	assert_int_equal(in_stock(table, 'a', 1, 'P', 1), 1);
	play(table, "1:d8d5 1:b1c3 1:d5d2 1:c1d2");
	assert_int_equal(in_stock(table, 'b', 0, 'P', 1), 2);
	assert_int_equal(in_stock(table, 'a', 1, 'Q', 1), 1);
	/* a plays Black on board 3, where a queen of set 1 may be placed once d8 is empty. */
	play(table, "3:e2e4 3:e7e5 3:g1f3 3:d8g5 3:f3g5");
	expect_moves(table, "3:Q", "3:Q/1@d8");
	/* Three pawns' squares are free for two pawns of one set: equal pieces make one move. */
	expect_moves(table, "3:P", "3:P/1@e7");
	play(table, "3:Q/1@d8");
	expect_events(table, "order a MOVE 3:Q/1@d8\nboard 3\nplace black Q of set 1 on d8\n"
			     "played a 3:Q/1@d8 Q@d8\nturn c\n");
	assert_int_equal(in_stock(table, 'a', 1, 'Q', 1), 0);
	play(table, "3:d2d3 3:d8g5 3:c1g5");
	assert_int_equal(in_stock(table, 'c', 1, 'Q', 1), 1);
	assert_int_equal(in_stock(table, 'c', 1, 'Q', 3), 1);
	assert_keeps(table);
}

static void a_promoted_man_goes_back_as_a_pawn_of_its_set(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table,
	     "1:a2a4 1:b7b5 1:a4b5 1:a7a6 1:b5a6 1:c8b7 1:a6b7 1:g8f6 1:b7a8=Q 1:f6g8 1:a8b8 "
	     "1:d8b8");
	assert_int_equal(in_stock(table, 'b', 0, 'P', 1), 1);
	assert_int_equal(in_stock(table, 'b', 0, 'Q', 1), 0);
	assert_keeps(table);
}

/* [ring-placing] */
static void men_are_placed_where_such_men_begin_and_not_on_the_board_of_their_set(void **state)
{
	struct ring_test *table = *state;

	for (unsigned social = 0; social < 2; social++) {
		table_begin(table, 3, social ? "social" : "strict");
		play(table, "1:b1c3 1:b8c6 1:g1f3 1:g8f6 1:d2d3 1:d7d6 1:c1e3 1:c8e6");
		ring_give(table, 'a', 0, 'N', 2);
		ring_give(table, 'a', 0, 'N', 2); /* equal pieces make one move */
		ring_give(table, 'a', 0, 'B', 3);
		ring_give(table, 'a', 0, 'P', 1);
		ring_give(table, 'a', 0, 'R', 3); /* no rook's square is free */
		ring_give(table, 'a', 1, 'N', 2); /* a plays no Black on board 1 */
		ring_give(table, 'b', 0, 'N', 3); /* b isn't a */
		expect_moves(table, "1:N", "1:N/2@b1 1:N/2@g1");
		expect_moves(table, "1:B", "1:B/3@c1");
		expect_moves(table, "1:P", social ? "1:P/1@d2" : "");
		expect_moves(table, "1:R", "");
		expect_moves(table, "3:N", "");
	}
}

static void a_placed_rook_never_castles_and_a_placed_pawn_steps_twice(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, "1:g1f3 1:a7a6 1:g2g3 1:a6a5 1:f1g2 1:a5a4");
	expect_moves(table, "1:e1", "1:e1f1 1:e1h1");
	play(table, "1:h2h4 1:a4a3 1:h1h3 1:d7d5 1:e2e4 1:d5e4");
	ring_give(table, 'a', 0, 'R', 3);
	ring_give(table, 'a', 0, 'P', 2);
	play(table, "1:R/3@h1 1:b7b6");
	expect_moves(table, "1:e1", "1:e1e2 1:e1f1");
	play(table, "1:f3h2 1:b6b5 1:P/2@e2 1:b5b4 1:g2f3 1:e4f3");
	expect_moves(table, "1:e2", "1:e2e3 1:e2e4 1:e2f3");
}

static void a_placement_parries_check_but_not_mate(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	ring_give(table, 'a', 0, 'P', 2);
	play(table, "1:f2f3 1:e7e5 1:a2a3 1:d8h4");
	assert_true(has_event(table, "check a"));
	expect_moves(table, "1:", "1:P/2@f2 1:g2g3");
	table_begin(table, 3, "strict");
	ring_give(table, 'a', 0, 'P', 2);
	play(table, BLACK_MATES(1));
	assert_true(has_event(table, "mated a checkmate by b"));
	expect_moves(table, "1:", "");
}

static void a_placement_keeps_the_king_out_of_check(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	ring_give(table, 'b', 1, 'P', 2);
	play(table, "1:e2e4 1:f7f6 1:d1h5");
	/* Only f7 is between, and it is an empty pawn's square. g7g6 parries, too. */
	expect_moves(table, "1:", "1:P/2@f7 1:g7g6");
}

static void a_draw_is_agreed_for_one_board(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	refused(table, 'a', "DRAW",
		"Nobody has offered you a draw. To offer one yourself, write DRAW below");
	refused(table, 'a', "MOVE 1:e4\nDRAW 3", "your move is on board 1, not 3");
	say(table, 'a', "MOVE 1:e4\nDRAW");
	assert_true(has_event(table, "offer a"));
	refused(table, 'a', "DRAW 1", "Nobody has offered you a draw on board 1");
	refused(table, 'b', "MOVE 1:e5\nDRAW",
		"A has offered you a draw on board 1. Write DRAW 1 alone");
	refused(table, 'b', "DRAW 2", "Nobody has offered you a draw on board 2");
	say(table, 'b', "DRAW");
	expect_events(table, "order b DRAW\nboard 1\nfresh agreement\nturn a\n");
	/* A move on that board ends the offer, one elsewhere doesn't. */
	say(table, 'a', "MOVE 1:e4\nDRAW 1");
	say(table, 'b', "MOVE 2:e4");
	assert_int_equal(ring_of(table)->board[0].offering, 0);
	say(table, 'b', "MOVE 1:e5");
	expect_events(table, "order b MOVE 1:e5\nboard 1\nno-offer a\nmove black P from e7 to e5\n"
			     "passant black pawn e5 over e6\nquiet rounds 0\nplayed b 1:e7e5 "
			     "e5\nno-passant white\nturn a\n");
	/* Two offers at once: an answer must name one. */
	say(table, 'a', "MOVE 1:d4\nDRAW");
	say(table, 'c', "MOVE 2:d5\nDRAW");
	refused(table, 'b', "DRAW",
		"Write the board's number after it, such as DRAW 1. It may be 1 and 2.");
	say(table, 'b', "DRAW NO 1");
	expect_events(table, "order b DRAW NO 1\nboard 1\nno-offer a\n");
	say(table, 'b', "MOVE 1:d5\nDRAW NO");
	assert_int_equal(ring_of(table)->board[1].offering, NO_SIDE);
	refused(table, 'b', "DRAW NO", "so there is nothing to decline");
	assert_keeps(table);
}

static void the_board_is_named_or_clear(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	refused(table, 'a', "MOVE 2:e4", "You don't play on board 2. Your boards: 1 and 3.");
	refused(table, 'a', "MOVE 3:e5",
		"It is C's turn on board 3, not yours. You are to move on: 1.");
	say(table, 'a', "e4");
	refused(table, 'a', "e5", "It isn't your turn on any board. Your boards: 1 and 3.");
	refused(table, 'a', "1:e5",
		"It is B's turn on board 1, not yours. You are to move on: no board.");
	/* b is to move on both of its boards. */
	refused(table, 'b', "MOVE Nf6xd4",
		"isn't legal on any board where you are to move: 1 and 2");
	say(table, 'b', "1:Nf6");
	say(table, 'a', "Nc3");
	refused(table, 'b', "Nd4", "isn't legal on any board where you are to move");
	refused(table, 'b', "2:Nd4", "On board 2: Nd4 isn't legal: ");
	/* Legal on one board only: clear. On both: not. */
	say(table, 'b', "Nxe4");
	say(table, 'b', "MOVE 2: e2-e4");
	say(table, 'c', "MOVE 2:e5");
	say(table, 'a', "MOVE 1:Nxe4");
	say(table, 'b', "MOVE 2:Nf3");
	say(table, 'c', "2:Nf6");
	say(table, 'b', "1:c5");
	say(table, 'a', "1:b3");
	refused(table, 'b', "c4", "is ambiguous: 1:c5c4 or 2:c2c4.");
	say(table, 'b', "Board 2 please\nMOVE 2:c4");
	assert_keeps(table);
}

static void placements_are_written_as_freely_as_they_are_clear(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	play(table, "1:g1f3 1:e7e5 1:f3e5 1:b8c6 1:e5c6 1:d7c6");
	ring_give(table, 'a', 0, 'N', 2);
	refused(table, 'a', "N@b1", "isn't legal: you place a piece from your stockpile");
	refused(table, 'a', "P@e2", "You can place: 1:N/2@g1.");
	ring_give(table, 'a', 0, 'N', 3);
	refused(table, 'a', "N@g1", "N@g1 is ambiguous: 1:N/2@g1 or 1:N/3@g1.");
	refused(table, 'a', "MOVE N/17@g1", "isn't legal");
	refused(table, 'a', "N@g9", "line 1");
	refused(table, 'a', "1:N/3@g9", "line 1");
	refused(table, 'a', "Dear all\n1:Nf33", "line 2");
	say(table, 'a', "place a knight\n1: n/3@G1");
	assert_true(has_event(table, "played a 1:N/3@g1 N@g1"));
	play(table, "1:a7a6 1:a2a3 1:a6a5 1:g1f3 1:a5a4");
	say(table, 'a', "MOVE N @ g1");
	assert_true(has_event(table, "played a 1:N/2@g1 N@g1"));
}

static void a_placement_may_give_check(void **state)
{
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	/* The black king moves into the open d-file, where White's first rank is empty. */
	play(table,
	     "1:d2d4 1:d7d5 1:e2e4 1:d5e4 1:d1h5 1:g8f6 1:h5h4 1:b8c6 1:d4d5 1:e8d7 1:d5c6 1:d7d6");
	ring_give(table, 'a', 0, 'Q', 2);
	refused(table, 'a', "Q@e1", "isn't legal");
	say(table, 'a', "Q@d1");
	assert_true(has_event(table, "played a 1:Q/2@d1 Q@d1+"));
	assert_true(has_event(table, "check b"));
}

/* [ring-board-by-board] */
static void a_seat_is_asked_board_by_board(void **state)
{
	struct ring_test *table = *state;
	const struct question *question;
	unsigned asked;

	table_begin(table, 3, "strict");
	question = &table->file->game.questions[1];
	assert_int_equal(question->entry, 1);
	play(table, "1:e2e4");
	assert_true(has_event(table, "ask b"));
	asked = table->file->head;
	assert_int_equal(ring_of(table)->board[0].asked, asked);
	assert_int_equal(ring_of(table)->board[1].asked, 1);
	/* An answer on one board closes nothing on the other. */
	say(table, 'b', "2:e4");
	assert_false(has_event(table, "ask b"));
	assert_int_equal(question->entry, asked);
	say(table, 'b', "1:e5");
	assert_int_equal(question->entry, 0);
	/* A seat that is no longer to move, because a board is gone, isn't asked any more. */
	play(table, "3:e2e4 1:g1f3");
	assert_true(table->file->game.questions[0].entry != 0);
	say(table, 'a', "RESIGN 3");
	assert_int_equal(table->file->game.questions[0].entry, 0);
	assert_true(end_run(table));
	assert_int_equal(table->file->game.questions[0].entry, 0);
	assert_keeps(table);
}

static void events_that_cannot_be_true_are_refused(void **state)
{
	static const struct {
		const char *lines, *why;
	} cases[] = {
		{"move white P from e2 to e4",
		 "an event about a board comes before the line that names the board"},
		{"board 4", "there is no such board"},
		{"board 0", "there is no such board"},
		{"board 1\nmove white P from e3 to e4", "no white pawn on e3"},
		{"board 1\nplace white N of set 2 on b1", "no such man lies in the stockpile"},
		{"stock a gets white N of set 2\nboard 1\nplace white N of set 2 on b1",
		 "not an empty square"},
		{"stock a gets white N of set 4", "no such seat, or no such man"},
		{"stock a gets white K of set 2", "no such seat, or no such man"},
		{"board 1\nturn c", "no such seat plays on that board"},
		{"board 1\nmated a bored by b", "expected checkmate, resigned or forfeited"},
		{"board 1\nclose\nturn a", "no such seat plays on that board"},
		{"beaten a checkmate by b\nbeaten a checkmate by b", "no such seat is in play"},
		{"beaten a checkmate by b\nboard 1\nconquer a commands white",
		 "no such seat in play"},
	};
	struct ring_test *table = *state;

	table_begin(table, 3, "strict");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct entry_head head = {2, 1795229000, "-"};
		char *lines = base_strdup(cases[i].lines);
		struct reason reason = {.text = ""};
		struct event_list events;

		event_list_init(&events);
		for (char *line = strtok(lines, "\n"); line != NULL; line = strtok(NULL, "\n"))
			assert_int_equal(event_parse(table->variant, line, &events, &reason), 0);
		assert_int_equal(
			gamefile_add(table->file, &head, &events, &table->bytes, NULL, &reason),
			-1);
		if (strstr(reason.text, cases[i].why) == NULL)
			fail_msg("%s: \"%s\" lacks \"%s\"", cases[i].lines, reason.text,
				 cases[i].why);
		event_list_done(&events);
		free(lines);
	}
	assert_keeps(table);
}

static void it_takes_its_own_options_and_no_others(void **state)
{
	static const struct {
		struct option option;
		bool taken;
	} cases[] = {
		{{"seats", "3"}, true},	      {{"seats", "16"}, true},
		{{"seats", "2"}, false},      {{"seats", "17"}, false},
		{{"sets", "social"}, true},   {{"sets", "loose"}, false},
		{{"beaten", "inert"}, false}, {{"stalemate", "pass"}, false},
		{{"castling", "3/4"}, false},
	};
	struct ring_test *table = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct reason reason = {.text = ""};
		bool taken =
			variant_get(table->library, "ring", &cases[i].option, 1, &reason) != NULL;

		if (taken != cases[i].taken)
			fail_msg("%s=%s: %s", cases[i].option.key, cases[i].option.value,
				 reason.text);
	}
}

#define RING_TEST(test) cmocka_unit_test_setup_teardown(test, table_open, table_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RING_TEST(every_seat_plays_white_on_its_board_and_black_on_the_one_before),
		RING_TEST(captured_men_keep_colour_kind_and_set),
		RING_TEST(a_promoted_man_goes_back_as_a_pawn_of_its_set),
		RING_TEST(men_are_placed_where_such_men_begin_and_not_on_the_board_of_their_set),
		RING_TEST(a_placed_rook_never_castles_and_a_placed_pawn_steps_twice),
		RING_TEST(a_placement_parries_check_but_not_mate),
		RING_TEST(a_placement_keeps_the_king_out_of_check),
		RING_TEST(a_draw_is_agreed_for_one_board),
		RING_TEST(the_board_is_named_or_clear),
		RING_TEST(placements_are_written_as_freely_as_they_are_clear),
		RING_TEST(a_placement_may_give_check),
		RING_TEST(a_seat_is_asked_board_by_board),
		RING_TEST(events_that_cannot_be_true_are_refused),
		RING_TEST(it_takes_its_own_options_and_no_others),
	};

	return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}
