/* SPDX-License-Identifier: MIT */
/* Cards that lay effects, and what these do later. */
#include "core/cards/lasting/lasting_turn.h"
#include "tests/lib/cardturn.h"

/* ---- marks ---- */

static void marks_want_their_kind_of_piece(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", REFUSED_ROW("Kg1 Nb1 / Kg8 Nb8", "Pacifism g1"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8 Nb8", "Pacifism b8"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8 Nb8", "Crab b1"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8 Pb7", "Crab b7"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8 Nb8", "Curse b8"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8 Nb8", "Curse b1"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8 Nb8", "Fatal Attraction b8"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8 Qb8", "Neutrality b8"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8 Qb8", "Neutrality g8"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8 Qb8", "Neutrality b1"),
		  REFUSED_ROW("Kg1 Rb1 / Kg8", "Coup b1"), REFUSED_ROW("Kg1 Qb1 / Kg8", "Coup b1"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8", "Coup g1"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8", "Mystic Shield b1"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8", "Forbidden City b1"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8", "Man-Trap b2"),
		  REFUSED_ROW("Kg1 Qb1 / Kg8 Na8", "Man-Trap a8"));
}

static void a_pacifist_neither_captures_nor_is_captured(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nc3 / Kg8 Pd5 Rc8");

	(void)state;
	must(play, WHITE, "Pacifism c3");
	assert_false(may_move(play, WHITE, "c3d5"));
	assert_true(may_move(play, WHITE, "c3b5"));
	assert_false(may_move(play, BLACK, "c8c3"));
}

static void a_crab_goes_aslant_and_promotes(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pb7 Pe2 / Kg8 Rb8");

	(void)state;
	must(play, WHITE, "Crab b7");
	must(play, WHITE, "Crab e2");
	assert_true(may_move(play, WHITE, "b7c8"));
	assert_false(may_move(play, WHITE, "b7b8"));
	assert_false(may_move(play, WHITE, "e2e4"));
	assert_true(may_move(play, WHITE, "e2f3"));
	move(play, WHITE, "b7c8");
	assert_int_equal(field_kind(&play->field, field_at(&play->field, at(play, "c8"))),
			 CARD_QUEEN);
	assert_int_equal(play->field.effect_count, 1);
}

static void a_second_coup_finds_no_king(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nc3 Bd3 / Kg8");

	(void)state;
	must(play, WHITE, "Coup c3");
	assert_int_equal(field_royal(&play->field, WHITE), field_at(&play->field, at(play, "c3")));
	assert_true(marks_at(play, "g1") & MARK_PRINCE);
	must_not(play, WHITE, "Coup d3");
}

static void a_shield_is_for_what_moved_and_lasts_a_round(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nb1 Pa2 / Kg8 Rc8");

	(void)state;
	move(play, WHITE, "b1c3");
	must_not(play, WHITE, "Mystic Shield a2");
	must(play, WHITE, "Mystic Shield c3");
	next_turn(play, WHITE, BLACK);
	assert_false(may_move(play, BLACK, "c8c3"));
	next_turn(play, BLACK, WHITE);
	assert_true(may_move(play, BLACK, "c8c3"));
}

static void a_wall_is_two_edges_that_meet(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 / Kg8", "Fortification d4|d5 e4|e5", "Kg1 / Kg8"},
		  {"Kg1 / Kg8", "Fortification d5|d4 d4|e4", "Kg1 / Kg8"},
		  {"Kg1 / Kg8", "Fortification d4|e4 d5|e5", "Kg1 / Kg8"},
		  REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d5"),
		  REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d5 d5|d4"),
		  REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d5 f4|f5"),
		  REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d6 e4|e5"),
		  REFUSED_ROW("Kg1 / Kg8", "Fortification d4|e5 e4|e5"),
		  REFUSED_ROW("Kg1 / Kg8", "Fortification h4|i4 h5|h4"));
}

/* ---- the whole board and seats ---- */

static void truce_and_vendetta_exclude_each_other(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pd4 / Kg8 Pe5");

	(void)state;
	must(play, WHITE, "Vendetta");
	assert_false(may_move(play, WHITE, "g1f1"));
	assert_true(may_move(play, WHITE, "d4e5"));
	must(play, WHITE, "Truce");
	assert_false(lies(play, EFFECT_VENDETTA));
	assert_false(may_move(play, WHITE, "d4e5"));
}

static void vendetta_ends_when_nothing_can_be_captured(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pd4 / Kg8 Pe5 Pa7");

	(void)state;
	must(play, WHITE, "Vendetta");
	next_turn(play, WHITE, BLACK);
	assert_true(lies(play, EFFECT_VENDETTA));
	move(play, BLACK, "e5d4");
	next_turn(play, BLACK, WHITE);
	assert_false(lies(play, EFFECT_VENDETTA));
}

/* The rook may take the rook that pins it; the bishop can't take anything. */
static void a_capture_that_exposes_the_king_is_none_for_vendetta(void **state)
{
	struct cardplay *play = open_on("knightmare", "Ka1 Re1 Nd4 / Ke8 Re5");

	(void)state;
	must(play, WHITE, "Vendetta");
	next_turn(play, WHITE, BLACK);
	assert_true(lies(play, EFFECT_VENDETTA));
	cardplay_put(play, "Ka2 Re1 Nd4 / Ke8 Be5");
	must(play, WHITE, "Vendetta");
	next_turn(play, WHITE, BLACK);
	assert_false(lies(play, EFFECT_VENDETTA));
}

static void truce_ends_by_check_or_stalemate(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ra1 Ph2 / Kg8 Ph7");

	(void)state;
	must(play, WHITE, "Truce");
	next_turn(play, WHITE, BLACK);
	assert_true(lies(play, EFFECT_TRUCE));
	next_turn(play, BLACK, WHITE);
	move(play, WHITE, "a1a8");
	lasting_turn_ends(play->book, &play->field, WHITE, NULL);
	assert_false(lies(play, EFFECT_TRUCE));
	assert_true(ways_in_check(play->book, &play->field, BLACK));
	/* Only a capture is left to Black, which Truce forbids. */
	cardplay_put(play, "Kb6 Pc7 Pc5 Pd5 / Ka8 Pc6");
	play->field.position.quiet = 7;
	must(play, WHITE, "Truce");
	next_turn(play, WHITE, BLACK);
	assert_false(lies(play, EFFECT_TRUCE));
	assert_int_equal(play->field.position.quiet, 0);
	assert_true(may_move(play, BLACK, "c6d5"));
}

static void a_challenge_names_what_can_move(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ph2 / Kg8 Nb8 Ph7 Rh8 Pg7 Pf8");

	(void)state;
	must_not(play, WHITE, "Challenge Q");
	must_not(play, WHITE, "Challenge king");
	must_not(play, WHITE, "Challenge B");
	must_not(play, WHITE, "Challenge R");
	must_not(play, WHITE, "Challenge crab");
	must_not(play, WHITE, "Challenge N white");
	must(play, WHITE, "Challenge knight");
	next_turn(play, WHITE, BLACK);
	assert_false(may_move(play, BLACK, "h7h6"));
	assert_true(may_move(play, BLACK, "b8c6"));
	next_turn(play, BLACK, WHITE);
	next_turn(play, WHITE, BLACK);
	assert_true(may_move(play, BLACK, "h7h6"));
}

static void a_challenge_that_cannot_be_met_lapses(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ph2 / Kg8 Nb8 Ph7");

	(void)state;
	must(play, WHITE, "Challenge N");
	must(play, WHITE, "Forbidden City a6");
	must(play, WHITE, "Forbidden City c6");
	must(play, WHITE, "Forbidden City d7");
	next_turn(play, WHITE, BLACK);
	assert_true(may_move(play, BLACK, "h7h6"));
}

static void with_several_opponents_the_seat_is_named(void **state)
{
	struct cardplay *play = open_on("three-player", "Kd8 Pd6 / Kh1 Ph3 Ng2 / Ka1 Pa3 Nb2");

	(void)state;
	must_not(play, WHITE, "Panic");
	must(play, WHITE, "Panic red");
	must_not(play, WHITE, "Panic white");
	must_not(play, WHITE, "Challenge N");
	must(play, WHITE, "Challenge N black");
	must(play, WHITE, "Challenge N red");
}

/* ---- Man-Trap ---- */

static void a_trap_springs_under_the_next_opponent(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ne4 / Kg8 Ra4");

	(void)state;
	must(play, WHITE, "Man-Trap e4");
	next_turn(play, WHITE, BLACK);
	move(play, BLACK, "a4e4");
	assert_string_equal(cardplay_pieces(play), "Kg1 / Kg8");
	assert_false(lies(play, EFFECT_TRAP));
}

static void a_trap_spares_its_owner_kings_and_pacifists(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ne4 / Kf5 Ra5");

	(void)state;
	must(play, WHITE, "Man-Trap e4");
	move(play, WHITE, "e4c5");
	move(play, WHITE, "c5e4");
	assert_true(lies(play, EFFECT_TRAP));
	next_turn(play, WHITE, BLACK);
	move(play, BLACK, "f5e4");
	assert_true(lies(play, EFFECT_TRAP));
}

/* ---- lists ---- */

static void count_plays(struct cardplay *play, const char *card, unsigned expected)
{
	uint8_t kind = card_named(play->set, card, NULL);
	struct moment moment = cardplay_moment(play, kind, &play->field);
	struct play_list plays;

	play_list_init(&plays);
	play_search(&moment, &plays);
	if (plays.count != expected)
		fail_msg("%s: %u plays, expected %u", card, plays.count, expected);
	for (unsigned i = 0; i < plays.count; i++)
		assert_true(play_would(&moment, &plays.plays[i]));
	play_list_done(&plays);
}

static void every_play_is_listed_once(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nb1 Bf4 Ra1 Ph2 / Kg8 Bc8 Nb8 Pd5 Pa7");

	(void)state;
	count_plays(play, "Pacifism", 4);
	count_plays(play, "Holy War", 1);
	count_plays(play, "Fatal Attraction", 5);
	count_plays(play, "Forbidden City", 54);
	count_plays(play, "Fortification", 49 * 6);
	count_plays(play, "Cowardice", 3);
	count_plays(play, "Dungeon", 4 * 3);
	count_plays(play, "Rebirth", 1 + 1 + 2 * 7);
	count_plays(play, "Truce", 1);
	count_plays(play, "Panic", 1);
	count_plays(play, "Challenge", 3);
	count_plays(play, "Earthquake", 4 + 1);
	count_plays(play, "Figure Dance", 1);
	count_plays(play, "Heresy", 4);
	count_plays(play, "Peace Talks", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_want_their_kind_of_piece),
		cmocka_unit_test(a_pacifist_neither_captures_nor_is_captured),
		cmocka_unit_test(a_crab_goes_aslant_and_promotes),
		cmocka_unit_test(a_second_coup_finds_no_king),
		cmocka_unit_test(a_shield_is_for_what_moved_and_lasts_a_round),
		cmocka_unit_test(a_wall_is_two_edges_that_meet),
		cmocka_unit_test(truce_and_vendetta_exclude_each_other),
		cmocka_unit_test(vendetta_ends_when_nothing_can_be_captured),
		cmocka_unit_test(a_capture_that_exposes_the_king_is_none_for_vendetta),
		cmocka_unit_test(truce_ends_by_check_or_stalemate),
		cmocka_unit_test(a_challenge_names_what_can_move),
		cmocka_unit_test(a_challenge_that_cannot_be_met_lapses),
		cmocka_unit_test(with_several_opponents_the_seat_is_named),
		cmocka_unit_test(a_trap_springs_under_the_next_opponent),
		cmocka_unit_test(a_trap_spares_its_owner_kings_and_pacifists),
		cmocka_unit_test(every_play_is_listed_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
