/* SPDX-License-Identifier: MIT */
/* Captured kings and frozen seats, ruling by ruling. */
#include "tests/lib/peterson.h"

/* Black is mated by White's rooks and can't move; its knight on c6 is what others want. */
static const char mated[] = "white Ka6 Rb7 Rd1; black Kh8 Nb5; red Ke2 Rb3; brown Ka1 Bg3";

/* [frozen-seat] */
static void immunity_lasts_from_the_lost_turn_to_the_next(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.capture=on");
	stand(play, mated, "white");
	play_moves(play, "d1d8");
	/* Black lost its turn; before that its knight could be captured. */
	assert_turn(play, "red");
	assert_true(is_frozen(play, "black"));
	assert_illegal(play, "b3b5");
	play_moves(play, "e2e3");
	/* Brown takes the rook that mates: judged only when Black's turn comes. */
	assert_true(is_frozen(play, "black"));
	play_moves(play, "a1a2 b7c7");
	assert_true(is_frozen(play, "black"));
	stand(play, mated, "red");
	assert_legal(play, "b3b5");
}

/* [frozen-seat] */
static void a_seat_thaws_at_its_turn(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.capture=on");
	stand(play, "white Kc6 Rb7 Rd1; black Kh8 Nb5; red Kf1 Ra8; brown Ka1 Bg3", "white");
	play_moves(play, "d1d8");
	assert_true(is_frozen(play, "black"));
	play_moves(play, "a8d8");
	/* Now Red's rook gives check, and mates; White withdraws and it is no mate any more. */
	play_moves(play, "a1a2 b7b6");
	assert_turn(play, "black");
	assert_false(is_frozen(play, "black"));
	assert_non_null(find_event(play, EVENT_THAW));
}

/* [kings-can-be-taken] */
static void kings_are_captured_and_v2_stays(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.capture=on");
	stand(play, "white Ka8 Rd8 Nc8; black Kh8 Rh7; red Kh1 Rc1; brown Kg2", "white");
	assert_legal(play, "d8h8");
	take_game(play, "four-player", "");
	stand(play, "white Ka8 Rd8; black Kh8; red Kh1; brown Kg2", "white");
	assert_illegal(play, "d8h8");
	/* A pinned piece may take the king of who pins it, for with its king the army stands still;
	 * of another it may not. */
	take_game(play, "four-player", "peterson.capture=on");
	stand(play, "white Ka8 Na6; black Kb4 Ra3; red Kh1; brown Kc7", "white");
	assert_legal(play, "a6b4");
	assert_illegal(play, "a6c7");
	/* Frozen pieces give check and guard. */
	stand(play, "white Ka8 Ra1; black Kh8 Rb5; red Kh1; brown Kg3", "white");
	position_freeze(&play->position, 1, NULL);
	assert_illegal(play, "a8b8");
}

/* [taken-kings-army] */
static void the_army_of_a_captured_king(void **state)
{
	static const char armies[] = "white Ka8 Rd8 Nb3; black Kh8 Nd4; red Kf1; brown Kg3";
	struct play *play = *state;

	take_game(play, "four-player", "peterson.capture=on");
	stand(play, armies, "white");
	play_moves(play, "d8h8 f1e1 g3g4");
	assert_false(play->position.in_play >> seat_of(play, "black") & 1);
	assert_int_equal(play->position.obstacles, 1u << seat_of(play, "black"));
	assert_string_equal(find_event(play, EVENT_BEATEN)->text, "king-captured");
	assert_int_equal(find_event(play, EVENT_BEATEN)->by, seat_of(play, "white"));
	assert_illegal(play, "b3d4");
	take_game(play, "four-player", "peterson.capture=on beaten=inert");
	stand(play, armies, "white");
	play_moves(play, "d8h8 f1e1 g3g4");
	assert_legal(play, "b3d4");
	take_game(play, "four-player", "peterson.capture=on beaten=role");
	stand(play, armies, "white");
	play_moves(play, "d8h8");
	assert_turn(play, "black");
	assert_int_equal(play->position.controller[1], 0);
}

/* [taken-kings-army] */
static void a_king_falls_within_a_turn(void **state)
{
	struct play *play = *state;

	/* The captured king's knight guards no more: White's king goes there in the same turn. */
	take_game(play, "four-player", "peterson.capture=on peterson.defense=on");
	stand(play, "white Ka7 Rd8 Pc5; black Kh8 Nd7; red Kh1 Rh5; brown Kg2", "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "a7b8", "no legal move");
	judge_turn(play, "d8h8+a7b8", NULL);
	/* With the last opponent's king the game is over, and the turn. */
	stand(play, "white Ka7 Rd8 Nf3 Pc5; black Kh8 Nb3; red Kh2 Rh5", "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "d8h8+f3h2", NULL);
	play_turn(play, "d8h8+f3h2");
	assert_result(play, "white", "king-captured");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RULE(immunity_lasts_from_the_lost_turn_to_the_next),
		RULE(a_seat_thaws_at_its_turn),
		RULE(kings_are_captured_and_v2_stays),
		RULE(the_army_of_a_captured_king),
		RULE(a_king_falls_within_a_turn),
	};

	return cmocka_run_group_tests_name("peterson capture", tests, NULL, NULL);
}
