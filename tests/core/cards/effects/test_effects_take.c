/* SPDX-License-Identifier: MIT */
/* Cards that take pieces off, swap, push and put them: each on a small board. */
#include "tests/lib/cardturn.h"

/* ---- taking off ---- */

static void disintegration_takes_an_own_pawn(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Pa2 / Kg8", "Disintegration a2", "Kg1 / Kg8"},
		  REFUSED_ROW("Kg1 Pa2 / Kg8 Pa7", "Disintegration a7"),
		  REFUSED_ROW("Kg1 Na2 / Kg8 Pa7", "Disintegration a2"),
		  REFUSED_ROW("Kg1 Pa2 / Kg8", "Disintegration a3"));
	PLAY_ROWS("four-player-team",
		  {"Ka8 Pc6 / Kh8 Pf6 / Kh1 Pf3 / Ka1 Pc3", "Disintegration f3",
		   "Ka8 Pc6 / Kh8 Pf6 / Kh1 / Ka1 Pc3"},
		  REFUSED_ROW("Ka8 Pc6 / Kh8 Pf6 / Kh1 Pf3 / Ka1 Pc3", "Disintegration f6"));
}

static void the_disintegrated_are_dead_whatever_protects_them(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pa2 / Kg8 Pa7");

	(void)state;
	must(play, WHITE, "Pacifism a2");
	must(play, BLACK, "Truce");
	must(play, WHITE, "Disintegration a2");
	assert_int_equal(play->field.position.pieces[1].fate, DEAD);
	assert_false(lies(play, EFFECT_PACIFISM));
}

static void no_quarter_buries_what_the_move_captured(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ra1 / Kg8 Na7");

	(void)state;
	must_not(play, WHITE, "No Quarter");
	move(play, WHITE, "a1a7");
	must(play, WHITE, "No Quarter");
	assert_int_equal(play->field.position.pieces[3].fate, DEAD);
}

static void a_betrayed_pawn_is_replaced_by_a_captured_one(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pa4 / Kg8 Pc4 Pd5");
	unsigned pawn = field_at(&play->field, at(play, "a4"));

	(void)state;
	must_not(play, WHITE, "Betrayal c4");
	field_capture(play->book, &play->field, pawn, NO_PIECE, true, NULL);
	must_not(play, WHITE, "Betrayal d5");
	must(play, BLACK, "Pacifism c4");
	must(play, WHITE, "Betrayal c4");
	assert_string_equal(cardplay_pieces(play), "Kg1 Pc4 / Kg8 Pd5");
	assert_true(marks_at(play, "c4") & MARK_PACIFIST);
}

static void fireball_takes_all_but_kings_around_what_moved(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kb4 Nb1 Pd3 Pe3 / Kd2 Pb3 Qc4 Rg8");

	(void)state;
	must_not(play, WHITE, "Fireball");
	move(play, WHITE, "b1c3");
	must(play, BLACK, "Pacifism c4");
	must(play, WHITE, "Fireball");
	assert_string_equal(cardplay_pieces(play), "Kb4 Pe3 / Kd2 Qc4 Rg8");
}

static void fireball_needs_a_mover_that_can_explode(void **state)
{
	struct cardplay *play = open_on("knightmare", "Ke1 Rh1 Nb1 Pf2 / Kg8 Pc3");

	(void)state;
	move(play, WHITE, "e1d1");
	must_not(play, WHITE, "Fireball");
	cardplay_put(play, "Ke1 Rh1 Nb1 / Kg8 Pc3");
	move(play, WHITE, "b1c3");
	must_not(play, WHITE, "Fireball");
	cardplay_put(play, "Ke1 Rh1 Nb1 / Kg8 Pc3");
	must(play, WHITE, "Truce");
	move(play, WHITE, "b1a3");
	must_not(play, WHITE, "Fireball");
	cardplay_put(play, "Ke1 Rh1 Pf2 / Kg8 Pc3");
	move(play, WHITE, "e1g1");
	must(play, WHITE, "Fireball");
	assert_string_equal(cardplay_pieces(play), "Kg1 / Kg8 Pc3");
}

/* ---- swaps ---- */

static void pieces_change_places(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Nb1 Bf4 / Kg8", "Holy War f4 b1", "Bb1 Kg1 Nf4 / Kg8"},
		  {"Kg1 Rb1 Bf4 / Kg8", "Cathedral b1 f4", "Bb1 Kg1 Rf4 / Kg8"},
		  {"Kg1 Rb1 Nf4 / Kg8", "Siege b1 f4", "Kg1 Nb1 Rf4 / Kg8"},
		  {"Kg1 / Kg8 Rb1 Bf4", "Anathema b1 f4", "Kg1 / Bb1 Kg8 Rf4"},
		  {"Kg1 / Kg8 Nb1 Bf4", "Holy Quest b1 f4", "Kg1 / Bb1 Kg8 Nf4"},
		  {"Kg1 / Kg8 Rb1 Nf4", "Treason b1 f4", "Kg1 / Kg8 Nb1 Rf4"},
		  REFUSED_ROW("Kg1 Nb1 Nd1 Bf4 / Kg8 Bd6", "Holy War b1 d1"),
		  REFUSED_ROW("Kg1 Nb1 Bf4 / Kg8 Bd6", "Holy War b1 d6"),
		  REFUSED_ROW("Kg1 Rb1 Bf4 / Kg8", "Anathema b1 f4"),
		  REFUSED_ROW("Kg1 Rb1 Bf4 / Kg8", "Cathedral b1"));
}

/* ---- pushing and putting ---- */

static void cowardice_pushes_a_pawn_back(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 / Kg8 Pc4", "Cowardice c4-c5", "Kg1 / Kg8 Pc5"},
		  {"Kg1 / Kg8 Pc4", "Cowardice c4-c6", "Kg1 / Kg8 Pc6"},
		  {"Kg1 / Kg8 Pc7", "Cowardice c7-c8", "Kg1 / Kg8 Pc8"},
		  REFUSED_ROW("Kg1 / Kg8 Pc4 Nc5", "Cowardice c4-c6"),
		  REFUSED_ROW("Kg1 Nc6 / Kg8 Pc4", "Cowardice c4-c6"),
		  REFUSED_ROW("Kg1 / Kg8 Pc4", "Cowardice c4-c7"),
		  REFUSED_ROW("Kg1 / Kg8 Pc4", "Cowardice c4-c3"),
		  REFUSED_ROW("Kg1 / Kg8 Pc4", "Cowardice c4-d5"),
		  REFUSED_ROW("Kg1 Pc4 / Kg8", "Cowardice c4-c3"),
		  REFUSED_ROW("Kg1 / Kg8 Nc4", "Cowardice c4-c5"));
	PLAY_ROWS("four-player",
		  {"Ka8 / Kh8 Pe5 / Kh1 / Ka1", "Cowardice e5-g5", "Ka8 / Kh8 Pg5 / Kh1 / Ka1"},
		  {"Ka8 / Kh8 Pe5 / Kh1 / Ka1", "Cowardice e5-e6", "Ka8 / Kh8 Pe6 / Kh1 / Ka1"},
		  REFUSED_ROW("Ka8 / Kh8 Pe5 / Kh1 / Ka1", "Cowardice e5-f6"));
}

static void a_pawn_that_is_held_is_not_pushed(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ra1 / Kg8 Pc4 Rd5");

	(void)state;
	must(play, BLACK, "Fatal Attraction d5");
	must_not(play, WHITE, "Cowardice c4-c5");
	must_not(play, WHITE, "Rebirth c4-c7");
}

static void rebirth_puts_a_piece_where_it_starts(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 / Kg8 Bd4", "Rebirth d4-c8", "Kg1 / Bc8 Kg8"},
		  {"Kg1 Nc8 / Kg8 Bd4", "Rebirth d4-c8", "Kg1 / Bc8 Kg8"},
		  {"Kg1 / Kg4", "Rebirth g4-e8", "Kg1 / Ke8"},
		  {"Kg1 / Kg8 Pd4", "Rebirth d4-a7", "Kg1 / Kg8 Pa7"},
		  REFUSED_ROW("Kg1 / Kg8 Bd4 Nc8", "Rebirth d4-c8"),
		  REFUSED_ROW("Kg1 / Kg8 Bd4", "Rebirth d4-b8"),
		  REFUSED_ROW("Kg1 / Kg8 Bd4", "Rebirth d4-c1"),
		  REFUSED_ROW("Kc8 / Kg8 Bd4", "Rebirth d4-c8"),
		  REFUSED_ROW("Kg1 / Kg8 Bc8", "Rebirth c8-c8"),
		  REFUSED_ROW("Kg1 Bd4 / Kg8", "Rebirth d4-c1"));
}

static void rebirth_follows_the_board_as_it_lies(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 / Kg7 Pd4 Rc4");

	(void)state;
	must(play, WHITE, "Earthquake LEFT");
	must_not(play, WHITE, "Rebirth d4-a7");
	must(play, WHITE, "Rebirth d4-g2");
	must(play, WHITE, "Rebirth c4-h8");
	assert_string_equal(cardplay_pieces(play), "Kg1 / Kg7 Pg2 Rh8");
}

static void a_dungeon_is_an_empty_corner_for_a_turn(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Rh8 / Kg7 Rd8 Pb7");

	(void)state;
	must_not(play, WHITE, "Dungeon d8-h8");
	must_not(play, WHITE, "Dungeon d8-b1");
	must_not(play, WHITE, "Dungeon g7-a1");
	must(play, WHITE, "Dungeon d8-a8");
	next_turn(play, WHITE, BLACK);
	assert_false(may_move(play, BLACK, "a8a7"));
	assert_true(may_move(play, BLACK, "b7b6"));
	next_turn(play, BLACK, WHITE);
	next_turn(play, WHITE, BLACK);
	assert_true(may_move(play, BLACK, "a8a7"));
}

static void a_man_of_straw_takes_the_kings_place_in_check(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Ph5 / Kg8 Ra1", "Man of Straw h5", "Kh5 Pg1 / Kg8 Ra1"},
		  REFUSED_ROW("Kg1 Ph5 / Kg8 Ra2", "Man of Straw h5"),
		  REFUSED_ROW("Kg1 Ph5 / Kg8 Ra1 Rh8", "Man of Straw h5"),
		  REFUSED_ROW("Kg1 Nh5 / Kg8 Ra1", "Man of Straw h5"),
		  REFUSED_ROW("Kg1 Ph5 / Kg8 Ra1 Pc5", "Man of Straw c5"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disintegration_takes_an_own_pawn),
		cmocka_unit_test(the_disintegrated_are_dead_whatever_protects_them),
		cmocka_unit_test(no_quarter_buries_what_the_move_captured),
		cmocka_unit_test(a_betrayed_pawn_is_replaced_by_a_captured_one),
		cmocka_unit_test(fireball_takes_all_but_kings_around_what_moved),
		cmocka_unit_test(fireball_needs_a_mover_that_can_explode),
		cmocka_unit_test(pieces_change_places),
		cmocka_unit_test(cowardice_pushes_a_pawn_back),
		cmocka_unit_test(a_pawn_that_is_held_is_not_pushed),
		cmocka_unit_test(rebirth_puts_a_piece_where_it_starts),
		cmocka_unit_test(rebirth_follows_the_board_as_it_lies),
		cmocka_unit_test(a_dungeon_is_an_empty_corner_for_a_turn),
		cmocka_unit_test(a_man_of_straw_takes_the_kings_place_in_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
