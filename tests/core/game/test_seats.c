/* SPDX-License-Identifier: MIT */
/* More than two seats: who is beaten and by whom, what happens to their armies, whose turn it is.
 */
#include "tests/lib/setup.h"
#include "core/rules/movegen.h"

static uint8_t commander(const struct play *play, const char *army)
{
	return play->position.controller[seat_of(play, army)];
}

static bool in_play(const struct play *play, const char *seat)
{
	return play->position.in_play >> seat_of(play, seat) & 1;
}

static void mate_is_judged_when_the_victims_turn_comes(void **state)
{
	struct play *play = *state;
	const struct event *beaten;

	take_game(play, "three-player", "");
	play_moves(play, "c7c6 f2b6");
	assert_turn(play, "black");
	assert_true(in_play(play, "white"));
	play_moves(play, "d2d4");
	assert_false(in_play(play, "white"));
	beaten = find_event(play, EVENT_BEATEN);
	assert_string_equal(beaten->text, "checkmate");
	assert_int_equal(
		beaten->by,
		seat_of(play, "red")); /* the seat that gives check, not the one that moved last */
	assert_turn(play, "red");
}

static void another_player_may_break_the_mate(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	/* White is mated by Red; Brown may capture the rook. */
	play_set_up(play, "white Ka8; black Kh8 Rb2; red Kh1 Rc4; brown Ka1 Nc2", "red");
	play_moves(play, "c4a4");
	assert_turn(play, "brown");
	assert_true(in_play(play, "white"));
	assert_true(movegen_in_check(play->variant, &play->position, 0));
}

/* White is mated in the corner by rooks of two owners, one along the file and one along the rank.
 */
static void of_several_who_give_check_the_last_mover_has_beaten(void **state)
{
	static const char armies[] = "white Ka8; black Kh6 Rh7; red Kh1 Rc3 Rb2; brown Kd1";
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, armies, "black");
	play_moves(play, "h7h8 c3a3 d1e1");
	assert_int_equal(find_event(play, EVENT_BEATEN)->by, seat_of(play, "red"));
	play_set_up(play, "white Ka8; black Kh6 Rh8; red Kh1 Rb2; brown Kd1 Ra3", "white");
	/* Nobody has moved: the nearest seat before the victim. */
	assert_int_equal(find_event(play, EVENT_BEATEN)->by, seat_of(play, "brown"));
}

static void a_conquered_pieces_check_is_its_commanders(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8; black Kh6; red>black Ra3 Rb2; brown Kd1", "white");
	assert_int_equal(find_event(play, EVENT_BEATEN)->by, seat_of(play, "black"));
	assert_int_equal(commander(play, "white"), seat_of(play, "black"));
}

static void a_king_left_open_by_a_third_is_not_captured(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Ka8; black Kh8 Ra4; red Kh1; brown Kd1", "black");
	assert_illegal(play, "a4a8");
	assert_legal(play, "a4a7");
}

static void under_role_the_conqueror_takes_the_turn_at_once(void **state)
{
	struct play *play = *state;

	take_game(play, "three-player", "beaten=role");
	play_moves(play, "c7c6 f2b6 d2d4");
	assert_turn(play, "white");
	assert_false(in_play(play, "white"));
	assert_int_equal(commander(play, "white"), seat_of(play, "red"));
	assert_false(movegen_in_check(play->variant, &play->position, 0));
	play_moves(play, "d7d6");
	assert_turn(play, "red");
	play_moves(play, "f3f4 b3b4");
	assert_turn(play, "white");
}

static void a_played_army_may_not_check_its_players_king(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8 Nc8; black Kg6; red>white Rh1 Nd8 Re8; brown Kd1", "red");
	assert_legal(play, "h1h2 h1h7");
	assert_illegal(play, "h1a1");
	/* White's own knight closes the rook's line, wherever Red's goes. */
	assert_legal(play, "d8c6 d8e6 d8f7 d8b7");
	assert_illegal(play, "e8d8 d8c8"); /* pieces of one colour don't capture each other */
	play_set_up(play, "white Ka8; black Kg6; red>white Nd8 Re8; brown Kd1", "red");
	assert_illegal(play, "d8c6 d8e6 d8f7"); /* would open the rook's line */
	assert_legal(play, "e8e7 e8h8");
}

static void the_own_turn_minds_the_other_colours_too(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8 Nc8; black Kh6; red>white Re8; brown Kd1", "white");
	assert_illegal(play, "c8d6 c8b6 c8a7 c8e7");
	assert_legal(play, "a8b8 a8b7 a8a7"); /* its knight closes the rank */
	play_set_up(play, "white Ka8 Nc7; black Kh6; red>white Rb2; brown Kd1", "white");
	assert_illegal(play, "a8b8 a8b7"); /* into the line */
	assert_legal(play, "a8a7");
}

static void a_line_that_a_third_opened_must_be_shut_but_is_no_check(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8 Nb6; black Kh6; red>white Re8; brown Kd1", "white");
	assert_false(movegen_in_check(play->variant, &play->position, 0));
	assert_legal(play, "b6c8 a8a7 a8b7");
	assert_illegal(play, "b6d5 b6a4 a8b8");
	/* The line can't be closed: the seat passes, it isn't mated. */
	play_set_up(play, "white Ka8; black Kh6 Rb1 Rf7; red>white Re8; brown Kd4", "white");
	assert_int_equal(find_event(play, EVENT_PASS)->seat, 0);
	assert_true(in_play(play, "white"));
}

static void in_a_played_turn_ones_own_check_can_wait(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8 Nc5; black Kh6; red>white Nh1 Pd6; brown Kd1 Ra2", "red");
	assert_true(movegen_in_check(play->variant, &play->position, 0));
	assert_legal(play, "h1f2 h1g3 d6d7 d6c6"); /* [role-own-king] */
	assert_string_equal(variant_seat_name(play->variant, play->position.turn), "red");
}

static void castling_minds_other_colours_and_the_dead_only_where_the_king_lands(void **state)
{
	static const struct {
		const char *armies;
		bool legal;
	} cases[] = {
		{"red Kh1 Rk1; blue%s Ri10; yellow Kd14; green Kn8", true},
		{"red Kh1 Rk1; blue%s Rj10; yellow Kd14; green Kn8", false},
		{"red Kh1 Rk1; blue%s Rh10; yellow Kd14; green Kn8", true},
	};
	static const char *const modes[][2] = {{"beaten=role", ">red"}, {"beaten=dead", "=dead"}};
	struct play *play = *state;

	for (size_t mode = 0; mode < ARRAY_LEN(modes); mode++) {
		take_game(play, "fourteen", modes[mode][0]);
		for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
			char armies[128];

			snprintf(armies, sizeof armies, "%.11s; blue%s%s", cases[i].armies,
				 modes[mode][1], strchr(strchr(cases[i].armies, '%'), ' '));
			play_set_up(play, armies, "red");
			assert_moves(play, "h1k1", cases[i].legal);
		}
	}
	/* Any opponent's attack on the king's way forbids castling. */
	take_game(play, "fourteen", "");
	play_set_up(play, "red Kh1 Rk1; blue Ka7; yellow Kd14; green Kn8 Ri10", "red");
	assert_illegal(play, "h1k1");
}

/* [played-army-draws-nothing] */
static void a_beaten_seat_never_draws_its_turn_passes(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8; black Kh8; red>white Pb8", "black");
	play_moves(play, "h8h7");
	/* Red's pawn has nowhere to go: two are in play, and the game goes on. */
	assert_int_equal(find_event(play, EVENT_PASS)->seat, seat_of(play, "red"));
	assert_turn(play, "white");
	assert_result(play, "", "");
}

static void everything_passes_on_to_the_next_conqueror(void **state)
{
	static const char armies[] = "white Ka8; black Kh6 Rg7 Rf8; red>white Rh1; brown Kd1";
	static const char *const modes[] = {"beaten=role", "beaten=kingdom"};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
		take_game(play, "four-player", modes[i]);
		play_set_up(play, armies, "white");
		assert_int_equal(commander(play, "white"), seat_of(play, "black"));
		assert_int_equal(commander(play, "red"), seat_of(play, "black"));
		assert_null(position_piece(&play->position, at_square(play, "a8")));
	}
}

static void a_kingdom_moves_all_its_armies_in_one_turn(void **state)
{
	struct play *play = *state;

	take_game(play, "kingdom", "beaten=kingdom");
	play_set_up(play, "white Kj1 Rd5; red>white Pd2 Re5; black Kk20; blue Kt10", "white");
	assert_legal(play, "d5d6 e5e6 j1j2");
	assert_illegal(play, "d5e5 e5d5");
	assert_legal(play, "d2e2");
	assert_illegal(play, "d2f2"); /* double steps depend on the army's own squares */
	/* It promotes on its conqueror's rank [army-not-player], and not on its own army's. */
	play_set_up(play, "white Kj1; red>white Pf2; black Kk20 Ng1; blue Kt10", "white");
	assert_legal(play, "f2g1=Q");
	play_moves(play, "j1j2 k20k19");
	assert_turn(play, "blue"); /* Red has no turn any more */
}

static void the_dead_guard_but_give_no_check(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "beaten=dead");
	play_set_up(play, "white Ka8 Nc8; black=dead Re8; red Kh1; brown Kd1", "white");
	assert_legal(play, "c8d6 a8a7 a8b8"); /* opening the line is legal [dead-still-guard] */
	play_set_up(play, "white Kb8; black=dead Re8; red Kh1; brown Kd1", "white");
	assert_false(movegen_in_check(play->variant, &play->position, 0));
	assert_illegal(play, "b8a8 b8c8"); /* along the line of the pin */
	assert_legal(play, "b8b7 b8c7");
	play_set_up(play, "white Kd7; black=dead Re8 Re6; red Kh1; brown Kd1 Qh2", "white");
	assert_illegal(play, "d7e8 d7e6 d7e7"); /* each guards the other */
	play_set_up(play, "white Kd7 Rh6; black=dead Pe6; red Kh1; brown Kd1", "white");
	assert_legal(play, "d7e6 h6e6"); /* they may be taken */
	play_moves(play, "d7e7");
	assert_turn(play, "red");
}

static void the_inert_attack_nothing_and_obstacles_stand_for_ever(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Kb8; black=inert Re8; red Kh1; brown Kd1", "white");
	assert_legal(play, "b8a8 b8c8");
	play_set_up(play, "white Kd7; black=inert Re8 Re6; red Kh1; brown Kd1", "white");
	assert_legal(play, "d7e8 d7e6");
	take_game(play, "four-player", "beaten=obstacles");
	play_set_up(play, "white Kd7 Rh6; black=obstacles Re8 Re6; red Kh1; brown Kd1", "white");
	assert_illegal(play, "d7e8 d7e6 h6e6 h6d6");
	assert_legal(play, "h6f6 d7e7");
}

static void what_becomes_of_an_army_is_the_games_choice(void **state)
{
	static const struct {
		const char *option, *how;
		bool stands;
	} cases[] = {
		{"beaten=inert", "inert", true},
		{"beaten=dead", "dead", true},
		{"beaten=obstacles", "obstacles", true},
		{"beaten=removed", "removed", false},
	};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		take_game(play, "four-player", cases[i].option);
		play_set_up(play, "white Ka8 Pg5; black Kh6 Rg7 Rf8; red Kh1; brown Kd1", "white");
		assert_string_equal(find_event(play, EVENT_ARMY)->text, cases[i].how);
		assert_int_equal(commander(play, "white"), NO_SIDE);
		assert_int_equal(position_piece(&play->position, at_square(play, "g5")) != NULL,
				 cases[i].stands);
		assert_null(position_piece(&play->position, at_square(play, "a8")));
		assert_turn(play, "black");
	}
}

static void who_leaves_has_no_conqueror(void **state)
{
	static const char *const modes[] = {"beaten=role", "beaten=kingdom"};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
		take_game(play, "four-player", modes[i]);
		play_set_up(play, "white Ka8; black Kh8; red>white Rg3; brown Kd1 Pc6", "white");
		play->outcome = rules_seat_leaves(play->variant, &play->position, &play->history, 0,
						  "resigned", &play->legal, &play->record);
		assert_result(play, "", "");
		assert_turn(play, "black");
		assert_int_equal(play->position.dead,
				 1 | 4); /* the armies that it had conquered, too */
		assert_int_equal(commander(play, "red"), NO_SIDE);
		play_moves(play, "h8h7");
		assert_turn(play, "brown");
	}
	/* Out of turn: the same seat is to move, and its moves are found again. */
	take_game(play, "four-player", "beaten=obstacles");
	play_set_up(play, "white Ka8 Rb5; black Kh8 Nb3; red Kh1; brown Kd1", "white");
	assert_legal(play, "b5b3");
	play->outcome = rules_seat_leaves(play->variant, &play->position, &play->history, 1,
					  "forfeited", &play->legal, &play->record);
	assert_turn(play, "white");
	assert_illegal(play, "b5b3");
}

static void partners_neither_take_nor_check_each_other(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player-team", "");
	play_set_up(play, "white Ka8 Rd5; black Kh8; red Kh1 Rd2 Pb7; brown Kc1", "white");
	assert_illegal(play, "d5d2 a8b7");
	assert_legal(play, "d5d3 d5h5");
	play_set_up(play, "white Ka4; black Kh8; red Kh1 Rd5; brown Kc1", "white");
	assert_legal(play, "a4a5 a4b5"); /* into the partner's line */
	play_set_up(play, "white Ka5; black Kh8; red Kh1 Rd5; brown Kc1", "white");
	assert_false(movegen_in_check(play->variant, &play->position, 0));
	/* Anybody may capture a beaten partner's pieces. */
	play_set_up(play, "white Ka8 Rd5; black Kh8; red=inert Rd2; brown Kc1", "white");
	assert_legal(play, "d5d2");
}

static void a_team_wins_together_when_both_opponents_are_beaten(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player-team", "");
	play_set_up(play, "white Ka8 Rf7; black Kh8 Pg5; red=inert Pe4; brown=inert Pd4", "white");
	assert_result(play, "", "");
	play_set_up(play, "white Ka8 Rf2 Re1; black=inert Ph6; red=inert Ph1; brown Kc4", "white");
	assert_result(play, "", "");
	play_set_up(play, "white Kc3 Rf2; black=inert Ph6; red=inert Ph2; brown Kc1", "white");
	play_moves(play, "f2f1");
	assert_result(play, "white+red", "checkmate");
	/* One king is not enough. */
	play_set_up(play, "white Ka8; black Kh6 Rh8 Rg7; red Kh1; brown Kd1", "white");
	assert_false(in_play(play, "white"));
	assert_result(play, "", "");
}

static void the_last_in_play_wins(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Kb6 Rf7; black Ka8; red=inert Rd1", "white");
	play_moves(play, "f7f8");
	assert_result(play, "white", "checkmate");
}

#define SEATS_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SEATS_TEST(mate_is_judged_when_the_victims_turn_comes),
		SEATS_TEST(another_player_may_break_the_mate),
		SEATS_TEST(of_several_who_give_check_the_last_mover_has_beaten),
		SEATS_TEST(a_conquered_pieces_check_is_its_commanders),
		SEATS_TEST(a_king_left_open_by_a_third_is_not_captured),
		SEATS_TEST(under_role_the_conqueror_takes_the_turn_at_once),
		SEATS_TEST(a_played_army_may_not_check_its_players_king),
		SEATS_TEST(the_own_turn_minds_the_other_colours_too),
		SEATS_TEST(a_line_that_a_third_opened_must_be_shut_but_is_no_check),
		SEATS_TEST(in_a_played_turn_ones_own_check_can_wait),
		SEATS_TEST(castling_minds_other_colours_and_the_dead_only_where_the_king_lands),
		SEATS_TEST(a_beaten_seat_never_draws_its_turn_passes),
		SEATS_TEST(everything_passes_on_to_the_next_conqueror),
		SEATS_TEST(a_kingdom_moves_all_its_armies_in_one_turn),
		SEATS_TEST(the_dead_guard_but_give_no_check),
		SEATS_TEST(the_inert_attack_nothing_and_obstacles_stand_for_ever),
		SEATS_TEST(what_becomes_of_an_army_is_the_games_choice),
		SEATS_TEST(who_leaves_has_no_conqueror),
		SEATS_TEST(partners_neither_take_nor_check_each_other),
		SEATS_TEST(a_team_wins_together_when_both_opponents_are_beaten),
		SEATS_TEST(the_last_in_play_wins),
	};

	return cmocka_run_group_tests_name("seats", tests, NULL, NULL);
}
