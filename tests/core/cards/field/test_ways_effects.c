/* SPDX-License-Identifier: MIT */
/* What each effect lets pieces do, and what it doesn't. */
#include <string.h>

#include "tests/lib/fieldplay.h"
#include "core/cards/field/ways_inner.h"

#define CHESS "knightmare"

static void a_pacifist_neither_captures_nor_is_captured(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Nc3 Ra1; black Kg8 Pd5 Qa6", "white");
	assert_goes(desk, "c3d5 a1a6");
	desk_lay(desk, EFFECT_PACIFISM, "white", "c3");
	desk_lay(desk, EFFECT_PACIFISM, "black", "a6");
	assert_goes(desk, "c3e4 a1a5");
	assert_stays(desk, "c3d5 a1a6");
	desk_set_up(desk, CHESS, "white Kg1; black Kg8 Qg5", "white");
	assert_true(desk_checks(desk, "white"));
	desk_lay(desk, EFFECT_PACIFISM, "white", "g5");
	assert_false(desk_checks(desk, "white"));
	assert_goes(desk, "g1g2");
}

static void a_crab_goes_and_takes_aslant_forward(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Pe2 Pb7; black Kg8 Pd3 Pd7 Nc8", "white");
	desk_lay(desk, EFFECT_CRAB, "white", "e2");
	desk_lay(desk, EFFECT_CRAB, "white", "b7");
	assert_goes(desk, "e2d3 e2f3 b7a8=Q b7c8=N");
	assert_stays(desk, "e2e3 e2e4 b7b8=Q e2d1");
	assert_name(desk, "e2", "P:crab");
	/* It doesn't take in passing, and ends when it promotes. */
	desk_move(desk, "e2f3");
	desk_turn(desk, "black");
	desk_move(desk, "g8g7");
	desk_turn(desk, "white");
	desk_move(desk, "b7c8=N");
	assert_name(desk, "c8", "N");
	assert_int_equal(desk->field.effect_count, 1);
	desk_set_up(desk, CHESS, "white Kg1 Pe5 Pc5; black Kg8 Pd7", "black");
	desk_lay(desk, EFFECT_CRAB, "white", "e5");
	desk_turn(desk, "black");
	desk_move(desk, "d7d5");
	desk_turn(desk, "white");
	assert_goes(desk, "c5d6 e5d6");
	desk_move(desk, "e5d6");
	assert_int_not_equal(field_at(&desk->field, desk_square(desk, "d5")), NO_PIECE);
}

static void a_cursed_piece_goes_two_squares(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Ke1 Ra1 Rh1 Qd4; black Kg8", "white");
	desk_lay(desk, EFFECT_CURSE, "black", "d4");
	desk_lay(desk, EFFECT_CURSE, "black", "a1");
	assert_goes(desk, "d4d5 d4d6 d4f6 d4d2 a1a3 e1h1");
	assert_stays(desk, "d4d7 d4g7 d4d1 a1a4 e1a1");
	desk_set_up(desk, CHESS, "white Kg1; black Kg8 Ra1", "white");
	assert_true(desk_checks(desk, "white"));
	desk_lay(desk, EFFECT_CURSE, "white", "a1");
	assert_false(desk_checks(desk, "white"));
	assert_goes(desk, "g1f1");
}

static void a_magnet_holds_its_neighbours(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kd5 Re4 Nf3; black Kg8 Bf5 Rb8", "white");
	assert_false(desk_checks(desk, "black"));
	desk_lay(desk, EFFECT_MAGNET, "white", "e4");
	assert_goes(desk, "e4a4 e4d4 d5d4 d5c5");
	assert_stays(desk, "f3d2 f3g1");
	/* Kings aren't held; a held piece can't take. */
	desk_turn(desk, "black");
	assert_stays(desk, "f5c8 f5e4 f5h3");
	assert_goes(desk, "b8b6 g8h8");
	/* What stops there is trapped, passing is free; the magnet's move ends it. */
	desk_turn(desk, "white");
	desk_move(desk, "e4b4");
	assert_int_equal(desk->field.effect_count, 0);
	desk_turn(desk, "black");
	assert_goes(desk, "f5c8");
}

static void two_magnets_hold_each_other(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Re4; black Kg8 Re5", "white");
	desk_lay(desk, EFFECT_MAGNET, "white", "e4");
	assert_goes(desk, "e4a4");
	desk_lay(desk, EFFECT_MAGNET, "black", "e5");
	assert_stays(desk, "e4a4 e4e5");
	assert_goes(desk, "g1f1");
}

static void capturing_a_magnet_frees_what_it_held(void **state)
{
	struct desk *desk = *state;

	/* Where the magnet goes, or is taken, what it held attacks the king. */
	desk_set_up(desk, CHESS, "white Kd3 Re4; black Kg8 Bf5", "white");
	desk_lay(desk, EFFECT_MAGNET, "white", "e4");
	assert_stays(desk, "e4a4 e4e8");
	desk_set_up(desk, CHESS, "white Kf4 Nc3; black Kg8 Ne5 Rd5", "white");
	desk_lay(desk, EFFECT_MAGNET, "black", "e5");
	assert_false(desk_checks(desk, "white"));
	assert_goes(desk, "f4f5 f4g5");
	assert_stays(desk, "f4e5 f4g4");
}

static void nothing_enters_a_forbidden_city(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Ra1 Nc3 Pb3; black Kg8", "white");
	desk_lay(desk, EFFECT_CITY, "black", "a4");
	desk_lay(desk, EFFECT_CITY, "black", "b4");
	assert_goes(desk, "a1a3 c3b5 c3d5");
	assert_stays(desk, "a1a4 a1a5 a1a8 c3a4 b3b4");
	desk_set_up(desk, CHESS, "white Ke1 Rh1; black Kg8", "white");
	assert_goes(desk, "e1h1");
	desk_lay(desk, EFFECT_CITY, "black", "g1");
	assert_stays(desk, "e1h1 e1g1");
}

/* A wall of two edges, each by its two squares. */
static void build(struct desk *desk, const char *a, const char *b, const char *c, const char *d)
{
	field_add_effect(desk->book, &desk->field,
			 (struct effect){
				 .what = EFFECT_WALL,
				 .card = 1,
				 .copy = NO_COPY,
				 .by = 0,
				 .seat = NO_SIDE,
				 .type = NO_TYPE,
				 .piece = NO_PIECE,
				 .other = NO_PIECE,
				 .squares = {desk_square(desk, a), desk_square(desk, b),
					     desk_square(desk, c), desk_square(desk, d)},
			 },
			 &desk->record);
}

static void walls_stop_steps_and_slides(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Rd1 Nc3 Bd4; black Kg8", "white");
	build(desk, "d4", "d5", "e4", "e5");
	/* The vertex both edges meet in is closed, those at the ends are free. */
	assert_stays(desk, "d4e5");
	assert_goes(desk, "d4c5 c3d5 d4e3");
	desk_set_up(desk, CHESS, "white Kg1 Re3; black Kg8", "white");
	build(desk, "d4", "d5", "e4", "e5");
	assert_goes(desk, "e3e4 e3d3");
	assert_stays(desk, "e3e5 e3e8");
	/* Bent: both steps aslant through the bend are closed. */
	desk_set_up(desk, CHESS, "white Kg1 Bd4 Be4; black Kg8", "white");
	build(desk, "d4", "d5", "d4", "e4");
	assert_stays(desk, "d4e5 e4d5");
	assert_goes(desk, "d4c5 d4e3 e4f5 d4c3");
	/* Two walls end to end leave the way between them open. */
	desk_set_up(desk, CHESS, "white Kg1 Bd4; black Kg8", "white");
	build(desk, "c4", "c5", "d4", "d5");
	build(desk, "e4", "e5", "f4", "f5");
	assert_stays(desk, "d4c5");
	assert_goes(desk, "d4e5");
}

static void no_castling_through_a_wall(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Ke1 Rh1 Ra1; black Kg8", "white");
	build(desk, "f1", "g1", "f2", "g2");
	assert_stays(desk, "e1h1");
	assert_goes(desk, "e1a1");
}

static void the_king_castles_out_of_and_through_check(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Ke1 Rh1 Ra1; black Kb8 Re8", "white");
	assert_true(desk_checks(desk, "white"));
	assert_goes(desk, "e1h1 e1a1");
	desk_set_up(desk, CHESS, "white Ke1 Rh1 Ra1; black Kb8 Rf8 Rc8", "white");
	assert_goes(desk, "e1h1");
	assert_stays(desk, "e1a1");
}

static void pawns_step_twice_from_both_first_ranks(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Pa1 Pb2; black Kg8 Pc8", "white");
	assert_goes(desk, "a1a3 b2b4");
	desk_move(desk, "b2b3");
	desk_turn(desk, "black");
	assert_goes(desk, "c8c6");
	desk_set_up(desk, CHESS, "white Kg1 Pa1; black Kg8 Pb3", "white");
	desk_turn(desk, "white");
	desk_move(desk, "a1a3");
	desk_turn(desk, "black");
	assert_goes(desk, "b3a2");
	desk_set_up(desk, "three-player", "white Kd8 Pc7; red Kh1 Pf1; black Ka1 Pa2 Pb3", "black");
	assert_goes(desk, "a2a4");
	assert_stays(desk, "b3b5");
	desk_turn(desk, "red");
	assert_goes(desk, "f1f3");
	desk_set_up(desk, "four-player", "white Ka8 Pb7; black Kh8; red Kh1; brown Ka1", "white");
	assert_goes(desk, "b7c7 b7b6");
	assert_stays(desk, "b7d7 b7b5");
}

static void a_truce_forbids_all_captures(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Ra1; black Kg8 Qa5 Rf8", "white");
	desk_lay(desk, EFFECT_TRUCE, "white", NULL);
	assert_goes(desk, "a1a4 g1h1");
	/* [truce-and-check]: nobody may leave his king attacked as if there were no Truce. */
	assert_stays(desk, "a1a5 g1f1 g1f2");
}

static void a_vendetta_demands_captures(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Ra1 Pc4; black Kg8 Pd5 Pa5", "white");
	desk_lay(desk, EFFECT_VENDETTA, "black", NULL);
	assert_goes(desk, "c4d5 a1a5");
	assert_stays(desk, "c4c5 g1f1 a1a4");
	/* A capture that bares the king isn't available. */
	desk_set_up(desk, CHESS, "white Kg1 Ng2; black Kg8 Rg7 Ph4", "white");
	desk_lay(desk, EFFECT_VENDETTA, "black", NULL);
	assert_goes(desk, "g1f1");
	assert_stays(desk, "g2h4");
	/* [vendetta-and-neutrals]: by a neutral piece it counts, of one's own piece by it it
	 * doesn't oblige. */
	desk_set_up(desk, CHESS, "white Kg1 Pa2; black Kg8 Na8 Pb6 Ph7", "white");
	desk_lay(desk, EFFECT_VENDETTA, "black", NULL);
	desk_lay(desk, EFFECT_NEUTRAL, "white", "a8");
	assert_goes(desk, "a8b6");
	assert_stays(desk, "a2a3");
	desk_set_up(desk, CHESS, "white Kg1 Pb6; black Kg8 Na8", "white");
	desk_lay(desk, EFFECT_VENDETTA, "black", NULL);
	desk_lay(desk, EFFECT_NEUTRAL, "white", "a8");
	assert_goes(desk, "a8b6 b6b7 g1f1");
}

static void truce_beats_vendetta(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Ra1; black Kg8 Qa5", "white");
	desk_lay(desk, EFFECT_VENDETTA, "black", NULL);
	desk_lay(desk, EFFECT_TRUCE, "white", NULL);
	assert_int_equal(desk->field.effect_count, 1);
	assert_goes(desk, "a1a2");
}

static void a_challenge_names_who_must_move(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Ra1; black Kg8 Nb8 Bc8 Rg2", "white");
	assert_true(desk_checks(desk, "white"));
	desk_bind(desk, EFFECT_CHALLENGE, "black", "N", NULL);
	/* What may not go gives no check. */
	assert_false(desk_checks(desk, "white"));
	desk_turn(desk, "black");
	assert_goes(desk, "b8a6 b8c6 b8d7");
	assert_stays(desk, "c8d7 g8h8");
	/* [challenge-bares-king]: in check or not. */
	desk_set_up(desk, CHESS, "white Kg1 Rg4; black Kg8 Nb8", "black");
	desk_bind(desk, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_goes(desk, "b8a6");
	assert_stays(desk, "g8f8");
	/* It lapses when none of them can move. */
	desk_set_up(desk, CHESS, "white Kg1; black Ka6 Bb8 Pa7 Pc7", "black");
	desk_bind(desk, EFFECT_CHALLENGE, "black", "B", NULL);
	assert_goes(desk, "a6b5 c7c5");
}

static void vendetta_comes_before_a_challenge(void **state)
{
	struct desk *desk = *state;

	/* [challenge-under-vendetta]: a capture by the kind named if there is one, else any. */
	desk_set_up(desk, CHESS, "white Kg1 Pe5 Pa5; black Kg8 Nc6 Ra8", "black");
	desk_lay(desk, EFFECT_VENDETTA, "white", NULL);
	desk_bind(desk, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_goes(desk, "c6e5 c6a5");
	assert_stays(desk, "a8a5 c6b8");
	desk_set_up(desk, CHESS, "white Kg1 Pa5; black Kg8 Nc7 Ra8", "black");
	desk_lay(desk, EFFECT_VENDETTA, "white", NULL);
	desk_bind(desk, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_goes(desk, "a8a5");
	assert_stays(desk, "c7b5");
}

static void a_dungeon_keeps_a_piece_for_its_owner(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Ka1; black Kg8 Ra8", "white");
	assert_true(desk_checks(desk, "white"));
	desk_bind(desk, EFFECT_DUNGEON, "black", NULL, "a8");
	assert_false(desk_checks(desk, "white"));
	desk_turn(desk, "black");
	assert_stays(desk, "a8b8 a8a1");
	assert_goes(desk, "g8h8");
	/* A neutral piece is barred to its owner only. */
	desk_lay(desk, EFFECT_NEUTRAL, "white", "a8");
	desk_turn(desk, "white");
	assert_goes(desk, "a8b8");
	desk_turn(desk, "black");
	assert_stays(desk, "a8b8");
}

static void a_shield_lasts_until_its_owners_next_turn(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, "three-player", "white Kd8 Nb4; red Kh1 Rh4; black Ka1 Rb2", "white");
	desk_lay(desk, EFFECT_SHIELD, "white", "b4");
	/* [shield-until-own-turn] */
	assert_true(field_may_be_taken(desk->book, &desk->field, desk_piece(desk, "b4")));
	desk_turn(desk, "red");
	assert_stays(desk, "h4b4");
	assert_false(field_may_be_taken(desk->book, &desk->field, desk_piece(desk, "b4")));
	desk_turn(desk, "black");
	assert_stays(desk, "b2b4");
	desk_turn(desk, "white");
	assert_int_equal(desk->field.effect_count, 0);
	desk_turn(desk, "red");
	assert_goes(desk, "h4b4");
	/* A shielded king isn't in check. */
	desk_set_up(desk, CHESS, "white Kf1; black Kg8 Rf8", "white");
	desk_lay(desk, EFFECT_SHIELD, "white", "f1");
	assert_false(desk_checks(desk, "white"));
	desk_turn(desk, "white");
	assert_true(desk_checks(desk, "white"));
}

static void a_neutral_piece_is_everybodys(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Pa4; black Kg8 Nc6 Pb7 Pe5", "white");
	desk_lay(desk, EFFECT_NEUTRAL, "white", "c6");
	assert_goes(desk, "c6e5 c6a5 c6b4");
	desk_turn(desk, "black");
	assert_goes(desk, "b7c6 c6e5 c6b4");
	/* [neutral-checks-both]: it attacks both kings; one may not step into its reach with it. */
	desk_set_up(desk, CHESS, "white Kg1; black Kg8 Nd4", "white");
	desk_lay(desk, EFFECT_NEUTRAL, "white", "d4");
	assert_stays(desk, "d4f3 d4e2");
	assert_goes(desk, "d4b3 d4f5");
	desk_set_up(desk, CHESS, "white Kg1; black Kg8 Ne7", "white");
	desk_lay(desk, EFFECT_NEUTRAL, "white", "e7");
	assert_true(desk_checks(desk, "black"));
	assert_false(desk_checks(desk, "white"));
	/* A neutral pawn walks away from its owner. */
	desk_set_up(desk, CHESS, "white Kg1; black Kg8 Pc7", "white");
	desk_lay(desk, EFFECT_NEUTRAL, "white", "c7");
	assert_goes(desk, "c7c6 c7c5");
	assert_stays(desk, "c7c8");
}

/* Of two merged into one the part that is a pawn, if any. */
static void a_composite_is_a_pawn_by_its_part(void **state)
{
	struct desk *desk = *state;
	struct effect effect = {.copy = NO_COPY, .card = NO_CARD, .seat = NO_SIDE, .type = NO_TYPE};
	struct sight sight;
	unsigned rook, pawn;

	memset(effect.squares, NO_SQUARE, sizeof effect.squares);
	desk_set_up(desk, CHESS, "white Kg1 Ra1 Ra2 Nb1 Pb2; black Kg8", "white");
	rook = desk_piece(desk, "a2");
	pawn = desk_piece(desk, "b2");
	field_merge(desk->book, &desk->field, desk_piece(desk, "a1"), desk_piece(desk, "b1"),
		    effect, &desk->record);
	field_merge(desk->book, &desk->field, rook, pawn, effect, &desk->record);
	ways_look(&sight, desk->book, &desk->field, 0);
	assert_int_equal(ways_pawn_part(&sight, desk_piece(desk, "b2")), pawn);
	assert_int_equal(ways_pawn_part(&sight, desk_piece(desk, "b1")), NO_PIECE);
	assert_int_equal(ways_pawn_part(&sight, desk_piece(desk, "g1")), NO_PIECE);
}

#define WAYS_TEST(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WAYS_TEST(a_pacifist_neither_captures_nor_is_captured),
		WAYS_TEST(a_crab_goes_and_takes_aslant_forward),
		WAYS_TEST(a_cursed_piece_goes_two_squares),
		WAYS_TEST(a_magnet_holds_its_neighbours),
		WAYS_TEST(two_magnets_hold_each_other),
		WAYS_TEST(capturing_a_magnet_frees_what_it_held),
		WAYS_TEST(nothing_enters_a_forbidden_city),
		WAYS_TEST(walls_stop_steps_and_slides),
		WAYS_TEST(no_castling_through_a_wall),
		WAYS_TEST(the_king_castles_out_of_and_through_check),
		WAYS_TEST(pawns_step_twice_from_both_first_ranks),
		WAYS_TEST(a_truce_forbids_all_captures),
		WAYS_TEST(a_vendetta_demands_captures),
		WAYS_TEST(truce_beats_vendetta),
		WAYS_TEST(a_challenge_names_who_must_move),
		WAYS_TEST(vendetta_comes_before_a_challenge),
		WAYS_TEST(a_dungeon_keeps_a_piece_for_its_owner),
		WAYS_TEST(a_shield_lasts_until_its_owners_next_turn),
		WAYS_TEST(a_neutral_piece_is_everybodys),
		WAYS_TEST(a_composite_is_a_pawn_by_its_part),
	};

	return cmocka_run_group_tests_name("ways under effects", tests, NULL, NULL);
}
