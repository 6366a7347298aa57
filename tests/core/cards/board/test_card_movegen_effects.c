/* SPDX-License-Identifier: MIT */
/* Each effect's influence on the moves of pieces. */
#include <string.h>

#include "core/cards/board/card_movegen_internal.h"
#include "tests/lib/fieldplay.h"

#define CHESS "knightmare"

static void a_pacifist_neither_captures_nor_is_captured(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Nc3 Ra1; black Kg8 Pd5 Qa6", "white");
	assert_goes(workspace, "c3d5 a1a6");
	workspace_lay(workspace, EFFECT_PACIFISM, "white", "c3");
	workspace_lay(workspace, EFFECT_PACIFISM, "black", "a6");
	assert_goes(workspace, "c3e4 a1a5");
	assert_stays(workspace, "c3d5 a1a6");
	workspace_set_up(workspace, CHESS, "white Kg1; black Kg8 Qg5", "white");
	assert_true(workspace_checks(workspace, "white"));
	workspace_lay(workspace, EFFECT_PACIFISM, "white", "g5");
	assert_false(workspace_checks(workspace, "white"));
	assert_goes(workspace, "g1g2");
}

static void a_crab_goes_and_takes_aslant_forward(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Pe2 Pb7; black Kg8 Pd3 Pd7 Nc8", "white");
	workspace_lay(workspace, EFFECT_CRAB, "white", "e2");
	workspace_lay(workspace, EFFECT_CRAB, "white", "b7");
	assert_goes(workspace, "e2d3 e2f3 b7a8=Q b7c8=N");
	assert_stays(workspace, "e2e3 e2e4 b7b8=Q e2d1");
	assert_name(workspace, "e2", "P:crab");
	/* It doesn't capture en passant, and ends when it promotes. */
	workspace_move(workspace, "e2f3");
	workspace_turn(workspace, "black");
	workspace_move(workspace, "g8g7");
	workspace_turn(workspace, "white");
	workspace_move(workspace, "b7c8=N");
	assert_name(workspace, "c8", "N");
	assert_int_equal(workspace->field.effect_count, 1);
	workspace_set_up(workspace, CHESS, "white Kg1 Pe5 Pc5; black Kg8 Pd7", "black");
	workspace_lay(workspace, EFFECT_CRAB, "white", "e5");
	workspace_turn(workspace, "black");
	workspace_move(workspace, "d7d5");
	workspace_turn(workspace, "white");
	assert_goes(workspace, "c5d6 e5d6");
	workspace_move(workspace, "e5d6");
	assert_int_not_equal(card_board_at(&workspace->field, workspace_square(workspace, "d5")),
			     NO_PIECE);
}

static void a_cursed_piece_goes_two_squares(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Ke1 Ra1 Rh1 Qd4; black Kg8", "white");
	workspace_lay(workspace, EFFECT_CURSE, "black", "d4");
	workspace_lay(workspace, EFFECT_CURSE, "black", "a1");
	assert_goes(workspace, "d4d5 d4d6 d4f6 d4d2 a1a3 e1h1");
	assert_stays(workspace, "d4d7 d4g7 d4d1 a1a4 e1a1");
	workspace_set_up(workspace, CHESS, "white Kg1; black Kg8 Ra1", "white");
	assert_true(workspace_checks(workspace, "white"));
	workspace_lay(workspace, EFFECT_CURSE, "white", "a1");
	assert_false(workspace_checks(workspace, "white"));
	assert_goes(workspace, "g1f1");
}

static void a_magnet_holds_its_neighbours(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kd5 Re4 Nf3; black Kg8 Bf5 Rb8", "white");
	assert_false(workspace_checks(workspace, "black"));
	workspace_lay(workspace, EFFECT_MAGNET, "white", "e4");
	assert_goes(workspace, "e4a4 e4d4 d5d4 d5c5");
	assert_stays(workspace, "f3d2 f3g1");
	/* Kings aren't held; a held piece can't take. */
	workspace_turn(workspace, "black");
	assert_stays(workspace, "f5c8 f5e4 f5h3");
	assert_goes(workspace, "b8b6 g8h8");
	/* A piece that stops there is trapped, one that moves past is free; the magnet's move ends
	 * it. */
	workspace_turn(workspace, "white");
	workspace_move(workspace, "e4b4");
	assert_int_equal(workspace->field.effect_count, 0);
	workspace_turn(workspace, "black");
	assert_goes(workspace, "f5c8");
}

static void two_magnets_hold_each_other(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Re4; black Kg8 Re5", "white");
	workspace_lay(workspace, EFFECT_MAGNET, "white", "e4");
	assert_goes(workspace, "e4a4");
	workspace_lay(workspace, EFFECT_MAGNET, "black", "e5");
	assert_stays(workspace, "e4a4 e4e5");
	assert_goes(workspace, "g1f1");
}

static void capturing_a_magnet_frees_what_it_held(void **state)
{
	struct fieldplay *workspace = *state;

	/* When the magnet moves away or is captured, the piece that it held attacks the king. */
	workspace_set_up(workspace, CHESS, "white Kd3 Re4; black Kg8 Bf5", "white");
	workspace_lay(workspace, EFFECT_MAGNET, "white", "e4");
	assert_stays(workspace, "e4a4 e4e8");
	workspace_set_up(workspace, CHESS, "white Kf4 Nc3; black Kg8 Ne5 Rd5", "white");
	workspace_lay(workspace, EFFECT_MAGNET, "black", "e5");
	assert_false(workspace_checks(workspace, "white"));
	assert_goes(workspace, "f4f5 f4g5");
	assert_stays(workspace, "f4e5 f4g4");
}

static void nothing_enters_a_forbidden_city(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Ra1 Nc3 Pb3; black Kg8", "white");
	workspace_lay(workspace, EFFECT_CITY, "black", "a4");
	workspace_lay(workspace, EFFECT_CITY, "black", "b4");
	assert_goes(workspace, "a1a3 c3b5 c3d5");
	assert_stays(workspace, "a1a4 a1a5 a1a8 c3a4 b3b4");
	workspace_set_up(workspace, CHESS, "white Ke1 Rh1; black Kg8", "white");
	assert_goes(workspace, "e1h1");
	workspace_lay(workspace, EFFECT_CITY, "black", "g1");
	assert_stays(workspace, "e1h1 e1g1");
}

/* Builds a wall of two edges, each given by its two squares. */
static void build(struct fieldplay *workspace, const char *a, const char *b, const char *c,
		  const char *d)
{
	card_board_add_effect(
		workspace->book, &workspace->field,
		(struct effect){
			.what = EFFECT_WALL,
			.card = 1,
			.copy = NO_COPY,
			.by = 0,
			.seat = NO_SIDE,
			.type = NO_TYPE,
			.piece = NO_PIECE,
			.other = NO_PIECE,
			.squares = {workspace_square(workspace, a), workspace_square(workspace, b),
				    workspace_square(workspace, c), workspace_square(workspace, d)},
		},
		&workspace->record);
}

static void walls_stop_steps_and_slides(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Rd1 Nc3 Bd4; black Kg8", "white");
	build(workspace, "d4", "d5", "e4", "e5");
	/* The corner at which both edges meet is closed, those at the ends are open. */
	assert_stays(workspace, "d4e5");
	assert_goes(workspace, "d4c5 c3d5 d4e3");
	workspace_set_up(workspace, CHESS, "white Kg1 Re3; black Kg8", "white");
	build(workspace, "d4", "d5", "e4", "e5");
	assert_goes(workspace, "e3e4 e3d3");
	assert_stays(workspace, "e3e5 e3e8");
	/* A bent wall: both diagonal steps through the bend are closed. */
	workspace_set_up(workspace, CHESS, "white Kg1 Bd4 Be4; black Kg8", "white");
	build(workspace, "d4", "d5", "d4", "e4");
	assert_stays(workspace, "d4e5 e4d5");
	assert_goes(workspace, "d4c5 d4e3 e4f5 d4c3");
	/* Two walls end to end leave the way between them open. */
	workspace_set_up(workspace, CHESS, "white Kg1 Bd4; black Kg8", "white");
	build(workspace, "c4", "c5", "d4", "d5");
	build(workspace, "e4", "e5", "f4", "f5");
	assert_stays(workspace, "d4c5");
	assert_goes(workspace, "d4e5");
}

static void no_castling_through_a_wall(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Ke1 Rh1 Ra1; black Kg8", "white");
	build(workspace, "f1", "g1", "f2", "g2");
	assert_stays(workspace, "e1h1");
	assert_goes(workspace, "e1a1");
}

static void the_king_castles_out_of_and_through_check(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Ke1 Rh1 Ra1; black Kb8 Re8", "white");
	assert_true(workspace_checks(workspace, "white"));
	assert_goes(workspace, "e1h1 e1a1");
	workspace_set_up(workspace, CHESS, "white Ke1 Rh1 Ra1; black Kb8 Rf8 Rc8", "white");
	assert_goes(workspace, "e1h1");
	assert_stays(workspace, "e1a1");
}

static void pawns_step_twice_from_both_first_ranks(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Pa1 Pb2; black Kg8 Pc8", "white");
	assert_goes(workspace, "a1a3 b2b4");
	workspace_move(workspace, "b2b3");
	workspace_turn(workspace, "black");
	assert_goes(workspace, "c8c6");
	workspace_set_up(workspace, CHESS, "white Kg1 Pa1; black Kg8 Pb3", "white");
	workspace_turn(workspace, "white");
	workspace_move(workspace, "a1a3");
	workspace_turn(workspace, "black");
	assert_goes(workspace, "b3a2");
	workspace_set_up(workspace, "three-player", "white Kd8 Pc7; red Kh1 Pf1; black Ka1 Pa2 Pb3",
			 "black");
	assert_goes(workspace, "a2a4");
	assert_stays(workspace, "b3b5");
	workspace_turn(workspace, "red");
	assert_goes(workspace, "f1f3");
	workspace_set_up(workspace, "four-player", "white Ka8 Pb7; black Kh8; red Kh1; brown Ka1",
			 "white");
	assert_goes(workspace, "b7c7 b7b6");
	assert_stays(workspace, "b7d7 b7b5");
}

static void a_truce_forbids_all_captures(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Ra1; black Kg8 Qa5 Rf8", "white");
	workspace_lay(workspace, EFFECT_TRUCE, "white", NULL);
	assert_goes(workspace, "a1a4 g1h1");
	/* [truce-and-check]: no king may be left attacked, as if there were no Truce. */
	assert_stays(workspace, "a1a5 g1f1 g1f2");
}

static void a_vendetta_demands_captures(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Ra1 Pc4; black Kg8 Pd5 Pa5", "white");
	workspace_lay(workspace, EFFECT_VENDETTA, "black", NULL);
	assert_goes(workspace, "c4d5 a1a5");
	assert_stays(workspace, "c4c5 g1f1 a1a4");
	/* A capture that exposes the own king isn't available. */
	workspace_set_up(workspace, CHESS, "white Kg1 Ng2; black Kg8 Rg7 Ph4", "white");
	workspace_lay(workspace, EFFECT_VENDETTA, "black", NULL);
	assert_goes(workspace, "g1f1");
	assert_stays(workspace, "g2h4");
	/* [vendetta-and-neutrals]: a capture by a neutral piece counts; capturing one's own piece
	 * with it is no duty. */
	workspace_set_up(workspace, CHESS, "white Kg1 Pa2; black Kg8 Na8 Pb6 Ph7", "white");
	workspace_lay(workspace, EFFECT_VENDETTA, "black", NULL);
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "a8");
	assert_goes(workspace, "a8b6");
	assert_stays(workspace, "a2a3");
	workspace_set_up(workspace, CHESS, "white Kg1 Pb6; black Kg8 Na8", "white");
	workspace_lay(workspace, EFFECT_VENDETTA, "black", NULL);
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "a8");
	assert_goes(workspace, "a8b6 b6b7 g1f1");
}

static void truce_beats_vendetta(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Ra1; black Kg8 Qa5", "white");
	workspace_lay(workspace, EFFECT_VENDETTA, "black", NULL);
	workspace_lay(workspace, EFFECT_TRUCE, "white", NULL);
	assert_int_equal(workspace->field.effect_count, 1);
	assert_goes(workspace, "a1a2");
}

static void a_challenge_names_who_must_move(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Ra1; black Kg8 Nb8 Bc8 Rg2", "white");
	assert_true(workspace_checks(workspace, "white"));
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "N", NULL);
	/* A piece that may not move gives no check. */
	assert_false(workspace_checks(workspace, "white"));
	workspace_turn(workspace, "black");
	assert_goes(workspace, "b8a6 b8c6 b8d7");
	assert_stays(workspace, "c8d7 g8h8");
	/* [challenge-bares-king]: in check or not. */
	workspace_set_up(workspace, CHESS, "white Kg1 Rg4; black Kg8 Nb8", "black");
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_goes(workspace, "b8a6");
	assert_stays(workspace, "g8f8");
	/* It expires when none of them can move. */
	workspace_set_up(workspace, CHESS, "white Kg1; black Ka6 Bb8 Pa7 Pc7", "black");
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "B", NULL);
	assert_goes(workspace, "a6b5 c7c5");
}

static void vendetta_comes_before_a_challenge(void **state)
{
	struct fieldplay *workspace = *state;

	/* [challenge-under-vendetta]: a capture by the kind named if there is one, otherwise any.
	 */
	workspace_set_up(workspace, CHESS, "white Kg1 Pe5 Pa5; black Kg8 Nc6 Ra8", "black");
	workspace_lay(workspace, EFFECT_VENDETTA, "white", NULL);
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_goes(workspace, "c6e5 c6a5");
	assert_stays(workspace, "a8a5 c6b8");
	workspace_set_up(workspace, CHESS, "white Kg1 Pa5; black Kg8 Nc7 Ra8", "black");
	workspace_lay(workspace, EFFECT_VENDETTA, "white", NULL);
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_goes(workspace, "a8a5");
	assert_stays(workspace, "c7b5");
}

static void a_dungeon_keeps_a_piece_for_its_owner(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Ka1; black Kg8 Ra8", "white");
	assert_true(workspace_checks(workspace, "white"));
	workspace_bind(workspace, EFFECT_DUNGEON, "black", NULL, "a8");
	assert_false(workspace_checks(workspace, "white"));
	workspace_turn(workspace, "black");
	assert_stays(workspace, "a8b8 a8a1");
	assert_goes(workspace, "g8h8");
	/* A neutral piece is forbidden to its owner only. */
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "a8");
	workspace_turn(workspace, "white");
	assert_goes(workspace, "a8b8");
	workspace_turn(workspace, "black");
	assert_stays(workspace, "a8b8");
}

static void a_shield_lasts_until_its_owners_next_turn(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, "three-player", "white Kd8 Nb4; red Kh1 Rh4; black Ka1 Rb2",
			 "white");
	workspace_lay(workspace, EFFECT_SHIELD, "white", "b4");
	/* [shield-until-own-turn] */
	assert_true(card_board_may_be_taken(workspace->book, &workspace->field,
					    workspace_piece(workspace, "b4")));
	workspace_turn(workspace, "red");
	assert_stays(workspace, "h4b4");
	assert_false(card_board_may_be_taken(workspace->book, &workspace->field,
					     workspace_piece(workspace, "b4")));
	workspace_turn(workspace, "black");
	assert_stays(workspace, "b2b4");
	workspace_turn(workspace, "white");
	assert_int_equal(workspace->field.effect_count, 0);
	workspace_turn(workspace, "red");
	assert_goes(workspace, "h4b4");
	/* A shielded king isn't in check. */
	workspace_set_up(workspace, CHESS, "white Kf1; black Kg8 Rf8", "white");
	workspace_lay(workspace, EFFECT_SHIELD, "white", "f1");
	assert_false(workspace_checks(workspace, "white"));
	workspace_turn(workspace, "white");
	assert_true(workspace_checks(workspace, "white"));
}

static void a_neutral_piece_is_everybodys(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Pa4; black Kg8 Nc6 Pb7 Pe5", "white");
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "c6");
	assert_goes(workspace, "c6e5 c6a5 c6b4");
	workspace_turn(workspace, "black");
	assert_goes(workspace, "b7c6 c6e5 c6b4");
	/* [neutral-checks-both]: it attacks both kings; one may not step into its reach with it. */
	workspace_set_up(workspace, CHESS, "white Kg1; black Kg8 Nd4", "white");
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "d4");
	assert_stays(workspace, "d4f3 d4e2");
	assert_goes(workspace, "d4b3 d4f5");
	workspace_set_up(workspace, CHESS, "white Kg1; black Kg8 Ne7", "white");
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "e7");
	assert_true(workspace_checks(workspace, "black"));
	assert_false(workspace_checks(workspace, "white"));
	/* A neutral pawn moves away from its owner. */
	workspace_set_up(workspace, CHESS, "white Kg1; black Kg8 Pc7", "white");
	workspace_lay(workspace, EFFECT_NEUTRAL, "white", "c7");
	assert_goes(workspace, "c7c6 c7c5");
	assert_stays(workspace, "c7c8");
}

/* A composite is a pawn if one of its parts is. */
static void a_composite_is_a_pawn_by_its_part(void **state)
{
	struct fieldplay *workspace = *state;
	struct effect effect = {.copy = NO_COPY, .card = NO_CARD, .seat = NO_SIDE, .type = NO_TYPE};
	struct sight sight;
	unsigned rook, pawn;

	memset(effect.squares, NO_SQUARE, sizeof effect.squares);
	workspace_set_up(workspace, CHESS, "white Kg1 Ra1 Ra2 Nb1 Pb2; black Kg8", "white");
	rook = workspace_piece(workspace, "a2");
	pawn = workspace_piece(workspace, "b2");
	card_board_merge(workspace->book, &workspace->field, workspace_piece(workspace, "a1"),
			 workspace_piece(workspace, "b1"), effect, &workspace->record);
	card_board_merge(workspace->book, &workspace->field, rook, pawn, effect,
			 &workspace->record);
	card_movegen_init_sight(&sight, workspace->book, &workspace->field, 0);
	assert_int_equal(card_movegen_pawn_part(&sight, workspace_piece(workspace, "b2")), pawn);
	assert_int_equal(card_movegen_pawn_part(&sight, workspace_piece(workspace, "b1")),
			 NO_PIECE);
	assert_int_equal(card_movegen_pawn_part(&sight, workspace_piece(workspace, "g1")),
			 NO_PIECE);
}

#define WAYS_TEST(test) cmocka_unit_test_setup_teardown(test, workspace_open, workspace_close)

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
