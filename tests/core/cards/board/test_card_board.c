/* SPDX-License-Identifier: MIT */
/* Changes of pieces and of the board: Coup, composites, Earthquake, pieces that leave and return.
 */
#include "tests/lib/fieldplay.h"

#define CHESS "knightmare"

static void a_coup_makes_another_piece_royal(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Ke1 Rh1 Nc3; black Kg8 Rb8 Re8", "white");
	workspace_lay(workspace, EFFECT_PACIFISM, "white", "c3");
	workspace_lay(workspace, EFFECT_COUP, "white", "c3");
	assert_name(workspace, "c3", "N:royal");
	assert_name(workspace, "e1", "K:prince");
	assert_int_equal(card_board_royal(&workspace->field, 0), workspace_piece(workspace, "c3"));
	/* The Prince may step into attack, and can't castle; Pacifism is suspended. */
	assert_false(workspace_checks(workspace, "white"));
	assert_goes(workspace, "e1e2 c3d5");
	assert_stays(workspace, "e1h1 c3b5");
	assert_true(workspace->field.effects[0].suspended);
	assert_int_equal(workspace->field.marks[workspace_piece(workspace, "c3")], MARK_ROYAL);
	workspace_turn(workspace, "black");
	assert_goes(workspace, "e8e1");
}

static void a_royal_pawn_that_promotes_suspends_its_coup(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kh1 Pa7; black Kg7 Rh5", "white");
	workspace_lay(workspace, EFFECT_COUP, "white", "a7");
	workspace_turn(workspace, "white");
	/* The king would be king again, and in check: that is no legal move; a knight stays royal.
	 */
	assert_goes(workspace, "a7a8=N h1g1 h1h2");
	assert_stays(workspace, "a7a8=Q a7a8=R");
	workspace_move(workspace, "h1g1");
	workspace_turn(workspace, "white");
	workspace_move(workspace, "a7a8=Q");
	assert_true(workspace->field.effects[0].suspended);
	assert_int_equal(card_board_royal(&workspace->field, 0), workspace_piece(workspace, "g1"));
	/* [coup-royal-queen]: without a Prince the queen is royal. */
	card_board_capture(workspace->book, &workspace->field, workspace_piece(workspace, "g1"),
			   NO_PIECE, false, &workspace->record);
	assert_false(workspace->field.effects[0].suspended);
	assert_int_equal(card_board_royal(&workspace->field, 0), workspace_piece(workspace, "a8"));
}

/* Moves one piece onto the other. */
static void merge(struct fieldplay *workspace, const char *mover, const char *onto)
{
	struct effect effect = {.card = 9,
				.copy = NO_COPY,
				.by = workspace->seat,
				.seat = NO_SIDE,
				.type = NO_TYPE,
				.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE}};

	card_board_merge(workspace->book, &workspace->field, workspace_piece(workspace, mover),
			 workspace_piece(workspace, onto), effect, &workspace->record);
}

static void a_composite_goes_like_either_part(void **state)
{
	struct fieldplay *workspace = *state;
	struct move_list list;

	workspace_set_up(workspace, CHESS, "white Kg1 Ra1 Na4 Pc2 Bb1; black Kg8 Pb3 Pd7", "white");
	merge(workspace, "a1", "a4");
	merge(workspace, "b1", "c2");
	assert_name(workspace, "a4", "R+N");
	assert_name(workspace, "c2", "B+P");
	assert_goes(workspace, "a4a8 a4b6 a4h4 c2c3 c2c4 c2b3 c2e4");
	assert_true(card_board_is(workspace->book, &workspace->field,
				  workspace_piece(workspace, "a4"), 1 << CARD_KNIGHT));
	assert_true(card_board_is(workspace->book, &workspace->field,
				  workspace_piece(workspace, "a4"), 1 << CARD_ROOK));
	assert_false(card_board_is(workspace->book, &workspace->field,
				   workspace_piece(workspace, "a4"), 1 << CARD_BISHOP));
	/* A square that both parts reach is listed once. */
	workspace_set_up(workspace, CHESS, "white Kg1 Rd1 Pd2; black Kg8", "white");
	merge(workspace, "d1", "d2");
	card_movegen_moves(workspace->book, &workspace->field, 0, true, &list);
	for (unsigned i = 0; i < list.count; i++)
		for (unsigned j = 0; j < i; j++)
			assert_false(list.moves[i].from == list.moves[j].from &&
				     list.moves[i].to == list.moves[j].to);
	assert_goes(workspace, "d2d3 d2d4 d2d8 d2a2");
	/* It doesn't promote; when it is captured, both parts are. */
	workspace_set_up(workspace, CHESS, "white Kg1 Pe6 Ne7; black Ka8 Bf8", "white");
	merge(workspace, "e6", "e7");
	assert_goes(workspace, "e7e8 e7f8 e7c8");
	assert_stays(workspace, "e7e8=Q e7f8=Q");
	workspace_turn(workspace, "black");
	workspace_move(workspace, "f8e7");
	assert_int_equal(workspace->field.turn_log.taken_count, 2);
	assert_int_equal(workspace->field.effect_count, 0);
}

static void marks_cover_a_composite_and_come_back_with_its_parts(void **state)
{
	struct fieldplay *workspace = *state;
	uint16_t composite;

	workspace_set_up(workspace, CHESS, "white Kg1 Bc1 Pe3; black Kg8 Pf4 Rh6", "white");
	workspace_lay(workspace, EFFECT_CRAB, "white", "e3");
	workspace_lay(workspace, EFFECT_PACIFISM, "white", "e3");
	merge(workspace, "c1", "e3");
	composite = (uint16_t)(workspace->field.serial - 1);
	assert_stays(workspace, "e3f4 e3h6 e3e4");
	assert_goes(workspace, "e3d4 e3c5 e3c1");
	workspace_lay(workspace, EFFECT_CURSE, "black", "e3");
	assert_stays(workspace, "e3b6");
	/* After it has ended there are two pieces on one square, and the effects of the composite
	 * are gone. */
	workspace_turn(workspace, "black");
	card_board_end_effect(workspace->book, &workspace->field, composite, &workspace->record);
	assert_name(workspace, "e3", "B");
	assert_int_equal(workspace->field.effect_count, 3);
	workspace_turn(workspace, "white");
	assert_goes(workspace, "e3b6 e3d4 e3f4 g1f1");
	workspace_move(workspace, "e3a7");
	assert_name(workspace, "e3", "P:crab");
	assert_stays(workspace, "e3f4");
	assert_goes(workspace, "e3d4");
	assert_int_equal(workspace->field.effect_count, 2);
}

static void a_move_says_which_of_two_it_means(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Qa4 Rh1 Bd7; black Kg8", "white");
	merge(workspace, "d7", "a4");
	workspace_turn(workspace, "black");
	card_board_end_effect(workspace->book, &workspace->field,
			      (uint16_t)(workspace->field.serial - 1), &workspace->record);
	workspace_turn(workspace, "white");
	assert_goes(workspace, "a4b5 B:a4b5 a4a5 g1f1");
	assert_stays(workspace, "Q:a4b5 B:a4a5");
	workspace_move(workspace, "B:a4b5");
	assert_name(workspace, "a4", "Q");
	assert_name(workspace, "b5", "B");
	assert_int_equal(workspace->field.effect_count, 0);
	/* [two-on-a-square] */
	workspace_set_up(workspace, CHESS, "white Kg1 Qa4 Bd7; black Kg8 Ra8", "white");
	merge(workspace, "d7", "a4");
	card_board_end_effect(workspace->book, &workspace->field,
			      (uint16_t)(workspace->field.serial - 1), &workspace->record);
	workspace_turn(workspace, "black");
	workspace_move(workspace, "a8a4");
	assert_int_equal(workspace->field.turn_log.taken_count, 2);
	assert_int_equal(workspace->field.effect_count, 0);
}

/* Only the piece at the back of a square is replaced, not the one in front of it. */
static void what_shares_a_square_is_replaced_alone(void **state)
{
	struct fieldplay *workspace = *state;
	unsigned queen, pawn, lost;

	workspace_set_up(workspace, CHESS, "white Kg1 Pa2; black Kg8 Qa4 Pd7", "white");
	queen = workspace_piece(workspace, "a4");
	pawn = workspace_piece(workspace, "d7");
	lost = workspace_piece(workspace, "a2");
	card_board_capture(workspace->book, &workspace->field, lost, NO_PIECE, false,
			   &workspace->record);
	merge(workspace, "d7", "a4");
	card_board_end_effect(workspace->book, &workspace->field,
			      (uint16_t)(workspace->field.serial - 1), &workspace->record);
	card_board_replace(workspace->book, &workspace->field, pawn, lost, &workspace->record);
	assert_int_equal(workspace->field.position.pieces[pawn].fate, DEAD);
	assert_int_equal(workspace->field.position.pieces[queen].fate, SHARING);
	assert_int_equal(workspace_piece(workspace, "a4"), lost);
}

static void a_piece_that_returns_at_once_keeps_its_powers(void **state)
{
	struct fieldplay *workspace = *state;
	unsigned pawn;

	workspace_set_up(workspace, CHESS, "white Kg1 Rd1; black Kg8 Pd5 Pf6", "white");
	workspace_lay(workspace, EFFECT_CRAB, "black", "d5");
	pawn = workspace_piece(workspace, "d5");
	workspace_move(workspace, "d1d5");
	assert_int_equal(workspace->field.effect_count, 0);
	card_board_return(workspace->book, &workspace->field, pawn,
			  workspace_square(workspace, "e5"), RETURN_WHOLE, &workspace->record);
	assert_name(workspace, "e5", "P:crab");
	/* [marks-return]: a composite comes back whole. */
	workspace_set_up(workspace, CHESS, "white Kg1 Rd1; black Kg8 Nd5 Bb7", "white");
	workspace->seat = 1;
	merge(workspace, "b7", "d5");
	pawn = workspace_piece(workspace, "d5");
	workspace_turn(workspace, "white");
	workspace_move(workspace, "d1d5");
	card_board_return(workspace->book, &workspace->field, pawn,
			  workspace_square(workspace, "a2"), RETURN_WHOLE, &workspace->record);
	assert_name(workspace, "a2", "B+N");
	/* Later it returns as it was at the start. */
	workspace_set_up(workspace, CHESS, "white Kg1 Rd1; black Kg8 Pd5", "white");
	workspace_lay(workspace, EFFECT_CRAB, "black", "d5");
	pawn = workspace_piece(workspace, "d5");
	workspace_move(workspace, "d1d5");
	card_board_return(workspace->book, &workspace->field, pawn,
			  workspace_square(workspace, "d7"), RETURN_ANEW, &workspace->record);
	assert_name(workspace, "d7", "P");
	/* [returned-never-castles] */
	assert_true(workspace->field.position.pieces[pawn].moved);
}

static uint16_t shake(struct fieldplay *workspace, bool left)
{
	card_board_add_effect(workspace->book, &workspace->field,
			      (struct effect){
				      .what = EFFECT_EARTHQUAKE,
				      .card = 3,
				      .copy = NO_COPY,
				      .by = 0,
				      .seat = NO_SIDE,
				      .type = NO_TYPE,
				      .piece = NO_PIECE,
				      .other = NO_PIECE,
				      .left = left,
				      .squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
			      },
			      &workspace->record);
	return (uint16_t)(workspace->field.serial - 1);
}

static void an_earthquake_turns_the_board(void **state)
{
	struct fieldplay *workspace = *state;
	uint16_t quake;

	workspace_set_up(workspace, CHESS, "white Kg1 Pb4 Pg6 Pe4; black Kc8 Pf5 Pc3", "white");
	quake = shake(workspace, true);
	assert_goes(workspace, "b4c4 b4d4 g6h6=R e4f4 e4f5 b4c3");
	assert_stays(workspace, "b4b5 e4e5 g6g7");
	assert_int_equal(card_board_rank(workspace->book, &workspace->field, 0,
					 workspace_square(workspace, "b4")),
			 1);
	assert_true(card_board_promotes(workspace->book, &workspace->field, 0,
					workspace_square(workspace, "h3")));
	assert_true(card_board_in_territory(workspace->book, &workspace->field, 0,
					    workspace_square(workspace, "d8")));
	assert_true(card_board_starts(workspace->book, &workspace->field, 0, CARD_PAWN,
				      workspace_square(workspace, "b5")));
	workspace_turn(workspace, "black");
	assert_goes(workspace, "f5e5 c3b3 c3b4 f5e4");
	card_board_end_effect(workspace->book, &workspace->field, quake, &workspace->record);
	workspace_turn(workspace, "white");
	assert_goes(workspace, "b4b5");
	/* RIGHT is the reverse, and both together cancel out. */
	shake(workspace, false);
	assert_goes(workspace, "g6e6 g6f6");
	shake(workspace, false);
	assert_goes(workspace, "g6g5 b4c3");
	/* Promotion on the new last rank. */
	workspace_set_up(workspace, CHESS, "white Kg1 Pg6; black Kc8", "white");
	shake(workspace, true);
	assert_goes(workspace, "g6h6=Q g6h6=N");
}

static void a_four_player_board_turns_corner_by_corner(void **state)
{
	struct fieldplay *workspace = *state;

	/* [earthquake-boards]: White's corner after RIGHT is a1's. */
	workspace_set_up(workspace, "four-player",
			 "white Ka8 Pd4; black Kh8 Pe5; red Kh1; brown Ka1", "white");
	assert_goes(workspace, "d4e4 d4d3");
	shake(workspace, false);
	assert_goes(workspace, "d4e4 d4d5");
	assert_stays(workspace, "d4d3 d4c4");
	assert_true(card_board_in_territory(workspace->book, &workspace->field, 0,
					    workspace_square(workspace, "b2")));
	assert_true(card_board_promotes(workspace->book, &workspace->field, 0,
					workspace_square(workspace, "h3")));
	assert_true(card_board_promotes(workspace->book, &workspace->field, 0,
					workspace_square(workspace, "c8")));
	assert_false(card_board_promotes(workspace->book, &workspace->field, 0,
					 workspace_square(workspace, "c1")));
	workspace_turn(workspace, "black");
	/* Black's is a8's now. */
	assert_goes(workspace, "e5f5 e5e4");
}

static void rights_in_passing_end_with_an_earthquake(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1 Pe2; black Kg8 Pd4", "white");
	workspace_turn(workspace, "white");
	workspace_move(workspace, "e2e4");
	workspace->seat = 1;
	assert_goes(workspace, "d4e3");
	shake(workspace, true);
	assert_stays(workspace, "d4e3");
}

static void a_king_away_is_never_in_check(void **state)
{
	struct fieldplay *workspace = *state;
	unsigned king;

	workspace_set_up(workspace, CHESS, "white Kg1 Pa2; black Kg8 Rg7", "white");
	king = workspace_piece(workspace, "g1");
	workspace_lay(workspace, EFFECT_ELF_HILL, "white", "g1");
	card_board_send_away(workspace->book, &workspace->field, king, &workspace->record);
	assert_false(workspace_checks(workspace, "white"));
	workspace_turn(workspace, "white");
	assert_goes(workspace, "a2a3");
	card_board_return(workspace->book, &workspace->field, king,
			  workspace_square(workspace, "a1"), RETURN_WHOLE, &workspace->record);
	assert_int_equal(card_board_royal(&workspace->field, 0), king);
	/* The king may not move in this turn. */
	assert_stays(workspace, "a1b1");
	assert_goes(workspace, "a2a3");
}

static void a_seat_that_loses_its_turn_threatens_nothing(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, CHESS, "white Kg1; black Kg8 Rg7", "white");
	assert_true(workspace_checks(workspace, "white"));
	/* [riposte-spares-mover]: but only the king of the seat whose turn the Riposte answered. */
	workspace_bind(workspace, EFFECT_LOST, "black", NULL, NULL);
	assert_true(workspace_checks(workspace, "white"));
	workspace->field.effects[0].other = (uint8_t)workspace_piece(workspace, "g1");
	assert_false(workspace_checks(workspace, "white"));
	assert_goes(workspace, "g1g2");
}

/* Returns whether two boards are the same for repetition. */
static bool is_same(const struct fieldplay *workspace, const struct card_board *a,
		    const struct card_board *b)
{
	struct position_key left = card_movegen_key(workspace->book, a),
			    right = card_movegen_key(workspace->book, b);

	return memcmp(&left, &right, sizeof left) == 0;
}

/* [repetition-with-effects] */
static void repetition_looks_at_the_continuing_effects(void **state)
{
	struct fieldplay *workspace = *state;
	struct card_board before;

	workspace_set_up(workspace, CHESS, "white Kg1 Pe5; black Kg8 Nb8 Pd7 Pc7", "white");
	before = workspace->field;
	assert_true(is_same(workspace, &before, &workspace->field));
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_true(is_same(workspace, &before, &workspace->field));
	workspace_lay(workspace, EFFECT_PACIFISM, "white", "b8");
	assert_false(is_same(workspace, &before, &workspace->field));
	before = workspace->field;
	card_board_end_effect(workspace->book, &workspace->field, 1, &workspace->record);
	assert_false(is_same(workspace, &before, &workspace->field));
	workspace_lay(workspace, EFFECT_PACIFISM, "white", "b8");
	assert_true(is_same(workspace, &before, &workspace->field));
	/* [en-passant-in-repetition]: a right to capture en passant counts if a pawn could use it;
	 * a Crab couldn't. */
	workspace_set_up(workspace, CHESS, "white Kg1 Pe5; black Kg8 Pd7", "black");
	workspace_move(workspace, "d7d5");
	before = workspace->field;
	position_close_passant(&before.position, 1, NULL);
	assert_false(is_same(workspace, &before, &workspace->field));
	workspace_lay(workspace, EFFECT_CRAB, "white", "e5");
	before = workspace->field;
	position_close_passant(&before.position, 1, NULL);
	assert_true(is_same(workspace, &before, &workspace->field));
}

static void the_story_tells_what_a_turn_brought(void **state)
{
	struct fieldplay *workspace = *state;
	const struct turn_log *turn_log = &workspace->field.turn_log;

	workspace_set_up(workspace, CHESS, "white Ke1 Rh1 Ra1; black Kg8 Pa6", "white");
	workspace_turn(workspace, "white");
	workspace_move(workspace, "a1a6");
	assert_int_equal(turn_log->taken[0].by, workspace_piece(workspace, "a6"));
	assert_true(turn_log->taken[0].regular);
	assert_true(turn_log->moved);
	assert_int_equal(workspace->field.last[0].to, workspace_square(workspace, "a6"));
	workspace_turn(workspace, "black");
	assert_int_equal(workspace->field.before.taken_count, 1);
	assert_int_equal(turn_log->gone_count, 0);
	workspace_turn(workspace, "white");
	workspace_move(workspace, "e1h1");
	assert_true(turn_log->gone[0].castled);
	assert_int_equal(workspace->field.last[0].piece, workspace_piece(workspace, "g1"));
}

#define FIELD_TEST(test) cmocka_unit_test_setup_teardown(test, workspace_open, workspace_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIELD_TEST(a_coup_makes_another_piece_royal),
		FIELD_TEST(a_royal_pawn_that_promotes_suspends_its_coup),
		FIELD_TEST(a_composite_goes_like_either_part),
		FIELD_TEST(marks_cover_a_composite_and_come_back_with_its_parts),
		FIELD_TEST(a_move_says_which_of_two_it_means),
		FIELD_TEST(what_shares_a_square_is_replaced_alone),
		FIELD_TEST(a_piece_that_returns_at_once_keeps_its_powers),
		FIELD_TEST(an_earthquake_turns_the_board),
		FIELD_TEST(a_four_player_board_turns_corner_by_corner),
		FIELD_TEST(rights_in_passing_end_with_an_earthquake),
		FIELD_TEST(a_king_away_is_never_in_check),
		FIELD_TEST(a_seat_that_loses_its_turn_threatens_nothing),
		FIELD_TEST(repetition_looks_at_the_continuing_effects),
		FIELD_TEST(the_story_tells_what_a_turn_brought),
	};

	return cmocka_run_group_tests_name("field", tests, NULL, NULL);
}
