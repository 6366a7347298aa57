/* SPDX-License-Identifier: MIT */
/* More than two seats: passes, rounds, repetition, and draws. */
#include "tests/lib/setup.h"

static bool in_play(const struct play *play, const char *seat)
{
	return play->position.in_play >> seat_of(play, seat) & 1;
}

static void a_seat_without_a_move_passes_among_three_and_draws_between_two(void **state)
{
	static const char three[] = "white Ka8; black Kh6 Qc7; red Kh1";
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, three, "white");
	assert_int_equal(find_event(play, EVENT_PASS)->seat, 0);
	assert_true(in_play(play, "white"));
	assert_turn(play, "black");
	play_set_up(play, "white Ka8; black Kh6 Qc7; red=inert Ph1", "white");
	assert_result(play, "draw", "stalemate");
	take_game(play, "four-player", "stalemate=draw");
	play_set_up(play, three, "white");
	assert_result(play, "draw", "stalemate");
}

static void a_round_of_passes_is_a_draw(void **state)
{
	struct play *play = *state;

	/* Each king is shut in by obstacles; nobody has a move. */
	take_game(play, "four-player", "beaten=obstacles");
	play_set_up(play,
		    "white Ka8; black Kh8; red Kh1; "
		    "brown=obstacles Pa7 Pb7 Pb8 Pg8 Pg7 Ph7 Pg1 Pg2 Ph2",
		    "white");
	assert_result(play, "draw", "passes");
}

static void a_round_is_complete_when_all_in_play_have_had_a_turn(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Ka8; black Kh8; red Kh1; brown Ka1", "white");
	play_moves(play, "a8b8 h8g8 h1g1");
	assert_int_equal(play->position.quiet, 0);
	play_moves(play, "a1b1");
	assert_int_equal(play->position.quiet, 1);
	/* The game doesn't wait for a seat that has left. */
	play_moves(play, "b8a8 g8h8 g1h1");
	play->outcome = rules_seat_leaves(play->variant, &play->position, &play->history, 3,
					  "resigned", &play->legal, &play->record);
	assert_int_equal(play->position.quiet, 2);
	/* Nor for an army that another seat plays, but a move of its pawns restarts the count. */
	take_game(play, "four-player", "beaten=role");
	play_set_up(play, "white Ka8; black Kh8; red>white Pf2 Nh1", "white");
	play_moves(play, "a8b8 h8g8");
	assert_int_equal(play->position.quiet, 1);
	play_moves(play, "h1g3");
	assert_int_equal(play->position.quiet, 1);
	play_moves(play, "b8a8 g8h8");
	assert_int_equal(play->position.quiet, 2);
	play_moves(play, "f2f3");
	assert_int_equal(play->position.quiet, 0);
}

static void who_commands_an_army_is_part_of_the_position(void **state)
{
	static const char *const armies[] = {
		"white Ka8; black Kh8; red>white Rg3",
		"white Ka8; black Kh8; red>black Rg3",
		"white Ka8; black Kh8; red=inert Rg3",
		"white Ka8; black Kh8; red=dead Rg3",
	};
	struct position_key keys[ARRAY_LEN(armies)];
	struct play *play = *state;

	take_game(play, "four-player", "beaten=kingdom");
	for (size_t i = 0; i < ARRAY_LEN(armies); i++) {
		struct position position = set_up(play, armies[i], "white");

		keys[i] = repetition_key(play->variant, &position);
		for (size_t j = 0; j < i; j++)
			assert_memory_not_equal(&keys[i], &keys[j], sizeof keys[i]);
	}
}

/* [en-passant-in-repetition] requires a pawn that may capture: not a partner's, not one of the
 * truce, not a dead one. */
static void a_right_nobody_could_use_is_no_part_of_the_position(void **state)
{
	static const struct {
		const char *variant, *options, *armies, *over, *pawn;
		bool counts;
	} cases[] = {
		{"fourteen", "teams=off", "red Kh1 Pg4; blue Ka7; yellow Kg14 Pf4; green Kn8", "g3",
		 "g4", true},
		{"fourteen", "teams=on", "red Kh1 Pg4; blue Ka7; yellow Kg14 Pf4; green Kn8", "g3",
		 "g4", false},
		{"fourteen", "teams=off", "red Kh1 Pg4; blue Ka7; yellow=inert Pf4; green Kn8",
		 "g3", "g4", false},
		{"fourteen", "teams=off", "red Kh1 Pg4; blue Ka7 Pf4; yellow Kg14; green Kn8", "g3",
		 "g4", true},
		{"three-player", "", "white Kd8; red Kh1 Pe4; black Ka1 Pd2", "e3", "e4", true},
	};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct position with, without;
		struct position_key a, b;
		uint8_t side;

		take_game(play, cases[i].variant, cases[i].options);
		without = with = set_up(play, cases[i].armies, variant_seat_name(play->variant, 2));
		side = position_piece(&with, at_square(play, cases[i].pawn))->side;
		position_open_passant(&with, side, at_square(play, cases[i].over),
				      at_square(play, cases[i].pawn), NULL);
		a = repetition_key(play->variant, &with);
		b = repetition_key(play->variant, &without);
		if ((memcmp(&a, &b, sizeof a) != 0) != cases[i].counts)
			fail_msg("case %zu", i);
	}
}

static void nobody_mates_with_kings_alone_whatever_stands_about(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "");
	play_set_up(play, "white Ka8; black Kh8; red=inert Rd4", "white");
	assert_string_equal(play_claim(play), "dead-position");
	play_set_up(play, "white Ka8 Bc8; black Kh8; red=inert Rd4", "white");
	assert_null(play_claim(play));
	play_set_up(play, "white Ka8; black Kh8; red Kh1", "white");
	assert_null(play_claim(play));
}

#define ROUNDS_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROUNDS_TEST(a_seat_without_a_move_passes_among_three_and_draws_between_two),
		ROUNDS_TEST(a_round_of_passes_is_a_draw),
		ROUNDS_TEST(a_round_is_complete_when_all_in_play_have_had_a_turn),
		ROUNDS_TEST(who_commands_an_army_is_part_of_the_position),
		ROUNDS_TEST(a_right_nobody_could_use_is_no_part_of_the_position),
		ROUNDS_TEST(nobody_mates_with_kings_alone_whatever_stands_about),
	};

	return cmocka_run_group_tests_name("rounds", tests, NULL, NULL);
}
