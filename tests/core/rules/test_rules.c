/* SPDX-License-Identifier: MIT */
#include "tests/lib/play.h"
#include "core/rules/movegen.h"

/* The knights go out and back: four quiet moves that lead to the same position. */
#define KNIGHTS_ROUND "g1f3 g8f6 f3g1 f6g8 "

static void the_third_occurrence_may_be_claimed_and_the_fifth_ends_the_game(void **state)
{
	struct play *play = *state;

	play_moves(play, "e2e4 e7e5 " KNIGHTS_ROUND);
	assert_null(play_claim(play));
	play_moves(play, KNIGHTS_ROUND);
	assert_int_equal(repetition_occurrences(&play->history), 3);
	assert_string_equal(play_claim(play), "repetition");
	play_moves(play, KNIGHTS_ROUND "g1f3 g8f6 f3g1 ");
	assert_result(play, "", "");
	play_moves(play, "f6g8"); /* [en-passant-in-repetition]'s example */
	assert_result(play, "draw", "repetition");
	assert_int_equal(play->position.turn, NO_SIDE);
	assert_int_equal(play->legal.count, 0);
}

static void the_starting_position_counts_as_the_first_occurrence(void **state)
{
	struct play *play = *state;

	play_moves(play, KNIGHTS_ROUND KNIGHTS_ROUND KNIGHTS_ROUND KNIGHTS_ROUND);
	assert_result(play, "draw", "repetition");
}

static void a_right_to_take_in_passing_makes_another_position(void **state)
{
	struct play *play = *state;

	play_moves(play, "e2e4 a7a6 e4e5 d7d5 " KNIGHTS_ROUND KNIGHTS_ROUND);
	assert_int_equal(repetition_occurrences(&play->history), 2);
	/* A pinned pawn still attacks ([en-passant-in-repetition], "pins aside"). */
	play_fen(play, "4r1k1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1");
	play_moves(play, "d7d5 g1f3 g8f8 f3g1 f8g8 g1f3 g8f8 f3g1 f8g8");
	assert_int_equal(repetition_occurrences(&play->history), 2);
}

static void a_lost_right_to_castle_makes_another_position(void **state)
{
	struct play *play = *state;

	play_fen(play, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	play_moves(play, "a1b1 a8b8 b1a1 b8a8");
	assert_int_equal(repetition_occurrences(&play->history), 1);
	play_moves(play, "a1b1 a8b8 b1a1 b8a8");
	assert_int_equal(repetition_occurrences(&play->history), 2);
}

static void fifty_quiet_rounds_may_be_claimed(void **state)
{
	struct play *play = *state;

	play_fen(play, "4k3/7r/8/8/8/8/R7/4K3 w - - 98 80");
	assert_null(play_claim(play));
	play_moves(play, "a2b2");
	assert_null(play_claim(play));
	play_moves(play, "h7g7");
	assert_string_equal(play_claim(play), "50-rounds");
}

static void seventy_five_quiet_rounds_end_the_game(void **state)
{
	struct play *play = *state;

	play_fen(play, "4k3/7r/8/8/8/8/R7/4K3 b - - 148 80");
	play_moves(play, "h7g7");
	assert_result(play, "", "");
	play_moves(play, "a2b2");
	assert_result(play, "draw", "75-rounds");
}

static void a_capture_or_pawn_move_begins_the_count_anew(void **state)
{
	struct play *play = *state;

	play_fen(play, "4k3/7r/8/8/8/8/R6P/4K3 b - - 149 80");
	play_moves(play, "h7h2");
	assert_result(play, "", "");
	assert_int_equal(play->position.quiet, 0);
	play_fen(play, "4k3/7r/8/8/8/7P/R7/4K3 w - - 149 80");
	play_moves(play, "h3h4");
	assert_result(play, "", "");
	assert_int_equal(play->position.quiet, 0);
	play_moves(play, "h7g7 a2b2");
	assert_int_equal(play->position.quiet, 1);
}

static void mate_comes_before_the_count_of_rounds(void **state)
{
	struct play *play = *state;

	play_fen(play, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 80");
	play_moves(play, "a1a8");
	assert_result(play, "white", "checkmate");
}

static void no_move_and_no_check_is_a_draw_between_two(void **state)
{
	struct play *play = *state;

	play_fen(play, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
	play_moves(play, "g5g6");
	assert_result(play, "draw", "stalemate");
	assert_int_equal(play->record.events[play->record.count - 2].kind, EVENT_STALEMATE);
	assert_string_equal(play->record.events[play->record.count - 1].text, "draw stalemate");
}

static void a_mate_names_victor_and_victim(void **state)
{
	struct play *play = *state;
	const struct event *last;

	play_moves(play, "f2f3 e7e5 g2g4 d8h4");
	assert_result(play, "black", "checkmate");
	last = &play->record.events[play->record.count - 1];
	assert_int_equal(last[-1].kind, EVENT_BEATEN);
	assert_int_equal(last[-1].seat, 0);
	assert_int_equal(last[-1].by, 1);
	assert_string_equal(last->text, "black checkmate");
}

static void a_seat_that_leaves_loses(void **state)
{
	struct play *play = *state;

	play->outcome = rules_seat_leaves(play->variant, &play->position, &play->history, 1,
					  "resigned", &play->legal, &play->record);
	assert_result(play, "white", "resigned");
	assert_int_equal(play->position.turn, NO_SIDE);
}

static void positions_without_mating_men_may_be_claimed(void **state)
{
	static const struct {
		const char *fen;
		bool dead;
	} cases[] = {
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
		{"4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},   /* c1 and f8 are dark */
		{"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false}, /* c8 is light */
		{"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
		{"b3k3/1b6/2b5/8/8/8/8/4KB2 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false},
		{"4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
	};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *claim;

		play_fen(play, cases[i].fen);
		claim = play_claim(play);
		if ((claim != NULL) != cases[i].dead)
			fail_msg("%s: %s", cases[i].fen, claim ? claim : "no claim");
		assert_result(play, "", ""); /* never by itself [dead-position] */
	}
}

static void taking_in_passing_is_for_the_very_next_turn(void **state)
{
	struct play *play = *state;

	play_moves(play, "e2e4 a7a6 e4e5 d7d5");
	assert_true(play_is_legal(play, "e5d6"));
	play_moves(play, "g1f3");
	assert_int_equal(play->position.passant[1].over, NO_SQUARE);
	play_moves(play, "a6a5");
	assert_false(play_is_legal(play, "e5d6"));
}

static void the_pawn_taken_in_passing_is_gone(void **state)
{
	struct play *play = *state;
	const struct board *board = variant_board(play->variant);

	play_moves(play, "e2e4 a7a6 e4e5 d7d5 e5d6");
	assert_null(position_piece(&play->position, board_square_named(board, "d5")));
	assert_int_equal(play->position.passant[1].over, NO_SQUARE);
	assert_int_equal(play->position.quiet, 0);
}

static void a_single_step_opens_no_right(void **state)
{
	struct play *play = *state;

	play_moves(play, "e2e4 d7d6 e4e5 d6d5");
	assert_false(play_is_legal(play, "e5d6"));
}

static void the_right_ends_when_the_pawn_is_captured(void **state)
{
	struct play *play = *state;

	play_fen(play, "4k3/3p4/8/4P3/8/8/8/3RK3 b - - 0 1");
	play_moves(play, "d7d5 d1d5");
	assert_int_equal(play->position.passant[1].over, NO_SQUARE);
}

static void a_capture_in_passing_may_not_bare_the_king(void **state)
{
	struct play *play = *state;

	/* Both pawns leave the rank between king and rook. */
	play_fen(play, "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1");
	assert_false(play_is_legal(play, "d5c6"));
	/* The pawn that gives check is captured en passant. */
	play_fen(play, "8/8/8/8/k2p4/8/2P5/4K3 w - - 0 1");
	play_moves(play, "c2c4");
	assert_true(play_is_legal(play, "d4c3"));
}

static void castling_needs_unmoved_men_and_free_unattacked_squares(void **state)
{
	struct play *play = *state;

	play_fen(play, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	assert_true(play_is_legal(play, "e1h1"));
	assert_true(play_is_legal(play, "e1a1"));
	play_fen(play, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
	assert_false(play_is_legal(play, "e1h1"));
	play_fen(play, "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"); /* pieces between */
	assert_false(play_is_legal(play, "e1h1") || play_is_legal(play, "e1a1"));
	play_fen(play, "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"); /* crosses f1 */
	assert_false(play_is_legal(play, "e1h1"));
	assert_true(play_is_legal(play, "e1a1"));
	play_fen(play, "1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"); /* lands on g1; b1 doesn't matter */
	assert_false(play_is_legal(play, "e1h1"));
	assert_true(play_is_legal(play, "e1a1"));
	play_fen(play, "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"); /* in check */
	assert_false(play_is_legal(play, "e1h1") || play_is_legal(play, "e1a1"));
	play_fen(play, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
	play_moves(play, "h1g1 e8e7 g1h1 e7e8"); /* back home, but moved */
	assert_false(play_is_legal(play, "e1h1"));
	assert_true(play_is_legal(play, "e1a1"));
}

static void a_pawn_becomes_one_of_four_at_once(void **state)
{
	struct play *play = *state;

	play_fen(play, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
	assert_true(play_is_legal(play, "a7a8=Q") && play_is_legal(play, "a7b8=N"));
	assert_false(play_is_legal(play, "a7a8") || play_is_legal(play, "a7a8=K") ||
		     play_is_legal(play, "a7a8=P"));
	play_moves(play, "a7b8=R");
	assert_true(movegen_in_check(play->variant, &play->position, 1));
	assert_int_equal(play->record.events[play->record.count - 1].kind, EVENT_CHECK);
}

/* Applies the record to the position from which a game began, and compares. */
static void assert_replay(struct play *play)
{
	struct position again;
	struct strbuf now, then;

	position_start(play->variant, &again);
	for (size_t i = 0; i < play->record.count; i++) {
		struct reason reason;

		if (position_apply(play->variant, &again, &play->record.events[i], &reason) < 0)
			fail_msg("event %zu: %s", i, reason.text);
	}
	strbuf_init(&now, 0);
	strbuf_init(&then, 0);
	position_to_fen(play->variant, &play->position, 1, &now);
	position_to_fen(play->variant, &again, 1, &then);
	assert_string_equal(now.bytes, then.bytes);
	strbuf_done(&now);
	strbuf_done(&then);
	assert_int_equal(play->position.round, again.round);
	assert_int_equal(play->position.in_play, again.in_play);
	assert_int_equal(play->position.turn, again.turn);
	assert_memory_equal(play->position.occupied, again.occupied, sizeof again.occupied);
	assert_true(position_index(play->variant, &again));
	assert_memory_equal(play->position.owner, again.owner, sizeof again.owner);
	assert_memory_equal(play->position.piece_at, again.piece_at, sizeof again.piece_at);
	assert_memory_equal(play->position.occupied, again.occupied, sizeof again.occupied);
	assert_memory_equal(play->position.king, again.king, sizeof again.king);
}

static void the_record_of_a_game_leads_to_the_same_position(void **state)
{
	struct play *play = *state;
	uint32_t chance = 1;

	for (unsigned game = 0; game < 40; game++) {
		play_start(play);
		for (unsigned turn = 0; turn < 200 && play->legal.count > 0; turn++) {
			struct move move;

			chance = chance * 1664525 + 1013904223;
			move = play->legal.moves[(chance >> 8) % play->legal.count];
			play_move(play, &move);
		}
		assert_replay(play);
	}
}

static void events_that_cannot_be_true_are_refused(void **state)
{
	struct play *play = *state;
	struct event event = {.kind = EVENT_MOVE,
			      .side = 0,
			      .type = 5,
			      .seat = NO_SIDE,
			      .by = NO_SIDE,
			      .from = 20,
			      .to = 28};
	struct reason reason;

	assert_int_equal(position_apply(play->variant, &play->position, &event, &reason), -1);
	assert_string_equal(reason.text, "no white pawn on e3");
	event.from = 8;
	event.to = 0;
	assert_int_equal(position_apply(play->variant, &play->position, &event, &reason), -1);
	event.kind = EVENT_TURN;
	event.seat = 7;
	assert_int_equal(position_apply(play->variant, &play->position, &event, &reason), -1);
	event.kind = EVENT_CAPTURE;
	event.from = NO_SQUARE;
	assert_int_equal(position_apply(play->variant, &play->position, &event, &reason), -1);
}

#define RULES_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RULES_TEST(the_third_occurrence_may_be_claimed_and_the_fifth_ends_the_game),
		RULES_TEST(the_starting_position_counts_as_the_first_occurrence),
		RULES_TEST(a_right_to_take_in_passing_makes_another_position),
		RULES_TEST(a_lost_right_to_castle_makes_another_position),
		RULES_TEST(fifty_quiet_rounds_may_be_claimed),
		RULES_TEST(seventy_five_quiet_rounds_end_the_game),
		RULES_TEST(a_capture_or_pawn_move_begins_the_count_anew),
		RULES_TEST(mate_comes_before_the_count_of_rounds),
		RULES_TEST(no_move_and_no_check_is_a_draw_between_two),
		RULES_TEST(a_mate_names_victor_and_victim),
		RULES_TEST(a_seat_that_leaves_loses),
		RULES_TEST(positions_without_mating_men_may_be_claimed),
		RULES_TEST(taking_in_passing_is_for_the_very_next_turn),
		RULES_TEST(the_pawn_taken_in_passing_is_gone),
		RULES_TEST(a_single_step_opens_no_right),
		RULES_TEST(the_right_ends_when_the_pawn_is_captured),
		RULES_TEST(a_capture_in_passing_may_not_bare_the_king),
		RULES_TEST(castling_needs_unmoved_men_and_free_unattacked_squares),
		RULES_TEST(a_pawn_becomes_one_of_four_at_once),
		RULES_TEST(the_record_of_a_game_leads_to_the_same_position),
		RULES_TEST(events_that_cannot_be_true_are_refused),
	};

	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
