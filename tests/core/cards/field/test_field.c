/* SPDX-License-Identifier: MIT */
/* What becomes of pieces and of the board: Coup, composites, Earthquake, comings and goings. */
#include "tests/lib/fieldplay.h"

#define CHESS "knightmare"

static void a_coup_makes_another_piece_royal(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Ke1 Rh1 Nc3; black Kg8 Rb8 Re8", "white");
	desk_lay(desk, EFFECT_PACIFISM, "white", "c3");
	desk_lay(desk, EFFECT_COUP, "white", "c3");
	assert_name(desk, "c3", "N:royal");
	assert_name(desk, "e1", "K:prince");
	assert_int_equal(field_royal(&desk->field, 0), desk_piece(desk, "c3"));
	/* The Prince goes into attack, and doesn't castle; Pacifism sleeps. */
	assert_false(desk_checks(desk, "white"));
	assert_goes(desk, "e1e2 c3d5");
	assert_stays(desk, "e1h1 c3b5");
	assert_true(desk->field.effects[0].suspended);
	assert_int_equal(desk->field.marks[desk_piece(desk, "c3")], MARK_ROYAL);
	desk_turn(desk, "black");
	assert_goes(desk, "e8e1");
}

static void a_royal_pawn_that_promotes_suspends_its_coup(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kh1 Pa7; black Kg7 Rh5", "white");
	desk_lay(desk, EFFECT_COUP, "white", "a7");
	desk_turn(desk, "white");
	/* The king would be king again, and in check: that is no legal move; a knight stays royal.
	 */
	assert_goes(desk, "a7a8=N h1g1 h1h2");
	assert_stays(desk, "a7a8=Q a7a8=R");
	desk_move(desk, "h1g1");
	desk_turn(desk, "white");
	desk_move(desk, "a7a8=Q");
	assert_true(desk->field.effects[0].suspended);
	assert_int_equal(field_royal(&desk->field, 0), desk_piece(desk, "g1"));
	/* [coup-royal-queen]: without a Prince the queen is royal. */
	field_capture(desk->book, &desk->field, desk_piece(desk, "g1"), NO_PIECE, false,
		      &desk->record);
	assert_false(desk->field.effects[0].suspended);
	assert_int_equal(field_royal(&desk->field, 0), desk_piece(desk, "a8"));
}

/* The one goes onto the other. */
static void merge(struct desk *desk, const char *mover, const char *onto)
{
	struct effect effect = {.card = 9,
				.copy = NO_COPY,
				.by = desk->seat,
				.seat = NO_SIDE,
				.type = NO_TYPE,
				.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE}};

	field_merge(desk->book, &desk->field, desk_piece(desk, mover), desk_piece(desk, onto),
		    effect, &desk->record);
}

static void a_composite_goes_like_either_part(void **state)
{
	struct desk *desk = *state;
	struct move_list list;

	desk_set_up(desk, CHESS, "white Kg1 Ra1 Na4 Pc2 Bb1; black Kg8 Pb3 Pd7", "white");
	merge(desk, "a1", "a4");
	merge(desk, "b1", "c2");
	assert_name(desk, "a4", "R+N");
	assert_name(desk, "c2", "B+P");
	assert_goes(desk, "a4a8 a4b6 a4h4 c2c3 c2c4 c2b3 c2e4");
	assert_true(field_is(desk->book, &desk->field, desk_piece(desk, "a4"), 1 << CARD_KNIGHT));
	assert_true(field_is(desk->book, &desk->field, desk_piece(desk, "a4"), 1 << CARD_ROOK));
	assert_false(field_is(desk->book, &desk->field, desk_piece(desk, "a4"), 1 << CARD_BISHOP));
	/* Where both parts lead it goes once. */
	desk_set_up(desk, CHESS, "white Kg1 Rd1 Pd2; black Kg8", "white");
	merge(desk, "d1", "d2");
	ways_moves(desk->book, &desk->field, 0, true, &list);
	for (unsigned i = 0; i < list.count; i++)
		for (unsigned j = 0; j < i; j++)
			assert_false(list.moves[i].from == list.moves[j].from &&
				     list.moves[i].to == list.moves[j].to);
	assert_goes(desk, "d2d3 d2d4 d2d8 d2a2");
	/* No promotion; captured it is both parts. */
	desk_set_up(desk, CHESS, "white Kg1 Pe6 Ne7; black Ka8 Bf8", "white");
	merge(desk, "e6", "e7");
	assert_goes(desk, "e7e8 e7f8 e7c8");
	assert_stays(desk, "e7e8=Q e7f8=Q");
	desk_turn(desk, "black");
	desk_move(desk, "f8e7");
	assert_int_equal(desk->field.story.taken_count, 2);
	assert_int_equal(desk->field.effect_count, 0);
}

static void marks_cover_a_composite_and_come_back_with_its_parts(void **state)
{
	struct desk *desk = *state;
	uint16_t composite;

	desk_set_up(desk, CHESS, "white Kg1 Bc1 Pe3; black Kg8 Pf4 Rh6", "white");
	desk_lay(desk, EFFECT_CRAB, "white", "e3");
	desk_lay(desk, EFFECT_PACIFISM, "white", "e3");
	merge(desk, "c1", "e3");
	composite = (uint16_t)(desk->field.serial - 1);
	assert_stays(desk, "e3f4 e3h6 e3e4");
	assert_goes(desk, "e3d4 e3c5 e3c1");
	desk_lay(desk, EFFECT_CURSE, "black", "e3");
	assert_stays(desk, "e3b6");
	/* Ended: two pieces on one square; what was put on the composite is gone. */
	desk_turn(desk, "black");
	field_end_effect(desk->book, &desk->field, composite, &desk->record);
	assert_name(desk, "e3", "B");
	assert_int_equal(desk->field.effect_count, 3);
	desk_turn(desk, "white");
	assert_goes(desk, "e3b6 e3d4 e3f4 g1f1");
	desk_move(desk, "e3a7");
	assert_name(desk, "e3", "P:crab");
	assert_stays(desk, "e3f4");
	assert_goes(desk, "e3d4");
	assert_int_equal(desk->field.effect_count, 2);
}

static void a_move_says_which_of_two_it_means(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Qa4 Rh1 Bd7; black Kg8", "white");
	merge(desk, "d7", "a4");
	desk_turn(desk, "black");
	field_end_effect(desk->book, &desk->field, (uint16_t)(desk->field.serial - 1),
			 &desk->record);
	desk_turn(desk, "white");
	assert_goes(desk, "a4b5 B:a4b5 a4a5 g1f1");
	assert_stays(desk, "Q:a4b5 B:a4a5");
	desk_move(desk, "B:a4b5");
	assert_name(desk, "a4", "Q");
	assert_name(desk, "b5", "B");
	assert_int_equal(desk->field.effect_count, 0);
	/* [two-on-a-square] */
	desk_set_up(desk, CHESS, "white Kg1 Qa4 Bd7; black Kg8 Ra8", "white");
	merge(desk, "d7", "a4");
	field_end_effect(desk->book, &desk->field, (uint16_t)(desk->field.serial - 1),
			 &desk->record);
	desk_turn(desk, "black");
	desk_move(desk, "a8a4");
	assert_int_equal(desk->field.story.taken_count, 2);
	assert_int_equal(desk->field.effect_count, 0);
}

/* The one that stands behind on a square is replaced, not the one in front of it. */
static void what_shares_a_square_is_replaced_alone(void **state)
{
	struct desk *desk = *state;
	unsigned queen, pawn, lost;

	desk_set_up(desk, CHESS, "white Kg1 Pa2; black Kg8 Qa4 Pd7", "white");
	queen = desk_piece(desk, "a4");
	pawn = desk_piece(desk, "d7");
	lost = desk_piece(desk, "a2");
	field_capture(desk->book, &desk->field, lost, NO_PIECE, false, &desk->record);
	merge(desk, "d7", "a4");
	field_end_effect(desk->book, &desk->field, (uint16_t)(desk->field.serial - 1),
			 &desk->record);
	field_replace(desk->book, &desk->field, pawn, lost, &desk->record);
	assert_int_equal(desk->field.position.pieces[pawn].fate, DEAD);
	assert_int_equal(desk->field.position.pieces[queen].fate, SHARING);
	assert_int_equal(desk_piece(desk, "a4"), lost);
}

static void a_piece_that_returns_at_once_keeps_its_powers(void **state)
{
	struct desk *desk = *state;
	unsigned pawn;

	desk_set_up(desk, CHESS, "white Kg1 Rd1; black Kg8 Pd5 Pf6", "white");
	desk_lay(desk, EFFECT_CRAB, "black", "d5");
	pawn = desk_piece(desk, "d5");
	desk_move(desk, "d1d5");
	assert_int_equal(desk->field.effect_count, 0);
	field_return(desk->book, &desk->field, pawn, desk_square(desk, "e5"), RETURN_WHOLE,
		     &desk->record);
	assert_name(desk, "e5", "P:crab");
	/* [marks-return]: a composite comes back whole. */
	desk_set_up(desk, CHESS, "white Kg1 Rd1; black Kg8 Nd5 Bb7", "white");
	desk->seat = 1;
	merge(desk, "b7", "d5");
	pawn = desk_piece(desk, "d5");
	desk_turn(desk, "white");
	desk_move(desk, "d1d5");
	field_return(desk->book, &desk->field, pawn, desk_square(desk, "a2"), RETURN_WHOLE,
		     &desk->record);
	assert_name(desk, "a2", "B+N");
	/* Later it comes as it began. */
	desk_set_up(desk, CHESS, "white Kg1 Rd1; black Kg8 Pd5", "white");
	desk_lay(desk, EFFECT_CRAB, "black", "d5");
	pawn = desk_piece(desk, "d5");
	desk_move(desk, "d1d5");
	field_return(desk->book, &desk->field, pawn, desk_square(desk, "d7"), RETURN_ANEW,
		     &desk->record);
	assert_name(desk, "d7", "P");
	/* [returned-never-castles] */
	assert_true(desk->field.position.pieces[pawn].moved);
}

static uint16_t shake(struct desk *desk, bool left)
{
	field_add_effect(desk->book, &desk->field,
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
			 &desk->record);
	return (uint16_t)(desk->field.serial - 1);
}

static void an_earthquake_turns_the_board(void **state)
{
	struct desk *desk = *state;
	uint16_t quake;

	desk_set_up(desk, CHESS, "white Kg1 Pb4 Pg6 Pe4; black Kc8 Pf5 Pc3", "white");
	quake = shake(desk, true);
	assert_goes(desk, "b4c4 b4d4 g6h6=R e4f4 e4f5 b4c3");
	assert_stays(desk, "b4b5 e4e5 g6g7");
	assert_int_equal(field_rank(desk->book, &desk->field, 0, desk_square(desk, "b4")), 1);
	assert_true(field_promotes(desk->book, &desk->field, 0, desk_square(desk, "h3")));
	assert_true(field_in_territory(desk->book, &desk->field, 0, desk_square(desk, "d8")));
	assert_true(field_starts(desk->book, &desk->field, 0, CARD_PAWN, desk_square(desk, "b5")));
	desk_turn(desk, "black");
	assert_goes(desk, "f5e5 c3b3 c3b4 f5e4");
	field_end_effect(desk->book, &desk->field, quake, &desk->record);
	desk_turn(desk, "white");
	assert_goes(desk, "b4b5");
	/* RIGHT is the reverse, and they add up. */
	shake(desk, false);
	assert_goes(desk, "g6e6 g6f6");
	shake(desk, false);
	assert_goes(desk, "g6g5 b4c3");
	/* Promotion on the new last rank. */
	desk_set_up(desk, CHESS, "white Kg1 Pg6; black Kc8", "white");
	shake(desk, true);
	assert_goes(desk, "g6h6=Q g6h6=N");
}

static void a_four_player_board_turns_corner_by_corner(void **state)
{
	struct desk *desk = *state;

	/* [earthquake-boards]: White's corner after RIGHT is a1's. */
	desk_set_up(desk, "four-player", "white Ka8 Pd4; black Kh8 Pe5; red Kh1; brown Ka1",
		    "white");
	assert_goes(desk, "d4e4 d4d3");
	shake(desk, false);
	assert_goes(desk, "d4e4 d4d5");
	assert_stays(desk, "d4d3 d4c4");
	assert_true(field_in_territory(desk->book, &desk->field, 0, desk_square(desk, "b2")));
	assert_true(field_promotes(desk->book, &desk->field, 0, desk_square(desk, "h3")));
	assert_true(field_promotes(desk->book, &desk->field, 0, desk_square(desk, "c8")));
	assert_false(field_promotes(desk->book, &desk->field, 0, desk_square(desk, "c1")));
	desk_turn(desk, "black");
	/* Black's is a8's now. */
	assert_goes(desk, "e5f5 e5e4");
}

static void rights_in_passing_end_with_an_earthquake(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1 Pe2; black Kg8 Pd4", "white");
	desk_turn(desk, "white");
	desk_move(desk, "e2e4");
	desk->seat = 1;
	assert_goes(desk, "d4e3");
	shake(desk, true);
	assert_stays(desk, "d4e3");
}

static void a_king_away_is_never_in_check(void **state)
{
	struct desk *desk = *state;
	unsigned king;

	desk_set_up(desk, CHESS, "white Kg1 Pa2; black Kg8 Rg7", "white");
	king = desk_piece(desk, "g1");
	desk_lay(desk, EFFECT_ELF_HILL, "white", "g1");
	field_send_away(desk->book, &desk->field, king, &desk->record);
	assert_false(desk_checks(desk, "white"));
	desk_turn(desk, "white");
	assert_goes(desk, "a2a3");
	field_return(desk->book, &desk->field, king, desk_square(desk, "a1"), RETURN_WHOLE,
		     &desk->record);
	assert_int_equal(field_royal(&desk->field, 0), king);
	/* He may not move in this turn. */
	assert_stays(desk, "a1b1");
	assert_goes(desk, "a2a3");
}

static void a_seat_that_loses_its_turn_threatens_nothing(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, CHESS, "white Kg1; black Kg8 Rg7", "white");
	assert_true(desk_checks(desk, "white"));
	/* [riposte-spares-mover]: but only the king of whose turn the Riposte answered. */
	desk_bind(desk, EFFECT_LOST, "black", NULL, NULL);
	assert_true(desk_checks(desk, "white"));
	desk->field.effects[0].other = (uint8_t)desk_piece(desk, "g1");
	assert_false(desk_checks(desk, "white"));
	assert_goes(desk, "g1g2");
}

/* Whether two fields are the same for repetition. */
static bool is_same(const struct desk *desk, const struct field *a, const struct field *b)
{
	struct position_key left = ways_key(desk->book, a), right = ways_key(desk->book, b);

	return memcmp(&left, &right, sizeof left) == 0;
}

/* [repetition-with-effects] */
static void repetition_looks_at_the_continuing_effects(void **state)
{
	struct desk *desk = *state;
	struct field before;

	desk_set_up(desk, CHESS, "white Kg1 Pe5; black Kg8 Nb8 Pd7 Pc7", "white");
	before = desk->field;
	assert_true(is_same(desk, &before, &desk->field));
	desk_bind(desk, EFFECT_CHALLENGE, "black", "N", NULL);
	assert_true(is_same(desk, &before, &desk->field));
	desk_lay(desk, EFFECT_PACIFISM, "white", "b8");
	assert_false(is_same(desk, &before, &desk->field));
	before = desk->field;
	field_end_effect(desk->book, &desk->field, 1, &desk->record);
	assert_false(is_same(desk, &before, &desk->field));
	desk_lay(desk, EFFECT_PACIFISM, "white", "b8");
	assert_true(is_same(desk, &before, &desk->field));
	/* [en-passant-in-repetition]: a right in passing counts while a pawn could use it; a Crab
	 * couldn't. */
	desk_set_up(desk, CHESS, "white Kg1 Pe5; black Kg8 Pd7", "black");
	desk_move(desk, "d7d5");
	before = desk->field;
	position_close_passant(&before.position, 1, NULL);
	assert_false(is_same(desk, &before, &desk->field));
	desk_lay(desk, EFFECT_CRAB, "white", "e5");
	before = desk->field;
	position_close_passant(&before.position, 1, NULL);
	assert_true(is_same(desk, &before, &desk->field));
}

static void the_story_tells_what_a_turn_brought(void **state)
{
	struct desk *desk = *state;
	const struct story *story = &desk->field.story;

	desk_set_up(desk, CHESS, "white Ke1 Rh1 Ra1; black Kg8 Pa6", "white");
	desk_turn(desk, "white");
	desk_move(desk, "a1a6");
	assert_int_equal(story->taken[0].by, desk_piece(desk, "a6"));
	assert_true(story->taken[0].regular);
	assert_true(story->moved);
	assert_int_equal(desk->field.last[0].to, desk_square(desk, "a6"));
	desk_turn(desk, "black");
	assert_int_equal(desk->field.before.taken_count, 1);
	assert_int_equal(story->gone_count, 0);
	desk_turn(desk, "white");
	desk_move(desk, "e1h1");
	assert_true(story->gone[0].castled);
	assert_int_equal(desk->field.last[0].piece, desk_piece(desk, "g1"));
}

#define FIELD_TEST(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)

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
