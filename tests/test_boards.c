/* SPDX-License-Identifier: MIT */
/* What is particular to each board: barriers, pawns, castling, the truce of two pawns. */
#include "tests/setup.h"

static void
the_barrier_stops_moves_captures_and_checks_along_the_rank(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_set_up(play, "white Kd8; red Kh1 Ne1; black Ka1 Rd1", "black");
	assert_legal(play, "d1c1 d1d2");
	assert_illegal(play, "d1e1 d1f1");
	play_set_up(play, "white Kd8; red Ke1; black Ka1 Rd1", "red");
	assert_false(move_in_check(play->variant, &play->position, 1));
	assert_illegal(play, "e1d1");
	play_set_up(play, "white Kd8; red Ke2; black Ka1 Rd2", "red");
	assert_true(move_in_check(play->variant, &play->position, 1));
}

static void
diagonals_and_knights_pass_the_barrier(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_set_up(play, "white Kd8; red Kh1; black Ka1 Bd1 Bd2 Nc1", "black");
	assert_legal(play, "d1e2 d1f3 d2e1 c1e2");
	play_set_up(play, "white Kd8; red Ke1; black Ka1 Bd2", "red");
	assert_true(move_in_check(play->variant, &play->position, 1));
}

static void
the_closed_vertex_stops_moves_and_checks(void **state)
{
	static const char armies[] = "white Ka8 Bd4; black Kh8; red Ke5; brown Ka1";
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, armies, "red");
	assert_false(move_in_check(play->variant, &play->position, 2));
	assert_illegal(play, "e5d4");
	play_set_up(play, "white Ka8 Bb2 Be8; black Kh8; red Kh1; brown Kg1", "white");
	assert_legal(play, "b2d4 e8a4");
	assert_illegal(play, "b2e5");
	play_set_up(play, "white Ka8 Bd5 Bc3; black Kh8; red Kh1; brown Ka1", "white");
	assert_legal(play, "d5e6 d5c4");
	assert_illegal(play, "d5e4 d5f3");
	take_game(play, "four-player-team", "");
	play_set_up(play, "white Ka8 Bb2; black Kh8; red Kh1; brown Ka3", "white");
	assert_legal(play, "b2d4 b2e5");
}

static void
corner_pawns_go_two_ways_and_take_three(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Ka8 Pc6; black Kh8 Nb7 Nd7 Nb5 Nd5; red Kh1; brown Ka1", "white");
	assert_legal(play, "c6d6 c6c5 c6d7 c6d5 c6b5");
	assert_illegal(play, "c6b7 c6b6 c6c7 c6e6 c6c4");
	/* Brown's own example of the rules. */
	play_set_up(play, "white Ka8 Pa4 Pc4 Pc2 Pa2; black Kh8; red Kh1; brown Ka1 Pb3", "brown");
	assert_legal(play, "b3a4 b3c4 b3c2 b3b4 b3c3");
	assert_illegal(play, "b3a2 b3b5");
}

static void
corner_pawns_promote_on_two_sides(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Ka8 Pg2; black Kh8; red Kh4; brown Ka1", "white");
	assert_legal(play, "g2h2=Q g2h2=N g2g1=R g2g1=B");
	assert_illegal(play, "g2h2 g2g1");
	play_set_up(play, "white Ka8; black Kh8; red Kh1 Pb7; brown Ka1", "red");
	assert_legal(play, "b7a7=Q b7b8=Q");
}

static void
only_the_pawns_of_the_second_rank_step_twice(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	assert_legal(play, "b7b5 g7g5");
	play_moves(play, "b7b6");
	assert_legal(play, "e2e4");
	assert_illegal(play, "f3f5 h3h5");
	play_moves(play, "e2e3");
	assert_legal(play, "d2d4");
	assert_illegal(play, "a3a5");
	play_moves(play, "a3a4");
	assert_illegal(play, "b6b4");
}

static void
red_and_black_promote_where_the_rank_exists(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_set_up(play, "white Kd8; red Kh1 Pb7 Ph6; black Ka1", "red");
	assert_legal(play, "b7b8=Q");
	for (unsigned i = 0; i < play->legal.count; i++)
		assert_int_not_equal(play->legal.moves[i].from, at_square(play, "h6"));
}

static void
only_white_castles_in_three_player(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_set_up(play, "white Kd8 Rb8; red Kh1; black Ka1", "white");
	assert_legal(play, "d8b8");
	play_moves(play, "d8b8");
	assert_non_null(position_piece(&play->position, at_square(play, "c8")));
	assert_non_null(position_piece(&play->position, at_square(play, "d8")));
	play_set_up(play, "white Kd8 Rb8; red Kh1 Rc1; black Ka1", "white"); /* c8 attacked */
	assert_illegal(play, "d8b8");
	play_set_up(play, "white Kd8 Rb8; red Kh1 Rd1; black Ka1", "white"); /* in check */
	assert_illegal(play, "d8b8");
	play_set_up(play, "white Kd8 Rb8; red Kh1 Rb1; black Ka1", "white"); /* the rook is */
	assert_legal(play, "d8b8");
	play_set_up(play, "white Kd8 Rb8 Bc8; red Kh1; black Ka1", "white");
	assert_illegal(play, "d8b8");
}

/* A pawn of the pair that has gone somewhere; freed or not. */
static void
walk_pawn(const struct play *play, struct position *position, const char *from, const char *to,
          bool freed)
{
	position_move(play->variant, position, at_square(play, from), at_square(play, to), NULL);
	if (freed)
		position_free(position, at_square(play, to), NULL);
}

static void
the_two_pawns_keep_their_truce_below_the_equator(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_moves(play, "e7e5 e2e3");
	assert_illegal(play, "d2e3");
	play_start(play);
	play_moves(play, "e7e6 e2e4"); /* in passing, too */
	assert_illegal(play, "d2e3");
	play_start(play);
	play_moves(play, "f7f5 f3f4 d2d3 g7g5 e2e4");
	assert_illegal(play, "d3e4");
	assert_legal(play, "d3d4");
	/* Any other pawn may. */
	play_set_up(play, "white Kd8; red Kh1 Pe2 Pc3; black Ka1 Pd2", "black");
	assert_legal(play, "d2c3");
}

static void
the_truce_ends_once_one_stands_across_the_equator(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_moves(play, "f7f5 e2e4 d2d4 g7g5 e4e5");
	assert_legal(play, "d4e5");
}

static void
a_pawn_that_took_across_the_midline_is_free_the_other_is_not(void **state)
{
	static const char armies[] = "white Kd8; red Kh1 Pe2; black Ka1 Pd2";
	struct play *play = *state;
	struct position position;

	take_game(play, "three-player", "");
	position = set_up(play, armies, "black");
	walk_pawn(play, &position, "d2", "e3", true);
	walk_pawn(play, &position, "e2", "d4", false);
	play_position(play, &position);
	assert_legal(play, "e3d4");
	position = set_up(play, armies, "red"); /* ruling 6: the unfreed may not take the freed */
	walk_pawn(play, &position, "d2", "d4", true);
	walk_pawn(play, &position, "e2", "e3", false);
	play_position(play, &position);
	assert_illegal(play, "e3d4");
	assert_legal(play, "e3e4");
}

static void
only_a_capture_across_the_midline_frees(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "");
	play_set_up(play, "white Kd8 Nc3 Ne3; red Kh1 Pe2; black Ka1 Pd2", "black");
	play_moves(play, "d2c3");
	assert_null(find_event(play, EVENT_FREE));
	play_set_up(play, "white Kd8 Nc3 Ne3; red Kh1 Pe2; black Ka1 Pd2", "black");
	play_moves(play, "d2e3");
	assert_non_null(find_event(play, EVENT_FREE));
	assert_int_equal(position_piece(&play->position, at_square(play, "e3"))->truce, TRUCE_FREED);
}

static void
the_truce_outlives_its_owner_but_not_a_promotion(void **state)
{
	struct play *play = *state;
	struct position position;

	take_game(play, "three-player", "");
	position = set_up(play, "white Kd8; red Kh1 Pe2; black=inert Pd2", "red");
	walk_pawn(play, &position, "d2", "d3", false);
	play_position(play, &position);
	assert_illegal(play, "e2d3");
	position_promote(&position, at_square(play, "d3"), 1, NULL);
	play_position(play, &position);
	assert_legal(play, "e2d3");
}

static void
any_of_four_rooks_castles_with_its_king(void **state)
{
	static const struct {
		const char *seat, *king;
		const char *outer[2], *inner[2], *lands[2], *beside[2];
	} cases[] = {
		{"white", "j1", {"d1", "q1"}, {"e1", "p1"}, {"g1", "n1"}, {"h1", "m1"}},
		{"red", "a11", {"a17", "a4"}, {"a16", "a5"}, {"a14", "a7"}, {"a13", "a8"}},
		{"black", "k20", {"q20", "d20"}, {"p20", "e20"}, {"n20", "g20"}, {"m20", "h20"}},
		{"blue", "t10", {"t4", "t17"}, {"t5", "t16"}, {"t7", "t14"}, {"t8", "t13"}},
	};
	struct play *play = *state;

	take_game(play, "kingdom", "");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		for (unsigned n = 0; n < 4; n++) {
			const char *rook = n < 2 ? cases[i].outer[n] : cases[i].inner[n - 2];
			char armies[128], move[16];

			snprintf(armies, sizeof armies, "%s K%s R%s; %s Kf10", cases[i].seat, cases[i].king,
			         rook, strcmp(cases[i].seat, "white") == 0 ? "red" : "white");
			snprintf(move, sizeof move, "%s%s", cases[i].king, rook);
			play_set_up(play, armies, cases[i].seat);
			assert_legal(play, move);
			play_moves(play, move);
			assert_int_equal(position_piece(&play->position, at_square(play, cases[i].lands[n % 2]))->type,
			                 play->variant->royal);
			assert_non_null(position_piece(&play->position,
			                               at_square(play, cases[i].beside[n % 2])));
		}
	}
	play_set_up(play, "white Kj1 Rd1 Re1 Rp1 Rq1; red Kf10", "white"); /* the inner is in the way */
	assert_legal(play, "j1e1 j1p1");
	assert_illegal(play, "j1d1 j1q1");
}

static void
how_far_the_king_castles_is_the_games_choice(void **state)
{
	struct play *play = *state;
	struct option wrong = {"castling", "6/3"};
	struct reason reason;

	take_game(play, "kingdom", "castling=2/6");
	play_set_up(play, "white Kj1 Re1 Rp1; red Kf10", "white");
	play_moves(play, "j1p1"); /* onto the inner rook's square (ruling 20) */
	assert_int_equal(position_piece(&play->position, at_square(play, "p1"))->type,
	                 play->variant->royal);
	assert_non_null(position_piece(&play->position, at_square(play, "o1")));
	take_game(play, "kingdom", "castling=any");
	play_set_up(play, "white Kj1 Rd1; red Kf10", "white");
	assert_legal(play, "j1d1:h1 j1d1:g1 j1d1:f1 j1d1:e1");
	assert_illegal(play, "j1d1 j1d1:i1 j1d1:d1");
	take_game(play, "kingdom", "king=right");
	play_set_up(play, "white Kk1 Rd1 Rq1; red Kf10", "white");
	play_moves(play, "k1d1");
	assert_int_equal(position_piece(&play->position, at_square(play, "g1"))->type,
	                 play->variant->royal);
	assert_null(variant_get(play->library, "kingdom", &wrong, 1, &reason));
	assert_string_equal(reason.text,
	                    "option 'castling' can't be '6/3'; it can be: 3/4, any, 2-5/2-6");
}

static void
an_absent_army_has_no_seat_and_no_turn(void **state)
{
	struct play *play = *state;

	take_game(play, "kingdom", "absent=white");
	assert_int_equal(variant_seats(play->variant), 3);
	assert_int_equal(variant_seat_named(play->variant, "white"), -1);
	assert_turn(play, "red");
	/* White's row is a goal all the same (ruling 14). */
	play_set_up(play, "red Ka11 Pg2; black Kk20; blue Kt10 Nh1", "red");
	assert_legal(play, "g2h1=Q");
}

static void
pawns_take_in_passing_across_directions(void **state)
{
	struct play *play = *state;

	take_game(play, "kingdom", "");
	play_moves(play, "q2q3 b10d10 n20m18 s4q4");
	assert_int_equal(play->position.passant[1].over, at_square(play, "c10"));
	assert_int_equal(play->position.passant[3].over, at_square(play, "r4"));
	assert_legal(play, "q3r4");
	play_moves(play, "d2d3");
	/* Red's turn has come: its right is gone, Blue's lives until Blue's. */
	assert_int_equal(play->position.passant[1].over, NO_SQUARE);
	assert_int_equal(play->position.passant[3].over, at_square(play, "r4"));
	play_moves(play, "b4c4 k19k18");
	assert_turn(play, "blue");
	assert_int_equal(play->position.passant[3].over, NO_SQUARE);
}

static void
a_capture_in_passing_may_promote(void **state)
{
	static const char armies[] = "red Kh1 Pg2; blue Ka7; yellow Kg14; green Kn8 Ph4";
	struct play *play = *state;

	take_game(play, "fourteen", "");
	play_set_up(play, armies, "red");
	play_moves(play, "g2g4 a7a6 g14g13");
	assert_legal(play, "h4g3=Q");
	assert_illegal(play, "h4g3 h4g3=R");
	play_moves(play, "h4g3=Q");
	assert_null(position_piece(&play->position, at_square(play, "g4")));
	take_game(play, "fourteen", "teams=on");
	play_set_up(play, armies, "red");
	play_moves(play, "g2g4 a7a6 g14g13");
	assert_legal(play, "h4g3");
}

static void
a_passed_square_that_is_occupied_guards_the_pawn(void **state)
{
	struct play *play = *state;

	take_game(play, "fourteen", "teams=on");
	play_set_up(play, "red Kh1 Pg2; blue Ka7; yellow Kg14 Nf5; green Kn8 Ph4", "red");
	play_moves(play, "g2g4 a7a6 f5g3");
	play_moves(play, "h4g3"); /* ruling 3: only the piece that stands there */
	assert_non_null(position_piece(&play->position, at_square(play, "g4")));
}

static void
promotion_in_fourteen_depends_on_teams(void **state)
{
	struct play *play = *state;

	take_game(play, "fourteen", "");
	play_set_up(play, "red Kh1 Pc7; blue Ka7; yellow Kg14; green Kn8", "red");
	assert_legal(play, "c7c8=Q");
	assert_illegal(play, "c7c8=R c7c8=B c7c8=N c7c8");
	take_game(play, "fourteen", "teams=on");
	play_set_up(play, "red Kh1 Pc7 Pd10; blue Ka7; yellow Kg14; green Kn8", "red");
	assert_legal(play, "c7c8 d10d11=Q d10d11=R d10d11=B d10d11=N");
}

#define BOARDS_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		BOARDS_TEST(the_barrier_stops_moves_captures_and_checks_along_the_rank),
		BOARDS_TEST(diagonals_and_knights_pass_the_barrier),
		BOARDS_TEST(the_closed_vertex_stops_moves_and_checks),
		BOARDS_TEST(corner_pawns_go_two_ways_and_take_three),
		BOARDS_TEST(corner_pawns_promote_on_two_sides),
		BOARDS_TEST(only_the_pawns_of_the_second_rank_step_twice),
		BOARDS_TEST(red_and_black_promote_where_the_rank_exists),
		BOARDS_TEST(only_white_castles_in_three_player),
		BOARDS_TEST(the_two_pawns_keep_their_truce_below_the_equator),
		BOARDS_TEST(the_truce_ends_once_one_stands_across_the_equator),
		BOARDS_TEST(a_pawn_that_took_across_the_midline_is_free_the_other_is_not),
		BOARDS_TEST(only_a_capture_across_the_midline_frees),
		BOARDS_TEST(the_truce_outlives_its_owner_but_not_a_promotion),
		BOARDS_TEST(any_of_four_rooks_castles_with_its_king),
		BOARDS_TEST(how_far_the_king_castles_is_the_games_choice),
		BOARDS_TEST(an_absent_army_has_no_seat_and_no_turn),
		BOARDS_TEST(pawns_take_in_passing_across_directions),
		BOARDS_TEST(a_capture_in_passing_may_promote),
		BOARDS_TEST(a_passed_square_that_is_occupied_guards_the_pawn),
		BOARDS_TEST(promotion_in_fourteen_depends_on_teams),
	};

	return cmocka_run_group_tests_name("boards", tests, NULL, NULL);
}
